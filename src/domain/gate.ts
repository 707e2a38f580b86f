/** Tells that no name begins at a place, which is so nearly everywhere, without a branch to guess. */

import { COMPLEX, characterTables, SPACE, SURROGATE, WORD } from './character.js';

/** Flags above the 16 bits of the folded unit. */
export const IS_WORD = 1 << 16;
/** A surrogate or a unit that cannot be folded by itself. */
export const NEEDS_CARE = 1 << 17;

export interface Gate {
  /** The folded unit and the flags of each unit as it stands in a text, folded or not. */
  codes: Int32Array;
  /** 1 where some pattern begins with two such folded units, by a hash of both: false positives are harmless. */
  pairs: Uint8Array;
}

const NEWLINE = 10;

/** Of two codes; their flags stay above the bits that are kept. */
export const pairHash = (first: number, second: number): number =>
  (Math.imul(first, 31) ^ Math.imul(second, 2533)) & 0xffff;

let codes: Int32Array | undefined;

function createCodes(): Int32Array {
  const { kind, fold } = characterTables();
  return Int32Array.from(kind, (k, unit) => {
    if (k >= COMPLEX || k === SURROGATE) return unit | NEEDS_CARE;
    return (fold[unit] as number) | (k === WORD ? IS_WORD : 0);
  });
}

export function createGate(patterns: readonly string[]): Gate {
  const { kind } = characterTables();
  codes ??= createCodes();
  const pairs = new Uint8Array(0x10000);
  for (const pattern of patterns) {
    const first = pattern.charCodeAt(0);
    const second = pattern.charCodeAt(1);
    // A name of one unit may stand before anything; a blank folds to a space, but for the newline.
    if (pattern.length === 1) for (let unit = 0; unit < 0x10000; unit++) pairs[pairHash(first, unit)] = 1;
    pairs[pairHash(first, second)] = 1;
    if (kind[second] === SPACE) pairs[pairHash(first, NEWLINE)] = 1;
  }
  return { codes, pairs };
}
