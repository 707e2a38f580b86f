/** Whether a match is a separate name or part of another word (metrics: mentioned). */

import { COMPLEX, characterTables, kindOf, OTHER, SURROGATE, WORD } from '../text/character.js';

const HANGUL = /^[\uac00-\ud7a3]$/;
const PARTICLE =
  /(?:은|는|이|가|을|를|의|에|에서|에게|와|과|도|로|으로|만|까지|부터|처럼|보다|이나|나|라고|이라고|이다|입니다|들)(?![\uac00-\ud7a3])/y;

/**
 * Kind of the code point that ends at `end` (or begins at `start`, below): a table look-up except for
 * rare astral ones.
 */
function kindBefore(text: string, end: number): number {
  const kind = (characterTables().kind[text.charCodeAt(end - 1)] ?? OTHER) & ~COMPLEX;
  return kind === SURROGATE ? kindOf(text.codePointAt(Math.max(0, end - 2)) ?? 0) : kind;
}

function kindAt(text: string, start: number): number {
  const kind = (characterTables().kind[text.charCodeAt(start)] ?? OTHER) & ~COMPLEX;
  return kind === SURROGATE ? kindOf(text.codePointAt(start) ?? 0) : kind;
}

/** Two neighbours belong to one word when the scripts of both use spaces. */
export const blocksStart = (text: string, start: number): boolean =>
  start > 0 && kindBefore(text, start) === WORD && kindAt(text, start) === WORD;

/**
 * Like `blocksStart`, except for Korean, which attaches particles to a name: `삼성은` names 삼성, `삼성동`
 * does not. The same holds for a name in another script: Korean text writes `Acme는`.
 */
export function blocksEnd(text: string, end: number): boolean {
  if (end >= text.length || kindAt(text, end) !== WORD || kindBefore(text, end) !== WORD)
    return false;
  if (!HANGUL.test(text.charAt(end))) return true;
  PARTICLE.lastIndex = end;
  return !PARTICLE.test(text);
}
