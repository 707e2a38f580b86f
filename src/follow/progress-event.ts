import type { ProbeRunRow } from '../services/runs/probe-run.js';
import type { PlatformTally, ProgressStep, RunProgress } from '../services/runs/progress.js';

/** One step of a run, with the whole run as of that step. */
export interface ProgressEvent {
  sequence: number;
  probeRun: ProbeRunRow;
  platforms: (PlatformTally & { expected: number })[];
  answer: ProgressStep | null;
}

const ENDED = new Set(['completed', 'failed', 'cancelled']);

export const hasEnded = (run: ProbeRunRow): boolean => ENDED.has(run.status);

const none = (platform: string): PlatformTally => ({
  platform,
  answered: 0,
  failed: 0,
  mentions: 0,
});

function toEvent(
  run: ProbeRunRow,
  tallies: readonly PlatformTally[],
  answer: ProgressStep | null,
): ProgressEvent {
  const byPlatform = new Map(tallies.map((tally) => [tally.platform, tally]));
  const expected = run.expectedAnswers / run.platforms.length;
  return {
    sequence: run.sequence,
    probeRun: run,
    platforms: run.platforms.map((platform) => ({
      ...(byPlatform.get(platform) ?? none(platform)),
      expected,
    })),
    answer,
  };
}

/** The current state of the run, without an answer. */
export const toSnapshot = (progress: RunProgress): ProgressEvent =>
  toEvent(progress.run, progress.tallies, null);

/** The steps between two reads, each with the totals as of that step. */
export function toEvents(last: ProgressEvent, progress: RunProgress): ProgressEvent[] {
  const tallies = new Map(
    last.platforms.map(({ expected: _, ...tally }) => [tally.platform, tally]),
  );
  let { answered, failed } = last.probeRun;
  const events = progress.steps.map((step) => {
    const came = step.status === 'answered' ? 1 : 0;
    answered += came;
    failed += 1 - came;
    const tally = tallies.get(step.platform) ?? none(step.platform);
    tallies.set(step.platform, {
      platform: step.platform,
      answered: tally.answered + came,
      failed: tally.failed + 1 - came,
      mentions: tally.mentions + (step.mentioned ? 1 : 0),
    });
    const unfinished = {
      status: 'running',
      failures: [],
      measures: null,
      completedAt: null,
    } as const;
    const run: ProbeRunRow = {
      ...progress.run,
      ...unfinished,
      failures: [],
      answered,
      failed,
      sequence: step.sequence,
    };
    return toEvent(run, [...tallies.values()], step);
  });
  // A status change is a step without an answer.
  const told = events.at(-1)?.sequence ?? last.sequence;
  if (progress.run.sequence > told) events.push(toSnapshot(progress));
  return events;
}
