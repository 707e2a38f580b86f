/** What a line of a list begins with. */

/** A number, a letter or numeral that may be one, a heading of a level, or a bullet. */
export type Marker =
  | { kind: 'number'; number: number; units: number }
  | { kind: 'letter'; letter: string; units: number }
  | { kind: 'heading'; level: number; units: number }
  | { kind: 'bullet'; units: number };

const MEDALS = ['🥇', '🥈', '🥉'];
const HAN_NUMERALS = '一二三四五六七八九十';

/** Quote marks, the marks of a heading, and bold. A list may stand inside each of them. */
const FRAME = /(?:>[ \t]?)*(?:#{1,6}[ \t]+)?(?:\*\*|__)?[ \t]*/y;
/** `# 1 Acme`, a heading that begins with a place. */
const HEADING_NUMBER = /#{1,6}[ \t]+(\d{1,3})[ \t]+(?=\p{Lu})/uy;
const HEADING = /(?:>[ \t]?)*(#{1,6})[ \t]+(?=\S)/y;
/** A line in bold alone, or bold before a colon or a dash, is a heading in all but form. */
const BOLD_LINE = /(?:\*\*|__)(?=\S)[^*_\n]{1,80}(?:\*\*|__)(?=[ \t]*(?:$|[:：]|[–—-][ \t]))/my;
const BOLD_LEVEL = 7;
/** A decimal such as 1.5 is not a number of an item. */
const NUMBER =
  /(?:(?:No|Nr|№|Rank|Top)\.?[ \t]*)?(\d{1,3})(?:[.):](?!\d)|[、．：]|(?:위|位|名)[：:.、]?(?=[ \t*]|\S))|#(\d{1,3})(?!\d)[.):]?(?=[ \t*–—-])|第(\d{1,2})[位名][：:、.]?|[（(]([０-９]{1,2}|\d{1,2})[）)]|([０-９]{1,3})[．.）)、：]|([٠-٩۰-۹]{1,3})[.)\-–ـ:](?![٠-٩۰-۹])/iy;
const SYMBOL =
  /([①-⑳])|([❶-❿])|([0-9])\ufe0f?\u20e3|(🔟)|(🏆|🥇|🥈|🥉)|第?([一二三四五六七八九十])[、名位：:][：:]?/uy;
const LETTER = /\(?([a-z]|[ivxl]{2,6}|[а-ж])[.)](?=[ \t*])/iuy;
const BULLET = /(?:[-*+•·・▪●◦–▶►➤✅✔☑🔹🔸👉⭐]\ufe0f?)(?=[ \t])|・/uy;

function match(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** Full-width, Arabic and Persian digits as ASCII: the last four bits of each are its value. */
const toAscii = (digits: string): string =>
  digits.replace(/\D/gu, (digit) => String(digit.charCodeAt(0) & 15));

function symbolNumber([, circled, negative, keycap, ten, medal, han]: RegExpExecArray): number {
  if (circled) return (circled.codePointAt(0) ?? 0) - 0x2460 + 1;
  if (negative) return (negative.codePointAt(0) ?? 0) - 0x2776 + 1;
  if (keycap) return Number(keycap);
  if (ten) return 10;
  if (medal === '🏆') return 1;
  return medal ? MEDALS.indexOf(medal) + 1 : HAN_NUMERALS.indexOf(han ?? '') + 1;
}

/** The marker of `line` from `at`, where its text begins; null for a line of prose. */
export function markerAt(line: string, at: number): Marker | null {
  const bullet = match(BULLET, line, at);
  // `- 🥇 Acme` and `* 1. Acme` are numbered.
  const after =
    bullet === null ? at : at + bullet[0].length + blanksAt(line, at + bullet[0].length);
  const frame = match(FRAME, line, after)?.[0].length ?? 0;
  const from = after + frame;
  const number = match(NUMBER, line, from);
  if (number !== null) {
    const digits = number.slice(1).find((digits) => digits !== undefined) ?? '';
    return { kind: 'number', number: Number(toAscii(digits)), units: from - at + number[0].length };
  }
  const symbol = match(SYMBOL, line, from);
  if (symbol !== null)
    return { kind: 'number', number: symbolNumber(symbol), units: from - at + symbol[0].length };
  const letter = match(LETTER, line, from);
  if (letter !== null)
    return { kind: 'letter', letter: letter[1] ?? '', units: from - at + letter[0].length };
  if (bullet !== null) return { kind: 'bullet', units: bullet[0].length };
  const place = match(HEADING_NUMBER, line, at);
  if (place !== null) return { kind: 'number', number: Number(place[1]), units: place[0].length };
  const heading = match(HEADING, line, at);
  if (heading !== null)
    return { kind: 'heading', level: heading[1]?.length ?? 1, units: heading[0].length };
  return match(BOLD_LINE, line, at) === null
    ? null
    : { kind: 'heading', level: BOLD_LEVEL, units: 0 };
}

const blanksAt = (line: string, at: number): number => match(/[ \t]*/y, line, at)?.[0].length ?? 0;

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };

function romanNumber(text: string): number | null {
  let sum = 0;
  const values = [...text.toLowerCase()].map((digit) => ROMAN[digit]);
  for (const [index, value] of values.entries()) {
    if (value === undefined) return null;
    sum += value < (values[index + 1] ?? 0) ? -value : value;
  }
  return sum;
}

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежз'];

/** Numbers that a letter may stand for: `c` is 3, `i` 9 as a letter and 1 as a numeral. */
export function letterNumbers(text: string): number[] {
  const lower = text.toLowerCase();
  const roman = romanNumber(lower);
  const letter =
    lower.length === 1 ? Math.max(...ALPHABETS.map((alphabet) => alphabet.indexOf(lower))) + 1 : 0;
  return [...(roman === null ? [] : [roman]), ...(letter === 0 ? [] : [letter])];
}
