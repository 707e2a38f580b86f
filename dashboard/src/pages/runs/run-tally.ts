import type { Step } from '../../api/run-progress.js';

export interface Tally {
  answered: number;
  failed: number;
  mentions: number;
}

/** Counts answered, failed and mentioning steps per key. */
export function tallyBy(steps: Iterable<Step>, keyOf: (step: Step) => string): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const step of steps) {
    const tally = tallies.get(keyOf(step)) ?? { answered: 0, failed: 0, mentions: 0 };
    if (step.status === 'ANSWERED') tally.answered += 1;
    else tally.failed += 1;
    if (step.mentioned) tally.mentions += 1;
    tallies.set(keyOf(step), tally);
  }
  return tallies;
}
