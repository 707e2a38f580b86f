/** Readability of a text (metrics: readability). */

import { countCharacters, splitSentences, type Writing, wordsOf, writingOf } from './prose.js';
import { countSyllables } from './syllable.js';

export interface TextCounts {
  sentences: number;
  words: number;
  syllables: number;
  /** Words of more than six letters. */
  longWords: number;
}

/** Scores that are defined for the writing; null where a score is not defined or the text is empty. */
export interface Readability {
  writing: Writing;
  fleschReadingEase: number | null;
  fleschKincaidGrade: number | null;
  lix: number | null;
  charactersPerSentence: number | null;
}

/** Flesch 1948. English only. */
export const fleschReadingEase = ({ sentences, words, syllables }: TextCounts): number =>
  206.835 - (1.015 * words) / sentences - (84.6 * syllables) / words;

/** Kincaid 1975, as a US school grade. English only. */
export const fleschKincaidGrade = ({ sentences, words, syllables }: TextCounts): number =>
  (0.39 * words) / sentences + (11.8 * syllables) / words - 15.59;

export const lix = ({ sentences, words, longWords }: TextCounts): number =>
  words / sentences + (100 * longWords) / words;

export function countText(text: string): TextCounts {
  const words = wordsOf(text);
  return {
    sentences: splitSentences(text).length,
    words: words.length,
    syllables: words.reduce((sum, word) => sum + countSyllables(word), 0),
    longWords: words.filter((word) => (word.match(/\p{L}/gu)?.length ?? 0) > 6).length,
  };
}

export function readabilityOf(text: string): Readability {
  const writing = writingOf(text);
  const counts = countText(text);
  const none = { fleschReadingEase: null, fleschKincaidGrade: null, lix: null };
  if (counts.words === 0) return { writing, ...none, charactersPerSentence: null };
  if (writing === 'cjk')
    return { writing, ...none, charactersPerSentence: countCharacters(text) / counts.sentences };
  const spaced = { writing, ...none, lix: lix(counts), charactersPerSentence: null };
  if (writing === 'other') return spaced;
  return {
    ...spaced,
    fleschReadingEase: fleschReadingEase(counts),
    fleschKincaidGrade: fleschKincaidGrade(counts),
  };
}

/** 1 between the inner bounds, falling linearly to 0 at the outer bounds. */
const plateau = (x: number, from: number, low: number, high: number, to: number): number =>
  Math.min(1, Math.max(0, Math.min((x - from) / (low - from), (to - x) / (to - high))));

/** In [0, 1], the `f` of the readiness score: highest for plain text that is not trivial. */
export function fluencyOf(readability: Readability): number {
  const { fleschReadingEase: ease, lix: difficulty, charactersPerSentence: length } = readability;
  if (ease !== null) return plateau(ease, 20, 50, 70, 100);
  if (length !== null) return plateau(length, -1, 0, 30, 80);
  return difficulty === null ? 0 : plateau(difficulty, -1, 0, 45, 65);
}
