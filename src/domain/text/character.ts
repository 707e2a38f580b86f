/**
 * Character classes for name search, as tables over UTF-16 code units, because the search works unit
 * by unit.
 */

import { createRequire } from 'node:module';

/** Neither letter, mark nor digit: always a word boundary. */
export const OTHER = 0;
/** Letter, mark or digit of a script with spaces between words. */
export const WORD = 1;
/** Character of a script without spaces between words: any position may be a word boundary. */
const SPACELESS = 2;
export const SPACE = 3;
/** Half of a code point above U+FFFF. */
export const SURROGATE = 4;
/** Flag: the unit folds to several units or depends on its neighbours, so the text has to be rewritten. */
export const COMPLEX = 8;

/** Fold of COMPLEX units: a noncharacter, which no name contains. */
const NO_UNIT = 0xffff;

export interface CharacterTables {
  /** Kind of each unit, with the COMPLEX flag. */
  kind: Uint8Array;
  /** Folded unit of each unit that is not COMPLEX. */
  fold: Uint16Array;
}

const WORD_PATTERN = /^[\p{L}\p{M}\p{Nd}\p{Nl}_]$/u;
const SPACELESS_PATTERN =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/**
 * Not WORD: \p{No} (footnote marks, circled list numbers, fractions), which stand beside names and
 * not in them, and characters that only restyle the character before them (variation selectors,
 * enclosing keycap), as in emoji bullets.
 */
export function kindOf(codePoint: number): number {
  const c = String.fromCodePoint(codePoint);
  if (/\s/.test(c)) return SPACE;
  if ((codePoint >= 0xfe00 && codePoint <= 0xfe0f) || (codePoint >= 0x20dd && codePoint <= 0x20e4))
    return OTHER;
  if (!WORD_PATTERN.test(c)) return OTHER;
  return SPACELESS_PATTERN.test(c) ? SPACELESS : WORD;
}

/**
 * Characters without a width of their own, and the Arabic kashida, which only widens a word: they may stand inside a
 * name. Emoji use the variation selectors, so those are not among them.
 */
export const isIgnorable = (unit: number): boolean =>
  unit === 0xad ||
  unit === 0x34f ||
  unit === 0x61c ||
  unit === 0x640 ||
  (unit >= 0x200b && unit <= 0x200f) ||
  (unit >= 0x202a && unit <= 0x202e) ||
  (unit >= 0x2060 && unit <= 0x2064) ||
  (unit >= 0x2066 && unit <= 0x2069) ||
  unit === 0xfeff;

/** Vowel marks of Arabic and Hebrew, which most texts omit. */
const VOWEL_MARK = /^[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]$/;

/** Typographic variants that NFKC keeps apart although people and models use them interchangeably. */
const PLAIN = new Map<string, string>();
for (const c of '‘’ʼ') PLAIN.set(c, "'");
for (const c of '‐‑‒–—−') PLAIN.set(c, '-');
for (let unit = 0; unit < 0x10000; unit++)
  if (isIgnorable(unit) || VOWEL_MARK.test(String.fromCharCode(unit)))
    PLAIN.set(String.fromCharCode(unit), '');

/** Letters that differ in form only: small capitals, Turkish İ, and what Arabic and Persian write in different ways. */
const SAME_LETTER = new Map<string, string>([['İ', 'i']]);
function mapLetters(from: string, to: string): void {
  const letters = [...to];
  for (const [index, letter] of [...from].entries()) SAME_LETTER.set(letter, letters[index] ?? '');
}
mapLetters('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz');
// Old and new spellings differ in the size of kana: キヤノン and キャノン.
mapLetters('ァィゥェォッャュョヮぁぃぅぇぉっゃゅょゎ', 'アイウエオツヤユヨワあいうえおつやゆよわ');
mapLetters('أإآٱىیئكةۀ', 'اااايييکهه');

/**
 * NFKC of one code point, or of one base with its marks, in plain typography and with blanks as
 * spaces. Symbols that NFKC expands to letters stay symbols: `Acme™` is Acme followed by a symbol,
 * not `acmetm`.
 */
export function plainCluster(cluster: string): string {
  const normal = cluster.normalize('NFKC');
  if (normal.length > cluster.length && /^[\p{S}\p{P}]$/u.test(cluster)) return cluster;
  let plain = '';
  for (const c of normal) plain += PLAIN.get(c) ?? (c !== '\n' && /\s/.test(c) ? ' ' : c);
  return plain;
}

/** Adds full case folding per code point: lower-casing a whole word would turn a final Σ into ς. */
export function foldCluster(cluster: string): string {
  let folded = '';
  for (const c of plainCluster(cluster))
    folded += SAME_LETTER.get(c) ?? (c === 'ı' ? c : c.toUpperCase().toLowerCase());
  return folded;
}

/** Units that NFC may join to the character before them. */
function joiningUnits(): Set<number> {
  const joining = new Set<number>();
  for (let unit = 0xc0; unit < 0x3100; unit++) {
    const parts = String.fromCharCode(unit).normalize('NFD');
    if (parts.length > 1) joining.add(parts.charCodeAt(parts.length - 1));
  }
  for (let unit = 0x1161; unit <= 0x1175; unit++) joining.add(unit);
  for (let unit = 0x11a8; unit <= 0x11c2; unit++) joining.add(unit);
  return joining;
}

/** Blocks of one kind that fold to themselves: testing each of their 60,000 units would be slow. */
const BLOCKS: readonly [first: number, last: number, kind: number][] = [
  [0x3400, 0x4dbf, SPACELESS],
  [0x4e00, 0x9fff, SPACELESS],
  [0xac00, 0xd7a3, WORD],
  [0xd800, 0xdfff, SURROGATE],
  [0xe000, 0xf8ff, OTHER],
];

/** 華為 is 华为. Read with the tables: most processes fold no text. */
function mapTraditional(fold: Uint16Array): void {
  const { traditional, simplified } = createRequire(import.meta.url)('./simplified.json') as {
    traditional: string;
    simplified: string;
  };
  mapLetters(traditional, simplified);
  for (let i = 0; i < traditional.length; i++)
    fold[traditional.charCodeAt(i)] = simplified.charCodeAt(i);
}

function createTables(): CharacterTables {
  const kind = new Uint8Array(0x10000);
  const fold = new Uint16Array(0x10000);
  const joining = joiningUnits();
  for (let unit = 0; unit < 0x10000; unit++) {
    const block = BLOCKS.find(([first, last]) => unit >= first && unit <= last);
    if (block) {
      const [first, last, value] = block;
      for (let u = first; u <= last; u++) fold[u] = u;
      kind.fill(value, first, last + 1);
      unit = last;
      continue;
    }
    const folded = foldCluster(String.fromCharCode(unit));
    const simple = folded.length === 1 && !joining.has(unit) && !joining.has(folded.charCodeAt(0));
    kind[unit] = kindOf(unit) | (simple ? 0 : COMPLEX);
    fold[unit] = simple ? folded.charCodeAt(0) : NO_UNIT;
  }
  mapTraditional(fold);
  return { kind, fold };
}

/**
 * Whether the code point at `index` of `text` (a SURROGATE unit) may change when folded: styled
 * letters, cased scripts and compatibility forms may; emoji and ideographs, the common cases, do not.
 */
export function foldsAstral(text: string, index: number): boolean {
  const c = text.codePointAt(index) ?? 0;
  const isTrail = c < 0x10000;
  const isEmoji = (c >= 0x1f300 && c <= 0x1fadf) || (c >= 0x1f1e6 && c <= 0x1f1ff);
  return !(isTrail || isEmoji || (c >= 0x20000 && c <= 0x2f7ff));
}

let tables: CharacterTables | undefined;

/** Created on the first call (about 20 ms) and cached. */
export function characterTables(): CharacterTables {
  tables ??= createTables();
  return tables;
}
