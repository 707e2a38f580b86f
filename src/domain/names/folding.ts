/** Folds a text for name search, with a mapping back to the original offsets. */

import { COMPLEX, characterTables, foldCluster, SURROGATE } from '../text/character.js';
import { MOST_MARKS } from '../text/normal-form.js';

export interface FoldedText {
  text: string;
  /** Origin of each folded unit: [starts[i], ends[i]) of the unfolded text. */
  starts: Int32Array;
  ends: Int32Array;
}

const CHUNK_UNITS = 4096;

function toText(units: Uint16Array): string {
  let text = '';
  for (let i = 0; i < units.length; i += CHUNK_UNITS) {
    // Reflect.apply accepts the typed array directly; spreading it costs ten times as much.
    text += Reflect.apply(String.fromCharCode, null, units.subarray(i, i + CHUNK_UNITS));
  }
  return text;
}

/**
 * NFKC composes across neighbours, so units are folded in clusters: a base and the marks that may
 * join it.
 */
export function foldText(source: string): FoldedText {
  const { kind, fold } = characterTables();
  // One unit may fold to 18 (U+FDFA), but rarely, so the arrays grow on demand.
  let units = new Uint16Array(source.length + 32);
  let starts = new Int32Array(units.length);
  let ends = new Int32Array(units.length);
  let length = 0;

  for (let i = 0; i < source.length; ) {
    const unit = source.charCodeAt(i);
    let end = i + ((source.codePointAt(i) ?? 0) > 0xffff ? 2 : 1);
    const next = kind[source.charCodeAt(end)] ?? 0;
    const k = kind[unit] ?? 0;
    if (((k | next) & COMPLEX) === 0 && k !== SURROGATE) {
      units[length] = fold[unit] ?? 0;
      starts[length] = i;
      ends[length++] = end;
      i = end;
      continue;
    }
    // Normalising a cluster takes time quadratic in its length.
    const most = Math.min(source.length, end + MOST_MARKS);
    while (end < most && joins(source.charCodeAt(end), kind)) end++;
    const folded = foldCluster(source.slice(i, end));
    if (length + folded.length + source.length - end >= units.length) {
      const size = 2 * (length + folded.length + source.length);
      units = grow(units, new Uint16Array(size));
      starts = grow(starts, new Int32Array(size));
      ends = grow(ends, new Int32Array(size));
    }
    const verbatim = folded.length === end - i;
    for (let j = 0; j < folded.length; j++) {
      units[length] = folded.charCodeAt(j);
      starts[length] = verbatim ? i + j : i;
      ends[length++] = verbatim ? i + j + 1 : end;
    }
    i = end;
  }
  return { text: toText(units.subarray(0, length)), starts, ends };
}

/**
 * Whether a unit folds together with the preceding one: a mark or a Hangul vowel or tail, not a base
 * like ß.
 */
function joins(unit: number, kind: Uint8Array): boolean {
  return (
    ((kind[unit] ?? 0) & COMPLEX) !== 0 &&
    /[\p{M}\u1161-\u1175\u11a8-\u11c2\u314f-\u3163\uff9e\uff9f]/u.test(String.fromCharCode(unit))
  );
}

function grow<T extends Uint16Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
