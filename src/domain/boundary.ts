/** Whether a hit stands as a name of its own, or inside another word (metrics: mentioned). */

import { kindOf, WORD } from './character.js';

const HANGUL = /^[\uac00-\ud7a3]$/;
const PARTICLE =
  /(?:은|는|이|가|을|를|의|에|에서|에게|와|과|도|로|으로|만|까지|부터|처럼|보다|이나|나|라고|이라고|이다|입니다|들)(?![\uac00-\ud7a3])/y;

function codePointBefore(text: string, end: number): number | undefined {
  const unit = text.charCodeAt(end - 1);
  const isTrail = unit >= 0xdc00 && unit <= 0xdfff;
  return text.codePointAt(isTrail && end > 1 ? end - 2 : end - 1);
}

const isWord = (codePoint: number | undefined): boolean => codePoint !== undefined && kindOf(codePoint) === WORD;

/** Two neighbours belong to one word when both are of a script that writes spaces. */
export const blocksStart = (text: string, start: number): boolean =>
  start > 0 && isWord(codePointBefore(text, start)) && isWord(text.codePointAt(start));

/**
 * As at the start, but for Korean, which glues particles to a name: `삼성은` names 삼성, `삼성동` does not. The
 * same holds for a name in another script, since Korean text writes `Acme는`.
 */
export function blocksEnd(text: string, end: number): boolean {
  if (end >= text.length || !isWord(codePointBefore(text, end)) || !isWord(text.codePointAt(end))) return false;
  if (!HANGUL.test(text.charAt(end))) return true;
  PARTICLE.lastIndex = end;
  return !PARTICLE.test(text);
}
