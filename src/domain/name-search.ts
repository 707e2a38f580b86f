/** Searches a text for all names at once: at each place the longest that passes, then on behind it. */

import { COMPLEX, characterTables, foldsAstral, SURROGATE, WORD } from './character.js';
import { foldText } from './folding.js';
import { type Trie, walk } from './trie.js';

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

/** Null when a unit turns up that only folding the whole text can read. */
function scan(trie: Trie, haystack: Haystack, accept: Accept): Span[] | null {
  const { text, fold, starts, ends } = haystack;
  const { kind } = characterTables();
  const { roots } = trie;
  const spans: Span[] = [];
  let previous = 0;
  for (let i = 0; i < text.length; ) {
    const unit = text.charCodeAt(i);
    const current = kind[unit] as number;
    if (fold !== null && current >= SURROGATE && (current >= COMPLEX || foldsAstral(text, i))) return null;
    const mayStart = previous !== WORD || current !== WORD || fold === null;
    previous = current;
    if (!mayStart || roots[fold === null ? unit : (fold[unit] as number)] === 0) {
      i++;
      continue;
    }
    let next = i + 1;
    for (let found = walk(trie, text, i, fold) - 1; found >= 0; found--) {
      const end = trie.foundEnds[found] as number;
      // ß is folded to two letters; no name begins or ends between them.
      if (starts && ends && (starts[i] === starts[i - 1] || ends[end] === ends[end - 1])) continue;
      const span = {
        pattern: trie.foundPatterns[found] as number,
        start: starts ? (starts[i] as number) : i,
        end: ends ? (ends[end - 1] as number) : end,
      };
      if (!accept(span.pattern, span.start, span.end)) continue;
      spans.push(span);
      next = end;
      previous = kind[text.charCodeAt(end - 1)] as number;
      break;
    }
    i = next;
  }
  return spans;
}

/** Leftmost-longest among the accepted; most texts need no folded copy. */
export function searchNames(trie: Trie, text: string, accept: Accept): Span[] {
  const spans = scan(trie, { text, fold: characterTables().fold, starts: null, ends: null }, accept);
  if (spans) return spans;
  const folded = foldText(text);
  return scan(trie, { text: folded.text, fold: null, starts: folded.starts, ends: folded.ends }, accept) ?? [];
}
