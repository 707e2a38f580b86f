/** Visibility: how probable it is that an answer to an unbranded prompt names the brand (metrics: visibility). */

import { BRAND } from './alias.js';
import { acceptMentions, type MentionFinder } from './mention.js';
import {
  type Cell,
  designEffect,
  meanRepeats,
  type Rate,
  repeatCorrelation,
  toRate,
} from './stats.js';

/** `partial`: at least one platform gave no answer, and the others stand in for it. */
export interface Visibility extends Rate {
  partial: boolean;
}

/** A prompt that names the brand gets it echoed back, so it says nothing of visibility. */
export const isBranded = (promptText: string, finder: MentionFinder): boolean =>
  acceptMentions(finder.find(promptText)).some((mention) => mention.entityId === BRAND);

/**
 * The mean over platforms of the mean over prompts, both unweighted. `cells` are those of unbranded prompts;
 * one without answers stands for a platform that was asked in vain.
 */
export function visibility(cells: readonly Cell[]): Visibility {
  const answered = cells.filter((cell) => cell.answers > 0);
  const byPlatform = Map.groupBy(answered, (cell) => cell.platform);
  let sum = 0;
  let variance = 0;
  let weightLoad = 0;
  let numerator = 0;
  let denominator = 0;
  for (const own of byPlatform.values()) {
    const weight = 1 / (byPlatform.size * own.length);
    let platformSum = 0;
    for (const { answers, mentions } of own) {
      const p = mentions / answers;
      platformSum += p;
      variance += (weight * weight * p * (1 - p)) / answers;
      weightLoad += (weight * weight) / answers;
      numerator += mentions;
      denominator += answers;
    }
    sum += platformSum / own.length;
  }
  const value = sum / byPlatform.size;

  const deff = designEffect(meanRepeats(answered), repeatCorrelation(answered));
  // Cells of one or two answers show almost no variance of their own and would promise more certainty than there
  // are answers. So the stratified n* never exceeds what the answers are worth: Σn over the design effects of the
  // repeats and of unequal weights (Kish; in a balanced design the second is 1).
  const ceiling = 1 / (weightLoad * deff);
  const stratified = variance > 0 ? (value * (1 - value)) / (variance * deff) : Infinity;
  const rate = toRate({ numerator, denominator, value, nEff: Math.min(stratified, ceiling) });
  return { ...rate, partial: cells.some((cell) => !byPlatform.has(cell.platform)) };
}
