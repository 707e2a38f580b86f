/** Visibility: probability that an answer to an unbranded prompt names the brand (metrics: visibility). */

import { BRAND } from '../names/alias.js';
import { acceptMentions, type MentionFinder } from '../names/mention.js';
import { meanOfMeans } from '../statistics/mean-of-means.js';
import { type Cell, designEffectOf, type Rate } from '../statistics/stats.js';

/** `partial`: at least one platform gave no answer, so the value rests on the other platforms. */
export interface Visibility extends Rate {
  partial: boolean;
}

/** An answer echoes a brand named in the prompt, so branded prompts do not measure visibility. */
export const isBranded = (promptText: string, language: string, finder: MentionFinder): boolean =>
  acceptMentions(finder.find(promptText, language), promptText, null).some(
    (mention) => mention.entityId === BRAND,
  );

/**
 * Mean over platforms of the mean over prompts, both unweighted. `cells` are those of unbranded
 * prompts; a cell without answers is a platform that was asked and failed.
 */
export function visibility(cells: readonly Cell[]): Visibility {
  const answered = cells.filter((cell) => cell.answers > 0);
  const byPlatform = Map.groupBy(answered, (cell) => cell.platform);
  const rate = meanOfMeans([...byPlatform.values()], designEffectOf(answered));
  return { ...rate, partial: cells.some((cell) => !byPlatform.has(cell.platform)) };
}
