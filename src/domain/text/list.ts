/** The lists of an answer, as input for the ranking. */

export interface ListItem {
  /** Explicit number; null for a bullet. */
  number: number | null;
  /** Start of the text of the item; `end` is at the latest the start of the next item of any list. */
  start: number;
  end: number;
}

export interface List {
  items: ListItem[];
  /** Item of another list that contains this list. */
  within: ListItem | null;
}

interface OpenList extends List {
  indent: number;
}

/** All lists, and the newest numbered list per depth and last number. */
interface Lists {
  all: OpenList[];
  numbered: Map<string, OpenList>;
}

const placeOf = (indent: number, number: number): string => `${indent}/${number}`;

const CIRCLED_ONE = 0x2460;
/**
 * `1.`, `1)`, `1、`, `①` or a bullet, also inside a heading or bold text. A decimal such as 1.5 is not
 * an item number.
 */
const ITEM =
  /^([ \t]*)(?:#{1,6}[ \t]+)?(?:\*\*|__)?(?:(\d{1,3})(?:[.):](?!\d)|[、．：])|([①-⑳])|([-*+•·▪●◦–])(?=[ \t]))[ \t]*/;

const indentOf = (blank: string): number => Math.floor(blank.replaceAll('\t', '    ').length / 2);

/** In the order of their first items. */
export function listsIn(text: string): List[] {
  const lists: Lists = { all: [], numbered: new Map() };
  let open: OpenList[] = [];
  let previous: ListItem | undefined;
  let offset = 0;
  for (const line of text.split('\n')) {
    const match = ITEM.exec(line);
    if (match) {
      if (previous) previous.end = offset;
      const indent = indentOf(match[1] ?? '');
      previous = { number: numberOf(match), start: offset + match[0].length, end: text.length };
      const innermost = open.findLast((list) => list.indent <= indent);
      // One open list per depth.
      open = open.filter((list) => list.indent < indent);
      open.push(addItem(lists, innermost, indent, previous));
    } else if (/^\S/.test(line)) open = [];
    offset += line.length + 1;
  }
  return lists.all;
}

function numberOf([, , digits, circled]: RegExpExecArray): number | null {
  if (digits) return Number(digits);
  return circled ? circled.charCodeAt(0) - CIRCLED_ONE + 1 : null;
}

/** Paragraphs and bullets may stand between numbered items: the next number continues the list. */
function addItem(
  lists: Lists,
  innermost: OpenList | undefined,
  indent: number,
  item: ListItem,
): OpenList {
  const { number } = item;
  const isSameKind = (list: OpenList): boolean =>
    list.indent === indent && (list.items[0]?.number === null) === (number === null);
  const earlier = number === null ? undefined : lists.numbered.get(placeOf(indent, number - 1));
  let list = innermost && isSameKind(innermost) ? innermost : earlier;
  if (list === undefined) {
    list = { indent, items: [], within: innermost?.items.at(-1) ?? null };
    lists.all.push(list);
  }
  const last = list.items.at(-1)?.number ?? null;
  if (last !== null && lists.numbered.get(placeOf(indent, last)) === list)
    lists.numbered.delete(placeOf(indent, last));
  if (number !== null) lists.numbered.set(placeOf(indent, number), list);
  list.items.push(item);
  return list;
}
