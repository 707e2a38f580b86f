/** A compact trie over UTF-16 units: one walk finds every pattern that begins at a position. */

import { SPACE } from '../text/character.js';

/** Nodes are numbers and their fields typed arrays, so that a search allocates nothing. */
export interface Trie {
  /** First node of each unit that begins a pattern; 0 for none. */
  roots: Int32Array;
  unit: Uint16Array;
  /** First child and next sibling; 0 for none. */
  child: Int32Array;
  sibling: Int32Array;
  /** Index of the pattern that ends at the node; -1 for none. */
  pattern: Int32Array;
  /** Matches of the last walk, shortest first. */
  foundPatterns: Int32Array;
  foundEnds: Int32Array;
}

const NEWLINE = 10;
const BLANK = 32;

/** `patterns` are distinct, folded and not empty; blanks in them are single spaces. */
export function createTrie(patterns: readonly string[]): Trie {
  const size = patterns.reduce((sum, pattern) => sum + pattern.length, 1);
  const longest = patterns.reduce((most, pattern) => Math.max(most, pattern.length), 0);
  const trie: Trie = {
    roots: new Int32Array(0x10000),
    unit: new Uint16Array(size),
    child: new Int32Array(size),
    sibling: new Int32Array(size),
    pattern: new Int32Array(size).fill(-1),
    foundPatterns: new Int32Array(longest),
    foundEnds: new Int32Array(longest),
  };
  let nodes = 1;
  patterns.forEach((pattern, index) => {
    let node = 0;
    for (let i = 0; i < pattern.length; i++) {
      const unit = pattern.charCodeAt(i);
      let next = i === 0 ? (trie.roots[unit] as number) : childOf(trie, node, unit);
      if (next === 0) {
        next = nodes++;
        trie.unit[next] = unit;
        if (i === 0) trie.roots[unit] = next;
        else {
          trie.sibling[next] = trie.child[node] as number;
          trie.child[node] = next;
        }
      }
      node = next;
    }
    trie.pattern[node] = index;
  });
  return trie;
}

function childOf(trie: Trie, node: number, unit: number): number {
  const { unit: units, sibling } = trie;
  let next = trie.child[node] as number;
  while (next !== 0 && units[next] !== unit) next = sibling[next] as number;
  return next;
}

/**
 * Finds the patterns that begin at `start` and returns their number. `fold` is null when `text` is
 * folded already. A space in a pattern matches any run of blanks within a paragraph. The depth is
 * limited to the longest pattern, so a search is linear in the text.
 */
export function walk(
  trie: Trie,
  text: string,
  start: number,
  kind: Uint8Array,
  fold: Uint16Array | null,
): number {
  let count = 0;
  let unit = text.charCodeAt(start);
  let node = trie.roots[fold ? (fold[unit] as number) : unit] as number;
  let i = start + 1;
  while (node !== 0) {
    const pattern = trie.pattern[node] as number;
    if (pattern >= 0) {
      trie.foundPatterns[count] = pattern;
      trie.foundEnds[count++] = i;
    }
    if (i >= text.length) break;
    unit = text.charCodeAt(i);
    if (kind[unit] === SPACE) {
      node = childOf(trie, node, BLANK);
      let newlines = 0;
      for (; node !== 0 && kind[unit] === SPACE; unit = text.charCodeAt(++i))
        if (unit === NEWLINE) newlines++;
      if (newlines > 1) break;
    } else {
      node = childOf(trie, node, fold ? (fold[unit] as number) : unit);
      i++;
    }
  }
  return count;
}
