/** The lists of an answer, as input for the ranking. */

import type { List, ListItem } from './list-item.js';
import { letterNumbers, type Marker, markerAt } from './marker.js';
import { tablesIn } from './table.js';

type Style = 'numbers' | 'letters' | 'bullets' | 'headings';

interface OpenList extends List {
  style: Style;
  indent: number;
}

const STYLES: Record<Marker['kind'], Style> = {
  number: 'numbers',
  letter: 'letters',
  heading: 'headings',
  bullet: 'bullets',
};

/** All lists, and the newest numbered list per depth and last number. */
interface Lists {
  all: OpenList[];
  numbered: Map<string, OpenList>;
  /** The last list of bullets in bold, if the next bullet in bold may continue it after a paragraph. */
  loose: OpenList | undefined;
}

const placeOf = (style: Style, indent: number, number: number): string =>
  `${style}/${indent}/${number}`;
const indentOf = (blank: string): number => Math.floor(blank.replaceAll('\t', '    ').length / 2);
const INDENT = /^[ \t]*/;

/**
 * The number of an item in its list. A letter continues the list that it fits, and begins one only if it is the first
 * of its kind, so that `A. Smith` in the middle of a text is no item.
 */
function numberOf(marker: Marker, indent: number, lists: Lists): number | null | undefined {
  if (marker.kind === 'number') return marker.number;
  if (marker.kind !== 'letter') return null;
  const numbers = letterNumbers(marker.letter);
  const next = numbers.find((number) => lists.numbered.has(placeOf('letters', indent, number - 1)));
  return next ?? (numbers.includes(1) ? 1 : undefined);
}

/** In the order of their first items; tables last. */
export function listsIn(text: string): List[] {
  const lists: Lists = { all: [], numbered: new Map(), loose: undefined };
  const headings = new Map<number, OpenList>();
  let open: OpenList[] = [];
  let previous: ListItem | undefined;
  let offset = 0;
  for (const line of text.split('\n')) {
    const blank = INDENT.exec(line)?.[0] ?? '';
    const indent = indentOf(blank);
    const marker = markerAt(line, blank.length);
    const number = marker === null ? undefined : numberOf(marker, indent, lists);
    if (marker !== null && number !== undefined) {
      if (previous) previous.end = offset;
      const from = blank.length + marker.units;
      const item = { number, start: offset + from, end: text.length };
      previous = item;
      if (marker.kind === 'heading') {
        open = [];
        lists.loose = undefined;
        addHeading(lists, headings, marker.level, item);
      } else {
        const innermost = open.findLast((list) => list.indent <= indent);
        // One open list per depth.
        open = open.filter((list) => list.indent < indent);
        const isBold = line.slice(from).trimStart().startsWith('**');
        if (!isBold) lists.loose = undefined;
        const list = addItem(lists, innermost, indent, STYLES[marker.kind], item);
        lists.loose = isBold && list.style === 'bullets' ? list : undefined;
        open.push(list);
      }
    } else if (/^\S/.test(line)) open = [];
    offset += line.length + 1;
  }
  return [...lists.all, ...tablesIn(text)];
}

/** Headings of one level under one heading above them. */
function addHeading(
  lists: Lists,
  headings: Map<number, OpenList>,
  level: number,
  item: ListItem,
): void {
  for (const deeper of headings.keys()) if (deeper > level) headings.delete(deeper);
  const known = headings.get(level);
  if (known !== undefined) {
    known.items.push(item);
    return;
  }
  const list: OpenList = {
    style: 'headings',
    indent: 0,
    items: [item],
    within: null,
    isOfHeadings: true,
  };
  headings.set(level, list);
  lists.all.push(list);
}

/** The list that the number continues: one more than its last number, or one less in a countdown. */
function findNumbered(
  { numbered }: Lists,
  style: Style,
  indent: number,
  number: number,
): OpenList | undefined {
  const before = numbered.get(placeOf(style, indent, number - 1));
  if (before !== undefined) return before;
  const after = numbered.get(placeOf(style, indent, number + 1));
  const [first, second] = after?.items ?? [];
  const isCountdown = second === undefined || (first?.number ?? 0) > (second.number ?? 0);
  return isCountdown ? after : undefined;
}

/** Paragraphs and bullets may stand between numbered items: the next number continues the list. */
function addItem(
  lists: Lists,
  innermost: OpenList | undefined,
  indent: number,
  style: Style,
  item: ListItem,
): OpenList {
  const { number } = item;
  const isSameKind = (list: OpenList): boolean => list.indent === indent && list.style === style;
  const earlier = number === null ? lists.loose : findNumbered(lists, style, indent, number);
  const continued = earlier !== undefined && isSameKind(earlier) ? earlier : undefined;
  let list = innermost && isSameKind(innermost) ? innermost : continued;
  if (list === undefined) {
    list = {
      style,
      indent,
      items: [],
      within: innermost?.items.at(-1) ?? null,
      isOfHeadings: false,
    };
    lists.all.push(list);
  }
  const last = list.items.at(-1)?.number ?? null;
  if (last !== null && lists.numbered.get(placeOf(style, indent, last)) === list)
    lists.numbered.delete(placeOf(style, indent, last));
  if (number !== null) lists.numbered.set(placeOf(style, indent, number), list);
  list.items.push(item);
  return list;
}
