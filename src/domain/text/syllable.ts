/** Syllables of English words, by spelling. */

import { toNormalForm } from './normal-form.js';

const SILENT_ED = /[^aeioudt]ed$/;
const SILENT_E = /[^aeiou]e$|(?<![aeiousxzcg]|[cs]h)es$/;
/** Endings in which the e is pronounced. */
const VOICED_END = /(?:[^aeiou]les?|[^aeiou]res?)$/;
const SPLIT =
  /i[ao](?!u)|(?<![cgtsx])iou|(?<![cts])ie(?=t|n[tc])|(?<!q)u[ao](?![ry])|eo(?!u)|eum|ii|y[aeiou](?!$)|ea(?=ti|to)|(?<=[aeiou])ing|ism$|thm$/g;
const JOINED = /(?:[ctsx]i|g[ei])[oa](?!u)|eau|quo/g;

const EXCEPTIONS: Record<string, number> = {
  area: 3,
  being: 2,
  business: 2,
  create: 2,
  created: 3,
  idea: 3,
  people: 2,
  real: 1,
  science: 2,
  something: 2,
  somewhere: 2,
  the: 1,
  wednesday: 2,
  every: 2,
  different: 3,
  interesting: 4,
};

/** At least 1; 1 for a word without letters, such as a number. */
export function countSyllables(word: string): number {
  const letters = toNormalForm(word.toLowerCase(), 'NFD')
    .replace(/['’]s$/, '')
    .replace(/[^a-z]/g, '');
  const known = EXCEPTIONS[letters];
  if (known !== undefined) return known;
  if (letters.length <= 3) return Math.max(1, letters.match(/[aeiouy]+/g)?.length ?? 1);
  let count = letters.match(/[aeiouy]+/g)?.length ?? 0;
  const apart = letters.match(SPLIT)?.length ?? 0;
  const together = letters.match(JOINED)?.length ?? 0;
  count += Math.max(0, apart - together);
  if (SILENT_ED.test(letters)) count -= 1;
  else if (SILENT_E.test(letters) && !VOICED_END.test(letters)) count -= 1;
  return Math.max(1, count);
}
