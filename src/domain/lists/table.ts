/** Tables whose rows rank what their cells name. */

import type { List, ListItem } from './list-item.js';

const DIVIDER = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const RANK_HEADER =
  /^(?:#|№|no\.?|nr\.?|rank(?:ing)?|place|pos(?:ition|\.)?|platz|rang|plaats|puesto|lugar|posición|posição|posizione|место|місце|miejsce|pořadí|sıra|sija|helyezés|placering|排名|名次|序号|順位|순위|المرتبة|الترتيب|رتبه|דירוג|מקום|อันดับ)$/iu;
const RANK_CELL = /^\D{0,4}?(\d{1,3})\D{0,4}$/u;
const MEDALS = ['🥇', '🥈', '🥉'];

interface Cell {
  text: string;
  start: number;
}

function cellsOf(line: string, offset: number): Cell[] {
  const cells: Cell[] = [];
  let from = 0;
  const parts = line.split(/(?<!\\)\|/);
  for (const part of parts) {
    const lead = part.length - part.trimStart().length;
    cells.push({ text: part.trim(), start: offset + from + lead });
    from += part.length + 1;
  }
  if (cells[0]?.text === '') cells.shift();
  if (cells.at(-1)?.text === '') cells.pop();
  return cells;
}

const plain = (text: string): string => text.replace(/[*_`]/g, '').trim();

function rankIn(text: string): number | null {
  const shown = plain(text);
  const medal = MEDALS.findIndex((each) => shown.startsWith(each));
  if (medal >= 0) return medal + 1;
  const digits = RANK_CELL.exec(shown.normalize('NFKC').replace(/\u20e3|\ufe0f/g, ''))?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The first column whose cells are words. */
function nameColumn(rows: readonly { cells: Cell[] }[]): number {
  const isOfWords = (_: Cell, column: number): boolean =>
    rows.filter(({ cells }) => /\p{L}{2}/u.test(cells[column]?.text ?? '')).length * 2 >
    rows.length;
  return Math.max(0, rows[0]?.cells.findIndex(isOfWords) ?? 0);
}

/** One row: its place, if a column of places comes first, and the cell that names. */
function itemOf(
  cells: readonly Cell[],
  { isRanked, column }: { isRanked: boolean; column: number },
  end: number,
): ListItem | null {
  const named = cells[column];
  if (named === undefined) return null;
  return {
    number: isRanked ? rankIn(cells[0]?.text ?? '') : null,
    start: named.start,
    end: Math.min(end, named.start + Math.max(named.text.length, 1)),
  };
}

/** The rows of each table, without its header. Takes time linear in the text. */
export function tablesIn(text: string): List[] {
  const tables: List[] = [];
  let header: Cell[] | null = null;
  let rows: { cells: Cell[]; end: number }[] | null = null;
  let offset = 0;
  const close = (): void => {
    if (rows !== null && rows.length > 0) {
      const places = rows.map(({ cells }) => rankIn(cells[0]?.text ?? ''));
      const isRanked =
        RANK_HEADER.test(plain(header?.[0]?.text ?? '')) || places.every((place) => place !== null);
      const column = isRanked ? Math.max(1, nameColumn(rows)) : nameColumn(rows);
      const items = rows.flatMap(
        ({ cells, end }) => itemOf(cells, { isRanked, column }, end) ?? [],
      );
      tables.push({ items, within: null, isOfHeadings: false });
    }
    rows = null;
  };
  for (const line of text.split('\n')) {
    const end = offset + line.length;
    if (!line.includes('|')) {
      close();
      header = null;
    } else if (rows === null && header !== null && DIVIDER.test(line)) rows = [];
    else if (rows === null) header = cellsOf(line, offset);
    else rows.push({ cells: cellsOf(line, offset), end });
    offset = end + 1;
  }
  close();
  return tables;
}
