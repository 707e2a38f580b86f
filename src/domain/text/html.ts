/** HTML inside an answer: what a tag or an entity leaves visible. */

export interface Replacement {
  end: number;
  text: string;
}

const TAG = /<\/?([a-z][a-z0-9-]*)(?:[\s/][^<>]{0,1000})?>/iy;
const AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]{1,2048}>/iy;
/** A comment or a script holds no other one: a thousand of them that are never closed are not read to the last one's end. */
const COMMENT = /<!--(?:[^<-]|<(?!!--)|-(?!->)){0,1000}-->/y;
const UNSEEN =
  /<(script|style)\b[^<>]{0,1000}>(?:[^<]|<(?!\/?(?:script|style)\b)){0,2000}<\/\1\s{0,20}>/iy;
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/iy;

/** Tags that part no words; any other ends the line or the cell, as its rendering does. */
const INLINE = new Set(
  'a abbr b cite code del tx font i ins kbd mark q s small span strong sub sup u wbr'.split(' '),
);
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

/** What stands for the tag, comment or autolink that begins at `start`; null for a mere `<`. */
export function tagAt(text: string, start: number): Replacement | null {
  const unseen =
    matchAt(COMMENT, text, start) ?? matchAt(UNSEEN, text, start) ?? matchAt(AUTOLINK, text, start);
  if (unseen) return { end: start + unseen[0].length, text: ' ' };
  const tag = matchAt(TAG, text, start);
  if (!tag) return null;
  return { end: start + tag[0].length, text: INLINE.has((tag[1] ?? '').toLowerCase()) ? '' : '\n' };
}

/** The character that the entity at `start` stands for; null for a mere `&`. */
export function entityAt(text: string, start: number): Replacement | null {
  const match = matchAt(ENTITY, text, start);
  if (!match) return null;
  const [all, name, decimal, hex] = match;
  const end = start + all.length;
  if (name) return { end, text: NAMED[name.toLowerCase()] ?? '' };
  const codePoint = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16);
  const valid =
    codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return { end, text: valid ? String.fromCodePoint(codePoint) : '\ufffd' };
}
