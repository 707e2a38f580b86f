/**
 * Statements of a rewrite that its copy does not support; a score must not reward them (metrics:
 * score_aviv, guard).
 */

import { toNormalForm } from './normal-form.js';
import { type NumberKind, numbersIn, spelledNumbersIn } from './number.js';
import { writingOf } from './prose.js';
import { quotationsIn, sourcesIn } from './source-mention.js';

/** Words and numbers of a copy. */
export interface Grounds {
  words: string;
  numbers: ReadonlySet<string>;
}

export interface Inventions {
  quotations: ReadonlySet<number>;
  numbers: ReadonlySet<number>;
  sources: ReadonlySet<number>;
}

/** Letters and figures only, so that typography makes no difference. */
export const toPlainWords = (text: string): string =>
  ` ${toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const allNumbers = (text: string) => [...numbersIn(text), ...spelledNumbersIn(text)];
const keyOf = (kind: NumberKind, value: number): string => `${kind} ${value}`;

export function toGrounds(copy: string): Grounds {
  // A bare figure may repeat any number of the copy; a percentage or a price only a number of the
  // same kind.
  const numbers = allNumbers(copy).flatMap(({ kind, value }) => [
    keyOf(kind, value),
    keyOf('plain', value),
  ]);
  return { words: toPlainWords(copy), numbers: new Set(numbers) };
}

/** Whether the copy contains exactly these words; in scripts without blanks, at any position. */
export function stands({ words }: Grounds, text: string): boolean {
  const plain = toPlainWords(text);
  const isSpaced = writingOf(plain) !== 'cjk';
  return plain.trim() !== '' && words.includes(isSpaced ? plain : plain.trim());
}

/**
 * Start offsets in the sentence of unsupported parts: sources that the copy does not name, and
 * numbers and quotations that are not in the copy, unless the sentence cites a source of the copy for
 * them.
 */
export function inventionsIn(sentence: string, grounds: Grounds): Inventions {
  const sources = sourcesIn(sentence);
  const isSourced = sources.some(({ name }) => stands(grounds, name));
  const begins = (found: readonly { start: number }[]) => new Set(found.map(({ start }) => start));
  const missing = sources.filter(({ name }) => !stands(grounds, name));
  if (isSourced) return { quotations: new Set(), numbers: new Set(), sources: begins(missing) };
  return {
    sources: begins(missing),
    quotations: begins(quotationsIn(sentence).filter(({ words }) => !stands(grounds, words))),
    numbers: begins(
      allNumbers(sentence).filter(({ kind, value }) => !grounds.numbers.has(keyOf(kind, value))),
    ),
  };
}

export const holdsInvention = ({ quotations, numbers, sources }: Inventions): boolean =>
  quotations.size + numbers.size + sources.size > 0;
