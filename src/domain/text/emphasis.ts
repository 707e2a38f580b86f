/** Underscores: part of a name as in `acme_x`, or marks around a word as in `_Acme_`. */

import { characterTables, OTHER, SPACE, SURROGATE } from './character.js';

/** Whether the unit at `i` belongs to a word, to Markdown: an underscore and half of a code point do not. */
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

/** Reads the underscores of one text from left to right. */
export class Underscores {
  /** Where runs begin that close an emphasis. */
  #closers = new Set<number>();
  /** By length: what lies ahead of each place up to this one. What one search has learnt serves the next. */
  #ahead = new Map<number, { until: number; hasCloser: boolean }>();

  /** Of the line that was asked about last. */
  #lineEnd = -1;

  constructor(readonly text: string) {}

  #endOfLine(place: number): number {
    if (place > this.#lineEnd) {
      const newline = this.text.indexOf('\n', place);
      this.#lineEnd = newline < 0 ? this.text.length : newline;
    }
    return this.#lineEnd;
  }

  /** An underscore joins words unless it stands at a word's edge and has a partner on the line. */
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
