/** Searches a text for all names at once: at each place the longest that passes, then on behind it. */

import { COMPLEX, characterTables, foldsAstral } from './character.js';
import { foldText } from './folding.js';
import { createGate, type Gate, IS_WORD, NEEDS_CARE, pairHash } from './gate.js';
import { createTrie, type Trie, walk } from './trie.js';

/** Offsets in the text as it was given, folded or not. */
export interface Span {
  pattern: number;
  start: number;
  end: number;
}

/** Says whether a candidate counts; asked for the longest at a place first. */
export type Accept = (pattern: number, start: number, end: number) => boolean;

/** A text, and its folded form where single units cannot be folded in passing. */
interface Haystack {
  text: string;
  fold: Uint16Array | null;
  starts: Int32Array | null;
  ends: Int32Array | null;
}

/** Compiled once for a set of distinct, folded patterns. */
export interface NameSearch {
  trie: Trie;
  gate: Gate;
}

export const createNameSearch = (patterns: readonly string[]): NameSearch => ({
  trie: createTrie(patterns),
  gate: createGate(patterns),
});

/**
 * The first place from `i` on where a name may begin; the length of the text if there is none, -1 if a unit comes
 * first that only folding the whole text can read. It runs over every character of every answer.
 */
function nextStart({ codes, pairs }: Gate, text: string, i: number, isFolded: boolean): number {
  // What ½ is folded to looks like a word and is none, so folded texts are left to the boundary rule.
  const inside = isFolded ? 0 : IS_WORD;
  const care = isFolded ? 0 : NEEDS_CARE;
  const { length } = text;
  let previous = i === 0 ? 0 : (codes[text.charCodeAt(i - 1)] as number);
  let current = i < length ? (codes[text.charCodeAt(i)] as number) : 0;
  for (; i < length; i++) {
    const next = i + 1 < length ? (codes[text.charCodeAt(i + 1)] as number) : 0;
    const begins =
      (pairs[pairHash(current, next)] as number) & ~((previous & current & inside) >> 16);
    if ((begins | (current & care)) !== 0) {
      if ((current & care) !== 0 && foldsWithOthers(text, i)) return -1;
      if (begins !== 0) return i;
    }
    previous = current;
    current = next;
  }
  return length;
}

const foldsWithOthers = (text: string, i: number): boolean =>
  (characterTables().kind[text.charCodeAt(i)] as number) >= COMPLEX || foldsAstral(text, i);

/** Null when the text has to be folded first. */
function scan({ trie, gate }: NameSearch, haystack: Haystack, accept: Accept): Span[] | null {
  const { text, fold, starts, ends } = haystack;
  const { kind } = characterTables();
  const spans: Span[] = [];
  let i = nextStart(gate, text, 0, fold === null);
  while (i >= 0 && i < text.length) {
    let next = i + 1;
    for (let found = walk(trie, text, i, kind, fold) - 1; found >= 0; found--) {
      const end = trie.foundEnds[found] as number;
      // ß is folded to two letters; no name begins or ends between them.
      if (starts && ends && (starts[i] === starts[i - 1] || ends[end] === ends[end - 1])) continue;
      const pattern = trie.foundPatterns[found] as number;
      const from = starts ? (starts[i] as number) : i;
      const to = ends ? (ends[end - 1] as number) : end;
      if (!accept(pattern, from, to)) continue;
      spans.push({ pattern, start: from, end: to });
      next = end;
      break;
    }
    i = nextStart(gate, text, next, fold === null);
  }
  return i < 0 ? null : spans;
}

/** Leftmost-longest among the accepted; most texts need no folded copy. */
export function searchNames(search: NameSearch, text: string, accept: Accept): Span[] {
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
      { text: folded.text, fold: null, starts: folded.starts, ends: folded.ends },
      accept,
    ) ?? []
  );
}
