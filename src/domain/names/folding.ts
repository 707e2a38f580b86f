/** The text a name is searched in: folded like the name, with the way back to where each unit came from. */

import { COMPLEX, characterTables, foldCluster, SURROGATE } from '../text/character.js';
import { MOST_MARKS } from '../text/normal-form.js';

export interface FoldedText {
  text: string;
  /** Where each folded unit came from: [starts[i], ends[i]) of the unfolded text. */
  starts: Int32Array;
  ends: Int32Array;
}

const CHUNK_UNITS = 4096;

function toText(units: Uint16Array): string {
  let text = '';
  for (let i = 0; i < units.length; i += CHUNK_UNITS) {
    // Reflect.apply takes the typed array as it is; spreading it costs ten times as much.
    text += Reflect.apply(String.fromCharCode, null, units.subarray(i, i + CHUNK_UNITS));
  }
  return text;
}

/** NFKC composes over neighbours, so units are folded in clusters: a base and whatever may join it. */
export function foldText(source: string): FoldedText {
  const { kind, fold } = characterTables();
  // One unit becomes at most 18 (U+FDFA), which is rare: room is made when it is needed.
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
    // Normalizing a cluster takes the square of its length.
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

/** Whether a unit folds together with what precedes it: a mark or a Hangul vowel or tail, not a base like ß. */
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
