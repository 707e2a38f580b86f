/** The lists of an answer, as a ranking reads them. */

export interface ListItem {
  /** Explicit number, or null for a bullet. */
  number: number | null;
  /** Where its text begins, and where it ends at the latest: at the next item of any list. */
  start: number;
  end: number;
}

interface OpenList {
  indent: number;
  items: ListItem[];
}

const CIRCLED_ONE = 0x2460;
/** `1.`, `1)`, `1、`, `①` or a bullet, also inside a heading or bold. A decimal such as 1.5 is no number of an item. */
const ITEM =
  /^([ \t]*)(?:#{1,6}[ \t]+)?(?:\*\*|__)?(?:(\d{1,3})(?:[.):](?!\d)|[、．：])|([①-⑳])|([-*+•·▪●◦–])(?=[ \t]))[ \t]*/;

const indentOf = (blank: string): number => Math.floor(blank.replaceAll('\t', '    ').length / 2);

/** In the order of their first items. */
export function listsIn(text: string): ListItem[][] {
  const lists: OpenList[] = [];
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
      // One of each depth: a list of 20,000 items is still one list.
      open = open.filter((list) => list.indent < indent);
      open.push(addItem(lists, innermost, indent, previous));
    } else if (/^\S/.test(line)) open = [];
    offset += line.length + 1;
  }
  return lists.map((list) => list.items);
}

function numberOf([, , digits, circled]: RegExpExecArray): number | null {
  if (digits) return Number(digits);
  return circled ? circled.charCodeAt(0) - CIRCLED_ONE + 1 : null;
}

/** Paragraphs and bullets may stand between numbered items; the next number takes the list up again. */
function addItem(
  lists: OpenList[],
  innermost: OpenList | undefined,
  indent: number,
  item: ListItem,
): OpenList {
  const isSameKind = (list: OpenList): boolean =>
    list.indent === indent && (list.items[0]?.number === null) === (item.number === null);
  const list =
    innermost && isSameKind(innermost)
      ? innermost
      : lists.findLast(
          (l) =>
            isSameKind(l) && item.number !== null && l.items.at(-1)?.number === item.number - 1,
        );
  if (list) {
    list.items.push(item);
    return list;
  }
  const created = { indent, items: [item] };
  lists.push(created);
  return created;
}
