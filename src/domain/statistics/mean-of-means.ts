/** A rate in which frequently asked prompts do not outweigh the others (metrics: visibility, hit rate). */

import { type Cell, type Rate, toRate } from './stats.js';

/** Answers of equal weight; `answers` is above 0. */
type Stratum = Pick<Cell, 'answers' | 'mentions'>;

/**
 * Mean over groups of the mean over their strata, both unweighted, with the Wilson interval for the
 * effective sample size. Groups must not be empty. `deff` is the design effect of the repeats.
 */
export function meanOfMeans(groups: readonly (readonly Stratum[])[], deff: number): Rate {
  let sum = 0;
  let variance = 0;
  let weightLoad = 0;
  let numerator = 0;
  let denominator = 0;
  for (const strata of groups) {
    const weight = 1 / (groups.length * strata.length);
    let groupSum = 0;
    for (const { answers, mentions } of strata) {
      const p = mentions / answers;
      groupSum += p;
      variance += (weight * weight * p * (1 - p)) / answers;
      weightLoad += (weight * weight) / answers;
      numerator += mentions;
      denominator += answers;
    }
    sum += groupSum / strata.length;
  }
  const value = sum / groups.length;
  // Cells of one or two answers have almost no variance, which would overstate the certainty. So the
  // stratified n* is capped at Σn divided by the design effects of the repeats and of unequal weights
  // (Kish; in a balanced design the second is 1).
  const ceiling = 1 / (weightLoad * deff);
  const stratified = variance > 0 ? (value * (1 - value)) / (variance * deff) : Infinity;
  return toRate({ numerator, denominator, value, nEff: Math.min(stratified, ceiling) });
}
