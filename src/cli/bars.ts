import type { ProgressEvent } from '../follow/progress-event.js';

const BAR = 24;
const PERCENT = 100;

const toBar = (share: number): string => {
  const full = Math.round(Math.min(share, 1) * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
};

const shareOf = (done: number, all: number): number => (all === 0 ? 1 : done / all);

/** Seconds to the end at the pace so far, or as estimated while there is none. */
export function etaOf({ probeRun }: ProgressEvent, nowMs: number): number {
  const { answered, failed, expectedAnswers, startedAt, estimatedCompletionMs } = probeRun;
  const done = answered + failed;
  const elapsedMs = startedAt === null ? 0 : Math.max(nowMs - startedAt.getTime(), 0);
  const leftMs =
    done === 0
      ? Math.max(estimatedCompletionMs - elapsedMs, 0)
      : (elapsedMs / done) * (expectedAnswers - done);
  return Math.ceil(leftMs / 1_000);
}

const UNDER_WAY = new Set(['queued', 'running']);

/** The whole run in one line, for readers that keep what they were shown. */
export function toLine(event: ProgressEvent, nowMs: number): string {
  const { status, answered, failed, expectedAnswers } = event.probeRun;
  const percent = Math.floor(shareOf(answered + failed, expectedAnswers) * PERCENT);
  const parts = [`${status} ${answered + failed}/${expectedAnswers} (${percent} %)`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (UNDER_WAY.has(status)) parts.push(`about ${etaOf(event, nowMs)} s left`);
  return parts.join(', ');
}

/** A bar per platform over the line, for a terminal that draws over what it showed. */
export function toBars(
  event: ProgressEvent,
  errors: ReadonlyMap<string, ReadonlyMap<string, number>>,
  nowMs: number,
): string[] {
  const width = Math.max(...event.platforms.map(({ platform }) => platform.length), 0);
  const bars = event.platforms.map(({ platform, answered, failed, expected }) => {
    const done = answered + failed;
    const codes = [...(errors.get(platform) ?? [])].map(([code, count]) => `${count} ${code}`);
    const count = `${done}/${expected}`.padStart(2 * String(expected).length + 1);
    return [platform.padEnd(width), toBar(shareOf(done, expected)), count, ...codes].join('  ');
  });
  return [...bars, toLine(event, nowMs)];
}
