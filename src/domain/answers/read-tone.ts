/**
 * Tone without a judge: rules over clauses for English; other languages are not read (metrics: sentiment).
 */

import { detectLanguage } from '../names/language.js';
import type { Evidence } from './evidence.js';
import type { Sentiment } from './sentiment.js';
import { OWN_NAME, RIVAL_NAME, toneOf } from './tone.js';

/** A weaker tone than that of one plain word is none. */
const THRESHOLD = 0.1;
const FEWEST_LETTERS = 20;
/** Length of the beginning of the answer that helps to detect the language of short evidence. */
const HEAD_UNITS = 200;
/** Common words that are almost only English: if every tenth word is one of them, the text is English. */
const ENGLISH =
  /\b(?:and|are|before|between|but|from|has|have|it|its|most|often|people|than|that|the|their|these|they|this|users|well|when|which|who|with|you|your)\b/gi;
/** Common words of other languages in Latin script. */
const FOREIGN =
  /(?<!\p{L})(?:aber|aux|avec|bij|che|com|dans|das|del|della|der|des|die|een|ein|eine|est|för|het|ist|les|los|las|med|mit|nicht|não|och|para|pas|pour|que|sehr|som|sont|sur|très|und|una|une|uno|van|voor|zijn|är|jest|nie|się)(?!\p{L})/iu;
/** A text below this length is too short for detection. */
const SHORT_LETTERS = 120;
const ONE_IN = 10;
const FEWEST_WORDS = 3;

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * Decides by script, then by common words, then by language detection; texts that are too short count
 * as the language of the prompt.
 */
function isEnglish(evidence: Evidence, answer: string, promptLanguage: string): boolean {
  const words = evidence.masked.replaceAll(OWN_NAME, '').replaceAll(RIVAL_NAME, '');
  const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < lettersOf(words)) return false;
  const sample = `${words} ${answer.slice(0, HEAD_UNITS)}`;
  const common = sample.match(ENGLISH)?.length ?? 0;
  if (common >= FEWEST_WORDS && common * ONE_IN >= sample.split(/\s+/).length) return true;
  const isPrompted = /^en\b/.test(promptLanguage);
  const letters = lettersOf(sample);
  if (letters < FEWEST_LETTERS) return isPrompted;
  if (isPrompted && letters < SHORT_LETTERS && !FOREIGN.test(sample)) return true;
  return detectLanguage(sample) === 'en';
}

/** `answer` is the text that the evidence was taken from. */
export function readTone(evidence: Evidence, answer: string, promptLanguage: string): Sentiment {
  if (!isEnglish(evidence, answer, promptLanguage))
    return { label: 'neutral', score: null, method: 'none' };
  const compound = toneOf(evidence.masked);
  const label =
    compound >= THRESHOLD ? 'positive' : compound <= -THRESHOLD ? 'negative' : 'neutral';
  return { label, score: compound, method: 'lexicon' };
}
