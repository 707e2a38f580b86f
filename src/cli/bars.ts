import type { ProgressEvent } from '../follow/progress-event.js';

const BAR = 24;
const SHORTEST_BAR = 4;
const GAP = '  ';
const PERCENT = 100;

const toBar = (share: number, length: number): string => {
  const full = Math.round(Math.min(share, 1) * length);
  return `${'█'.repeat(full)}${'░'.repeat(length - full)}`;
};

/** Wraps parts into lines of at most `width` columns; continuation lines are indented. */
function fold(parts: readonly string[], separator: string, width: number): string[] {
  const [first = '', ...others] = parts;
  const lines: string[] = [];
  let line = first;
  for (const part of others) {
    const longer = `${line}${separator}${part}`;
    if (longer.length <= width) line = longer;
    else {
      lines.push(`${line}${separator.trimEnd()}`);
      line = `${GAP}${part}`;
    }
  }
  return [...lines, line];
}

const shareOf = (done: number, all: number): number => (all === 0 ? 1 : done / all);

/** Seconds left, from the pace so far; from the run's estimate before the first answer. */
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

function toParts(event: ProgressEvent, nowMs: number): string[] {
  const { status, answered, failed, expectedAnswers } = event.probeRun;
  const percent = Math.floor(shareOf(answered + failed, expectedAnswers) * PERCENT);
  const parts = [`${status} ${answered + failed}/${expectedAnswers} (${percent} %)`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (UNDER_WAY.has(status)) parts.push(`about ${etaOf(event, nowMs)} s left`);
  return parts;
}

/** Progress of the whole run in one line, for output that is not a terminal. */
export const toLine = (event: ProgressEvent, nowMs: number): string =>
  toParts(event, nowMs).join(', ');

/** One bar per platform above the summary line, for a terminal; no line is wider than `columns`. */
export function toBars(
  event: ProgressEvent,
  errors: ReadonlyMap<string, ReadonlyMap<string, number>>,
  nowMs: number,
  columns: number,
): string[] {
  const name = Math.max(...event.platforms.map(({ platform }) => platform.length), 0);
  const number = Math.max(...event.platforms.map(({ expected }) => String(expected).length), 0);
  const rest = name + 2 * number + 1 + 2 * GAP.length;
  const length = Math.max(Math.min(columns - rest, BAR), SHORTEST_BAR);
  const bars = event.platforms.flatMap(({ platform, answered, failed, expected }) => {
    const done = answered + failed;
    const codes = [...(errors.get(platform) ?? [])].map(([code, count]) => `${count} ${code}`);
    const count = `${done}/${expected}`.padStart(2 * number + 1);
    const bar = [platform.padEnd(name), toBar(shareOf(done, expected), length), count].join(GAP);
    return fold([bar, ...codes], GAP, columns);
  });
  return [...bars, ...fold(toParts(event, nowMs), ', ', columns)];
}
