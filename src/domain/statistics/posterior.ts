/** How probable a change is, given the answers: the Bayesian look at an uplift (metrics: uplift). */

import type { Count } from './stats.js';

/** Steps from 0 to 1. */
const STEPS = 400;
/** What is so improbable leaves nothing in a sum. */
const NEGLIGIBLE = 1e-12;

export interface Windowed {
  before: Count;
  after: Count;
}

/** Jeffreys' posterior of a rate, as the probability of each step. */
function posterior({ hits, of }: Count): Float64Array {
  const logs = Float64Array.from({ length: STEPS }, (_, at) => {
    const rate = (at + 0.5) / STEPS;
    return (hits - 0.5) * Math.log(rate) + (of - hits - 0.5) * Math.log(1 - rate);
  });
  const most = logs.reduce((max, log) => Math.max(max, log), -Infinity);
  const weights = logs.map((log) => Math.exp(log - most));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const likely = (weights: Float64Array): [number, number][] =>
  [...weights.entries()].filter(([, weight]) => weight > NEGLIGIBLE);

/** Of after less before: at index `STEPS` no change, one step of it each further. */
function changeOf({ before, after }: Windowed): Float64Array {
  const from = likely(posterior(before));
  const to = likely(posterior(after));
  const change = new Float64Array(2 * STEPS + 1);
  for (const [i, weight] of from) {
    for (const [j, other] of to) {
      const at = j - i + STEPS;
      change[at] = (change[at] ?? 0) + weight * other;
    }
  }
  return change;
}

/**
 * The probability that the rate rose by more than `least`, and with a control by more than the control's own change
 * and that. Counts may be effective ones, and so fractional.
 */
export function probabilityOfRise(least: number, treated: Windowed, control?: Windowed): number {
  const change = changeOf(treated);
  // At each index, how probable a change of more steps is; the step itself counts half.
  const above = new Float64Array(change.length);
  let sum = 0;
  for (let at = change.length - 1; at >= 0; at -= 1) {
    const own = change[at] ?? 0;
    above[at] = sum + own / 2;
    sum += own;
  }
  const aboveAt = (steps: number): number =>
    steps < -STEPS ? 1 : (above[STEPS + Math.round(steps)] ?? 0);
  const leastSteps = least * STEPS;
  if (control === undefined) return aboveAt(leastSteps);
  return changeOf(control).reduce(
    (total, weight, at) => total + weight * aboveAt(leastSteps + at - STEPS),
    0,
  );
}
