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
  /** By length: no closing run before this offset. What one search has learnt serves the next. */
  #noCloserBefore = new Map<number, number>();

  constructor(readonly text: string) {}

  /** An underscore joins words unless it stands at a word's edge and has a partner on the line. */
  isEmphasis(start: number, end: number): boolean {
    const { text } = this;
    if (this.#closers.has(start)) return true;
    const length = end - start;
    const opens = !isWordAt(text, start - 1) && /\S/.test(text.charAt(end));
    if (!opens || start < (this.#noCloserBefore.get(length) ?? 0)) return false;
    const newline = text.indexOf('\n', end);
    const lineEnd = newline < 0 ? text.length : newline;
    for (let i = text.indexOf('_', end + 1); i >= 0 && i < lineEnd; i = text.indexOf('_', i + 1)) {
      const from = i;
      while (text.charAt(i + 1) === '_') i++;
      if (i + 1 - from !== length || isWordAt(text, i + 1) || /\s/.test(text.charAt(from - 1)))
        continue;
      this.#closers.add(from);
      return true;
    }
    this.#noCloserBefore.set(length, lineEnd);
    return false;
  }
}
