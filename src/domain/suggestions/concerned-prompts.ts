/**
 * Selects the prompts that a text may affect when the customer names none; the others are the control
 * (metrics: uplift).
 */

import { sumOf } from '../statistics/sum.js';

export interface PromptPlatforms {
  promptId: string;
  text: string;
  /** Number of answers in the days before the text is applied. */
  answers: number;
}

const LEAST_PROMPTS = 4;
/** Minimum number of answers on either side. */
const LEAST_ANSWERS = 30;

const words = new Intl.Segmenter('und', { granularity: 'word' });

const wordsOf = (text: string): Set<string> =>
  new Set(
    [...words.segment(text.normalize('NFKC').toLowerCase())].flatMap(({ segment, isWordLike }) =>
      isWordLike ? [segment] : [],
    ),
  );

/**
 * The half of the prompts that shares most words with the text, so that the other half can be the
 * control. A word weighs more the fewer prompts contain it, and nothing if all do. Null when either
 * side would have too few answers, or when the text shares no words.
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
