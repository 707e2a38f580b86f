/** The language of an answer, as far as the reading of names depends on it. */

import { createRequire } from 'node:module';
import type * as Tinyld from 'tinyld';

/** Loaded with the first text in question: it takes 160 ms and 50 MB. */
const load = createRequire(import.meta.url);
let detect: typeof Tinyld.detect | undefined;

/** ISO 639-1 code, or an empty string if the text does not tell. */
export function detectLanguage(text: string): string {
  detect ??= (load('tinyld') as typeof Tinyld).detect;
  return detect(text);
}

/** Length of the beginning that is looked at. */
const HEAD_UNITS = 300;
const FEWEST_LETTERS = 60;

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * Languages whose endings may stand on a name before `tail`. The language of the prompt decides, unless it is English,
 * the default of prompts; then the text does.
 */
export function languagesBefore(tail: string, text: string, promptLanguage: string): string[] {
  if (/^\p{Script=Cyrillic}/u.test(tail)) return ['ru', 'uk'];
  const prompted = promptLanguage.toLowerCase().split('-', 1)[0] ?? '';
  if (/^\p{Script=Arabic}/u.test(tail))
    return prompted === 'fa' || /[پچژگی]/u.test(text.slice(0, HEAD_UNITS)) ? ['fa'] : [];
  const language = prompted === 'no' ? 'nb' : prompted;
  if (language !== '' && language !== 'en') return [language];
  const head = text.slice(0, HEAD_UNITS);
  const found = lettersOf(head) < FEWEST_LETTERS ? 'en' : detectLanguage(head);
  return [found === 'no' ? 'nb' : found];
}
