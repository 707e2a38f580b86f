/** Whether a match is a separate name or part of another word (metrics: mentioned). */

import {
  COMPLEX,
  characterTables,
  isIgnorable,
  kindOf,
  OTHER,
  SURROGATE,
  WORD,
} from '../text/character.js';

/** Particles and forms of the copula that Korean writes on a noun; up to four in a row. */
const PARTICLES =
  /(?:에게서|에서부터|으로부터|입니다|이었습니다|였습니다|이에요|예요|이네요|네요|이지만|지만|이라는|라는|이라고|라고|이라면|라면|이라도|라도|이든지|든지|으로서|으로써|로서|로써|이므로|이었다|였다|이다|이며|이고|인데|이란|이나|이랑|이야|한테|하고|에게|에서|께서|까지|부터|처럼|보다|만큼|마저|조차|밖에|대로|마다|으로|은|는|이|가|을|를|의|에|와|과|랑|도|로|만|나|란|며|고|인(?![\uac00-\ud7a3])|뿐|면|들|측|야|요|든){1,4}(?![\uac00-\ud7a3])/y;
const HANGUL = /^[\uac00-\ud7a3]$/;
/** Conjunctions, prepositions and articles that are written on the following word. */
const PREFIXES: readonly { script: RegExp; prefix: RegExp }[] = [
  { script: /\p{Script=Arabic}/u, prefix: /^(?:أ|ا)?[وف]?(?:لل|[بكلس]?(?:ال)?)$/u },
  { script: /\p{Script=Hebrew}/u, prefix: /^ו?(?:כש|מש|לכש|שב|של|ש)?[הבכלמ]?ה?$/u },
];
const MOST_PREFIX_UNITS = 6;
const LETTERS = /[\p{L}\p{M}\u200c]*/uy;

const kindOfUnit = (text: string, at: number): number =>
  (characterTables().kind[text.charCodeAt(at)] ?? OTHER) & ~COMPLEX;

/** Kind of the code point that ends at `end` (or begins at `start`, below). */
function kindBefore(text: string, end: number): number {
  const kind = kindOfUnit(text, end - 1);
  return kind === SURROGATE ? kindOf(text.codePointAt(Math.max(0, end - 2)) ?? 0) : kind;
}

function kindAt(text: string, start: number): number {
  const kind = kindOfUnit(text, start);
  return kind === SURROGATE ? kindOf(text.codePointAt(start) ?? 0) : kind;
}

/** Two neighbours belong to one word when the scripts of both use spaces. */
function blocksStart(text: string, start: number): boolean {
  let before = start;
  while (before > 0 && isIgnorable(text.charCodeAt(before - 1))) before -= 1;
  return before > 0 && kindBefore(text, before) === WORD && kindAt(text, start) === WORD;
}

/** Whether a name may begin at `start`: not inside a word, or after a prefix that is written on it. */
export function startsName(text: string, start: number): boolean {
  if (!blocksStart(text, start)) return true;
  const written = PREFIXES.find(({ script }) => script.test(text.charAt(start - 1)));
  if (written === undefined) return false;
  let from = start;
  while (from > 0 && start - from <= MOST_PREFIX_UNITS && kindBefore(text, from) === WORD)
    from -= 1;
  return written.prefix.test(text.slice(from, start));
}

/**
 * The letters that are written on a name which ends at `end`; empty at the end of a word. Korean particles count as
 * the end: `삼성은` names 삼성, `삼성동` does not, and Korean text writes `Acme는`.
 */
export function tailAt(text: string, end: number): string {
  let after = end;
  while (after < text.length && isIgnorable(text.charCodeAt(after))) after += 1;
  if (after >= text.length || kindAt(text, after) !== WORD || kindBefore(text, end) !== WORD)
    return '';
  if (HANGUL.test(text.charAt(after))) {
    PARTICLES.lastIndex = after;
    if (PARTICLES.test(text)) return '';
  }
  LETTERS.lastIndex = after;
  return LETTERS.exec(text)?.[0] || text.charAt(after);
}
