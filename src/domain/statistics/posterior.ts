/** Probability of a change given the answers, as the Bayesian view of an uplift (metrics: uplift). */

import type { Count } from './stats.js';

/** Grid steps from 0 to 1. */
const STEPS = 400;
/** Smaller probabilities do not affect a sum. */
const NEGLIGIBLE = 1e-12;

export interface Windowed {
  before: Count;
  after: Count;
}

/** Jeffreys posterior of a rate, as the probability of each grid step. */
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

/** Distribution of after minus before: index `STEPS` is no change, each index one grid step. */
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
 * Probability that the rate rose by more than `least`; with a control, by more than `least` plus the
 * change of the control. Counts may be effective sample sizes, which are fractional.
 */
export function probabilityOfRise(least: number, treated: Windowed, control?: Windowed): number {
  const change = changeOf(treated);
  // At each index, the probability of a larger change; the index itself counts half.
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
