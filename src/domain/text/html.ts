/** HTML in an answer: the visible text of tags and entities. */

import { decodeHTMLStrict } from 'entities';

export interface Replacement {
  end: number;
  text: string;
}

const TAG = /<\/?([a-z][a-z0-9-]*)(?:[\s/][^<>]{0,1000})?>/iy;
const AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]{1,2048}>/iy;
/** A comment or script cannot contain another, so a thousand unclosed ones are not each read to the end. */
const COMMENT = /<!--(?:[^<-]|<(?!!--)|-(?!->)){0,1000}-->/y;
const UNSEEN =
  /<(script|style)\b[^<>]{0,1000}>(?:[^<]|<(?!\/?(?:script|style)\b)){0,2000}<\/\1\s{0,20}>/iy;
const ENTITY = /&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/iy;

/** Tags that do not separate words; every other tag ends a line or a cell, as it does when rendered. */
const INLINE = new Set(
  'a abbr b cite code del tx font i ins kbd mark q s small span strong sub sup u wbr'.split(' '),
);
function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

/** Visible replacement of the tag, comment or autolink that begins at `start`; null for a plain `<`. */
export function tagAt(text: string, start: number): Replacement | null {
  const unseen =
    matchAt(COMMENT, text, start) ?? matchAt(UNSEEN, text, start) ?? matchAt(AUTOLINK, text, start);
  if (unseen) return { end: start + unseen[0].length, text: ' ' };
  const tag = matchAt(TAG, text, start);
  if (!tag) return null;
  return { end: start + tag[0].length, text: INLINE.has((tag[1] ?? '').toLowerCase()) ? '' : '\n' };
}

/** Character of the entity at `start`; null for a plain `&`. */
export function entityAt(text: string, start: number): Replacement | null {
  const entity = matchAt(ENTITY, text, start)?.[0];
  if (entity === undefined) return null;
  const shown = decodeHTMLStrict(entity);
  if (shown === entity) return null;
  return { end: start + entity.length, text: shown === '\u00a0' ? ' ' : shown };
}
