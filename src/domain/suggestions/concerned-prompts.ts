/** Which prompts a text may move, when nobody says, and which are left to compare it with (metrics: uplift). */

import { sumOf } from '../statistics/sum.js';

export interface PromptPlatforms {
  promptId: string;
  text: string;
  /** Of the days before the text is put to use. */
  answers: number;
}

const LEAST_PROMPTS = 4;
/** On either side. */
const LEAST_ANSWERS = 30;

const words = new Intl.Segmenter('und', { granularity: 'word' });

const wordsOf = (text: string): Set<string> =>
  new Set(
    [...words.segment(text.normalize('NFKC').toLowerCase())].flatMap(({ segment, isWordLike }) =>
      isWordLike ? [segment] : [],
    ),
  );

/**
 * The half of the prompts whose own words the text holds most of, so that the other half can be the control; a word
 * weighs more the fewer prompts have it, and one that all have nothing. Null where either side would have too few
 * answers, or where the text is near to none.
 */
export function concernedPrompts(
  prompts: readonly PromptPlatforms[],
  text: string,
  most: number,
): string[] | null {
  if (prompts.length < LEAST_PROMPTS) return null;
  const held = wordsOf(text);
  const own = prompts.map((prompt) => ({ prompt, words: [...wordsOf(prompt.text)] }));
  const having = new Map<string, number>();
  for (const word of own.flatMap((one) => one.words)) having.set(word, (having.get(word) ?? 0) + 1);
  const weightOf = (list: readonly string[]): number =>
    list.reduce((total, word) => total + Math.log(prompts.length / (having.get(word) ?? 1)), 0);
  const ranked = own
    .map((one) => {
      const all = weightOf(one.words);
      const near = weightOf(one.words.filter((word) => held.has(word)));
      return { prompt: one.prompt, nearness: all === 0 ? 0 : near / all };
    })
    .sort((a, b) => b.nearness - a.nearness || (a.prompt.promptId < b.prompt.promptId ? -1 : 1));
  const chosen = ranked
    .slice(0, Math.min(most, Math.ceil(ranked.length / 2)))
    .filter(({ nearness }) => nearness > 0)
    .map(({ prompt }) => prompt);
  const rest = prompts.filter((prompt) => !chosen.includes(prompt));
  return [chosen, rest].every((side) => sumOf(side, 'answers') >= LEAST_ANSWERS)
    ? chosen.map(({ promptId }) => promptId)
    : null;
}
