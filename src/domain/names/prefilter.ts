/**
 * Rules out positions at which no name begins, which are nearly all of them, without branches in the
 * loop.
 */

import {
  COMPLEX,
  characterTables,
  foldCluster,
  SPACE,
  SURROGATE,
  WORD,
} from '../text/character.js';

/** Flags above the 16 bits of the folded unit. */
const IS_WORD = 1 << 16;
/** A surrogate, or a unit that cannot be folded alone and may be part of a name. */
export const NEEDS_CARE = 1 << 17;

export interface Prefilter {
  /** Folded unit and flags of each unit of an unfolded text. */
  codes: Int32Array;
  /**
   * Without flags: the fold of ½ looks like a word and is not one, so folded texts rely on the
   * boundary rule.
   */
  foldedCodes: Int32Array;
  /**
   * 1 where a pattern begins with two such folded units, by a hash of both; false positives are
   * harmless.
   */
  pairs: Uint8Array;
}

const NEWLINE = 10;

/** Small enough for the processor cache. */
const PAIRS = 4_096;

/** Hash of two codes; the flags are above the bits that are kept. */
const pairHash = (first: number, second: number): number =>
  (Math.imul(first, 31) ^ (second << 5)) & (PAIRS - 1);

interface Complex {
  unit: number;
  /** The decomposed characters that the unit folds to. */
  parts: string;
}

/** Shared by all prefilters: the codes, and the COMPLEX units by the first character of their parts. */
interface Groundwork {
  codes: Int32Array;
  foldedCodes: Int32Array;
  complex: Map<string, Complex[]>;
}

let groundwork: Groundwork | undefined;

/** Hebrew and Arabic write prefixes on a word, so a name may begin inside one. */
const isWrittenOn = (unit: number): boolean => unit >= 0x590 && unit <= 0x6ff;

function createGroundwork(): Groundwork {
  const { kind, fold } = characterTables();
  const complex: Complex[] = [];
  const codes = Int32Array.from(kind, (k, unit) => {
    if (k === SURROGATE) return unit | NEEDS_CARE;
    if (k < COMPLEX)
      return (fold[unit] as number) | (k === WORD && !isWrittenOn(unit) ? IS_WORD : 0);
    const parts = foldCluster(String.fromCharCode(unit)).normalize('NFD');
    // A character that folds to nothing may stand inside any name.
    if (parts === '') return unit | NEEDS_CARE;
    complex.push({ unit, parts });
    return unit;
  });
  return {
    codes,
    foldedCodes: codes.map((code) => code & 0xffff),
    complex: Map.groupBy(complex, ({ parts }) => parts.charAt(0)),
  };
}

function createPairs(patterns: readonly string[]): Uint8Array {
  const { kind } = characterTables();
  const pairs = new Uint8Array(PAIRS);
  for (const pattern of patterns) {
    const first = pattern.charCodeAt(0);
    const second = pattern.charCodeAt(1);
    // A name of one unit may precede anything; blanks fold to a space, except the newline.
    if (pattern.length === 1)
      for (let unit = 0; unit < 0x10000; unit++) pairs[pairHash(first, unit)] = 1;
    pairs[pairHash(first, second)] = 1;
    if (kind[second] === SPACE) pairs[pairHash(first, NEWLINE)] = 1;
  }
  return pairs;
}

/**
 * A text with ß has to be folded for a name with `ss`, a text with a combining accent for a name with
 * that accent. For all other names such units cannot match.
 */
export function createPrefilter(patterns: readonly string[]): Prefilter {
  groundwork ??= createGroundwork();
  const { complex, foldedCodes } = groundwork;
  const decomposed = patterns.join('\n').normalize('NFD');
  const careful = [...new Set(decomposed)]
    .flatMap((character) => complex.get(character) ?? [])
    .filter(({ parts }) => decomposed.includes(parts));
  // Most prefilters have no such units and share one table, because a table takes a quarter of a
  // megabyte.
  const codes = careful.length === 0 ? groundwork.codes : groundwork.codes.slice();
  for (const { unit } of careful) codes[unit] = unit | NEEDS_CARE;
  return { codes, foldedCodes, pairs: createPairs(patterns) };
}

/**
 * First position from `from` on where a name may begin, or where a unit may have to be folded with
 * its neighbours; `length` if there is none. `units` ends with a 0 that is not part of the text. The
 * loop runs over every character of every answer, so it uses few variables, which fit into registers.
 */
export function nextPlace(
  codes: Int32Array,
  pairs: Uint8Array,
  units: Uint16Array,
  length: number,
  from: number,
): number {
  let i = from;
  let previous = i === 0 ? 0 : (codes[units[i - 1] as number] as number);
  let current = codes[units[i] as number] as number;
  for (; i < length; i++) {
    const next = codes[units[i + 1] as number] as number;
    // No name begins inside a word, where both units have IS_WORD.
    const begins = (pairs[pairHash(current, next)] as number) & ~((previous & current) >> 16);
    if ((begins | (current & NEEDS_CARE)) !== 0) return i;
    previous = current;
    current = next;
  }
  return length;
}
