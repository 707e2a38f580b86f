/**
 * Sentiment without a judge: VADER word list for English; other languages are not scored (metrics:
 * sentiment).
 */

import { createRequire } from 'node:module';
import type * as Tinyld from 'tinyld';
import type { Evidence } from './evidence.js';
import type { Sentiment } from './sentiment.js';
import { compoundScore } from './vader.js';

const THRESHOLD = 0.05;
const FEWEST_LETTERS = 20;
/** Length of the beginning of the answer that helps to detect the language of short evidence. */
const HEAD_UNITS = 200;
/** Common words that are almost only English: if every tenth word is one of them, the text is English. */
const ENGLISH =
  /\b(?:and|are|before|between|but|from|has|have|it|its|most|often|people|than|that|the|their|these|they|this|users|well|when|which|who|with|you|your)\b/gi;
const ONE_IN = 10;
const FEWEST_WORDS = 3;

/**
 * Loaded with the first answer: together they take 160 ms and 50 MB, and processes without analysis
 * never need them.
 */
const load = createRequire(import.meta.url);
let detect: typeof Tinyld.detect | undefined;

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * Decides by script, then by common words, then by language detection; texts that are too short count
 * as the language of the prompt.
 */
function isEnglish(evidence: Evidence, answer: string, promptLanguage: string): boolean {
  const words = evidence.masked.replaceAll('Name', '');
  const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < lettersOf(words)) return false;
  const sample = `${words} ${answer.slice(0, HEAD_UNITS)}`;
  const common = sample.match(ENGLISH)?.length ?? 0;
  if (common >= FEWEST_WORDS && common * ONE_IN >= sample.split(/\s+/).length) return true;
  if (lettersOf(sample) < FEWEST_LETTERS) return /^en\b/.test(promptLanguage);
  detect ??= (load('tinyld') as typeof Tinyld).detect;
  return detect(sample) === 'en';
}

/** `answer` is the text that the evidence was taken from. */
export function readByLexicon(
  evidence: Evidence,
  answer: string,
  promptLanguage: string,
): Sentiment {
  if (!isEnglish(evidence, answer, promptLanguage))
    return { label: 'neutral', score: null, method: 'none' };
  const compound = compoundScore(evidence.masked);
  const label =
    compound >= THRESHOLD ? 'positive' : compound <= -THRESHOLD ? 'negative' : 'neutral';
  return { label, score: compound, method: 'lexicon' };
}
