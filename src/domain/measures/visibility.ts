/** Visibility: how probable it is that an answer to an unbranded prompt names the brand (metrics: visibility). */

import { BRAND } from '../names/alias.js';
import { acceptMentions, type MentionFinder } from '../names/mention.js';
import { meanOfMeans } from '../statistics/mean-of-means.js';
import { type Cell, designEffectOf, type Rate } from '../statistics/stats.js';

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
  const rate = meanOfMeans([...byPlatform.values()], designEffectOf(answered));
  return { ...rate, partial: cells.some((cell) => !byPlatform.has(cell.platform)) };
}
