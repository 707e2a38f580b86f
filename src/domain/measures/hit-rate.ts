/** Share of answers that name the brand, per prompt (metrics: hit rate, coverage). */

import { meanOfMeans } from '../statistics/mean-of-means.js';
import { type Cell, designEffectOf, type Rate, toRate } from '../statistics/stats.js';

interface PromptCount {
  answers: number;
  mentions: number;
}

function countByPrompt(cells: readonly Cell[]): PromptCount[] {
  const prompts = new Map<string, PromptCount>();
  for (const { promptId, answers, mentions } of cells) {
    const count = prompts.get(promptId) ?? { answers: 0, mentions: 0 };
    count.answers += answers;
    count.mentions += mentions;
    prompts.set(promptId, count);
  }
  return [...prompts.values()].filter(({ answers }) => answers > 0);
}

/** Unweighted mean over prompts; prompts without answers are left out. */
export function hitRate(cells: readonly Cell[]): Rate {
  const prompts = countByPrompt(cells);
  return meanOfMeans(prompts.length > 0 ? [prompts] : [], designEffectOf(cells));
}

/**
 * Share of prompts with at least one hit. It grows with the number of repeats, so compare equal
 * numbers only.
 */
export function coverage(cells: readonly Cell[]): Rate {
  const prompts = countByPrompt(cells);
  return toRate({
    numerator: prompts.filter(({ mentions }) => mentions > 0).length,
    denominator: prompts.length,
  });
}
