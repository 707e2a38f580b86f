/**
 * Searches a text for all names in one pass: takes the longest accepted name at each position and
 * continues after it.
 */

import { COMPLEX, characterTables, foldsAstral, isIgnorable } from '../text/character.js';
import { isWordAt } from '../text/emphasis.js';
import { foldText } from './folding.js';
import { createPrefilter, NEEDS_CARE, nextPlace, type Prefilter } from './prefilter.js';
import { createTrie, type Trie, walk } from './trie.js';

/** Offsets in the original text, folded or not. */
export interface NameSpan {
  pattern: number;
  start: number;
  end: number;
}

/** Decides whether a candidate counts; called for the longest candidate at a position first. */
export type Accept = (pattern: number, start: number, end: number) => boolean;

/** A text, or its folded form when its units cannot be folded one by one. */
interface Haystack {
  text: string;
  fold: Uint16Array | null;
  starts: Int32Array | null;
  ends: Int32Array | null;
}

/** Compiled once for a set of distinct, folded patterns. */
export interface NameSearch {
  trie: Trie;
  prefilter: Prefilter;
  /** The text under search, followed by a 0. Searches must not be nested. */
  units: Uint16Array;
  /** View of the same memory. */
  bytes: Buffer;
}

export const createNameSearch = (patterns: readonly string[]): NameSearch => ({
  trie: createTrie(patterns),
  prefilter: createPrefilter(patterns),
  units: new Uint16Array(0),
  bytes: Buffer.alloc(0),
});

function foldsWithOthers(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  if (isIgnorable(unit)) return isWordAt(text, i - 1) && isWordAt(text, i + 1);
  return (characterTables().kind[unit] as number) >= COMPLEX || foldsAstral(text, i);
}

/** Null when the text has to be folded first. */
function scan(search: NameSearch, haystack: Haystack, accept: Accept): NameSpan[] | null {
  const { trie, prefilter, units } = load(search, haystack.text);
  const { text, fold, starts, ends } = haystack;
  const { kind } = characterTables();
  const { pairs } = prefilter;
  const codes = fold === null ? prefilter.foldedCodes : prefilter.codes;
  const { length } = text;
  const spans: NameSpan[] = [];
  for (let next = 0; ; ) {
    const i = nextPlace(codes, pairs, units, length, next);
    if (i === length) return spans;
    const code = codes[units[i] as number] as number;
    if ((code & NEEDS_CARE) !== 0 && foldsWithOthers(text, i)) return null;
    next = i + 1;
    for (let found = walk(trie, text, i, kind, fold) - 1; found >= 0; found--) {
      const end = trie.foundEnds[found] as number;
      // ß folds to two letters; a name cannot begin or end between them.
      if (starts && ends && (starts[i] === starts[i - 1] || ends[end] === ends[end - 1])) continue;
      const pattern = trie.foundPatterns[found] as number;
      const from = starts ? (starts[i] as number) : i;
      const to = ends ? (ends[end - 1] as number) : end;
      if (!accept(pattern, from, to)) continue;
      spans.push({ pattern, start: from, end: to });
      next = end;
      break;
    }
  }
}

/** Copies the text into a typed array, because reading a string checks its encoding at every character. */
function load(search: NameSearch, text: string): NameSearch {
  if (search.units.length <= text.length) {
    search.units = new Uint16Array(2 * text.length + 1);
    search.bytes = Buffer.from(search.units.buffer);
  }
  search.bytes.write(text, 'utf16le');
  search.units[text.length] = 0;
  return search;
}

/** Leftmost-longest among the accepted names; most texts need no folded copy. */
export function searchNames(search: NameSearch, text: string, accept: Accept): NameSpan[] {
  const spans = scan(
    search,
    { text, fold: characterTables().fold, starts: null, ends: null },
    accept,
  );
  if (spans) return spans;
  const folded = foldText(text);
  return (
    scan(
      search,
      {
        text: folded.text,
        fold: null,
        starts: folded.starts,
        ends: folded.ends,
      },
      accept,
    ) ?? []
  );
}
