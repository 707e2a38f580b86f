/** How often prompts hit: their answers name the brand (metrics: hit rate, coverage). */

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

/** The unweighted mean over prompts; those without an answer are left out. */
export function hitRate(cells: readonly Cell[]): Rate {
  const prompts = countByPrompt(cells);
  return meanOfMeans(prompts.length > 0 ? [prompts] : [], designEffectOf(cells));
}

/** The share of prompts with at least one hit. It grows with repeats, so compare it only under equal ones. */
export function coverage(cells: readonly Cell[]): Rate {
  const prompts = countByPrompt(cells);
  return toRate({
    numerator: prompts.filter(({ mentions }) => mentions > 0).length,
    denominator: prompts.length,
  });
}
