/** Tells that no name begins at a place, which is so nearly everywhere, without a branch to guess. */

import { COMPLEX, characterTables, foldCluster, SPACE, SURROGATE, WORD } from './character.js';

/** Flags above the 16 bits of the folded unit. */
export const IS_WORD = 1 << 16;
/** A surrogate, or a unit that cannot be folded by itself and could be part of a name. */
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

/** What all gates begin with: the codes, and each COMPLEX unit with the decomposed characters it brings into a text. */
interface Groundwork {
  codes: Int32Array;
  complex: [unit: number, parts: string][];
}

let groundwork: Groundwork | undefined;

function createGroundwork(): Groundwork {
  const { kind, fold } = characterTables();
  const complex: Groundwork['complex'] = [];
  const codes = Int32Array.from(kind, (k, unit) => {
    if (k === SURROGATE) return unit | NEEDS_CARE;
    if (k < COMPLEX) return (fold[unit] as number) | (k === WORD ? IS_WORD : 0);
    complex.push([unit, foldCluster(String.fromCharCode(unit)).normalize('NFD')]);
    return unit;
  });
  return { codes, complex };
}

function createPairs(patterns: readonly string[]): Uint8Array {
  const { kind } = characterTables();
  const pairs = new Uint8Array(0x10000);
  for (const pattern of patterns) {
    const first = pattern.charCodeAt(0);
    const second = pattern.charCodeAt(1);
    // A name of one unit may stand before anything; a blank folds to a space, but for the newline.
    if (pattern.length === 1)
      for (let unit = 0; unit < 0x10000; unit++) pairs[pairHash(first, unit)] = 1;
    pairs[pairHash(first, second)] = 1;
    if (kind[second] === SPACE) pairs[pairHash(first, NEWLINE)] = 1;
  }
  return pairs;
}

/**
 * A text with ß has to be folded for a name with `ss`, one with a combining accent for a name with that accent.
 * For all other names such a unit is only something that they do not contain.
 */
export function createGate(patterns: readonly string[]): Gate {
  groundwork ??= createGroundwork();
  const codes = groundwork.codes.slice();
  const decomposed = patterns.join('\n').normalize('NFD');
  const occurring = new Set(decomposed);
  for (const [unit, parts] of groundwork.complex) {
    if (occurring.has(parts.charAt(0)) && decomposed.includes(parts))
      codes[unit] = unit | NEEDS_CARE;
  }
  return { codes, pairs: createPairs(patterns) };
}
