/** Underscores: part of a name as in `acme_x`, or emphasis around a word as in `_Acme_`. */

import { characterTables, OTHER, SPACE, SURROGATE } from './character.js';

/**
 * Whether the unit at `i` belongs to a word in the sense of Markdown; underscores and surrogates do
 * not.
 */
export function isWordAt(text: string, i: number): boolean {
  const kind = (characterTables().kind[text.charCodeAt(i)] ?? OTHER) & 7;
  return (
    i >= 0 &&
    i < text.length &&
    kind !== OTHER &&
    kind !== SPACE &&
    kind !== SURROGATE &&
    text.charAt(i) !== '_'
  );
}

/** Classifies the underscores of one text, from left to right. */
export class Underscores {
  /** Start offsets of runs that close an emphasis. */
  #closers = new Set<number>();
  /** Per run length: the result of the last search, valid for every offset below `until`. */
  #ahead = new Map<number, { until: number; hasCloser: boolean }>();

  /** End of the last line that was looked up. */
  #lineEnd = -1;

  constructor(readonly text: string) {}

  #endOfLine(place: number): number {
    if (place > this.#lineEnd) {
      const newline = this.text.indexOf('\n', place);
      this.#lineEnd = newline < 0 ? this.text.length : newline;
    }
    return this.#lineEnd;
  }

  /** An underscore joins words unless it is at a word boundary and has a partner on the same line. */
  isEmphasis(start: number, end: number): boolean {
    const { text } = this;
    if (this.#closers.has(start)) return true;
    const length = end - start;
    const opens = !isWordAt(text, start - 1) && /\S/.test(text.charAt(end));
    if (!opens) return false;
    const known = this.#ahead.get(length);
    if (known !== undefined && start < known.until) return known.hasCloser;
    const lineEnd = this.#endOfLine(end);
    for (let i = text.indexOf('_', end + 1); i >= 0 && i < lineEnd; i = text.indexOf('_', i + 1)) {
      const from = i;
      while (text.charAt(i + 1) === '_') i++;
      if (i + 1 - from !== length || isWordAt(text, i + 1) || /\s/.test(text.charAt(from - 1)))
        continue;
      this.#closers.add(from);
      this.#ahead.set(length, { until: from, hasCloser: true });
      return true;
    }
    this.#ahead.set(length, { until: lineEnd, hasCloser: false });
    return false;
  }
}
