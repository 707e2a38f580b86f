import { type ComponentProps, type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { Table } from './table.js';

/** Props for the button in a cell; the grid sets which button is the tab stop. */
export const CELL = { 'data-cell': '', tabIndex: -1 } as const;

const placeOf = (cell: HTMLElement) => ({
  row: cell.closest('tr')?.rowIndex ?? 0,
  column: cell.closest('td')?.cellIndex ?? 0,
});

/** Finds the cell that `key` moves to, skipping cells without a button; `cells` are in reading order. */
function findNext(
  cells: readonly HTMLElement[],
  from: HTMLElement,
  key: string,
  isWhole: boolean,
): HTMLElement | undefined {
  const { row, column } = placeOf(from);
  const inRow = cells.filter((cell) => placeOf(cell).row === row);
  const inColumn = cells.filter((cell) => placeOf(cell).column === column);
  switch (key) {
    case 'ArrowRight':
      return inRow.find((cell) => placeOf(cell).column > column);
    case 'ArrowLeft':
      return inRow.findLast((cell) => placeOf(cell).column < column);
    case 'ArrowDown':
      return inColumn.find((cell) => placeOf(cell).row > row);
    case 'ArrowUp':
      return inColumn.findLast((cell) => placeOf(cell).row < row);
    case 'Home':
      return (isWhole ? cells : inRow)[0];
    case 'End':
      return (isWhole ? cells : inRow).at(-1);
  }
  return undefined;
}

/** Table with a button in each cell. It is one tab stop; arrows, Home and End move between cells. */
export function CellGrid(props: ComponentProps<typeof Table>) {
  const grid = useRef<HTMLTableElement>(null);
  const cellsOf = () => [...(grid.current?.querySelectorAll<HTMLElement>('td [data-cell]') ?? [])];
  useEffect(() => {
    const cells = cellsOf();
    const [first] = cells;
    if (first !== undefined && cells.every((cell) => cell.tabIndex !== 0)) first.tabIndex = 0;
  });
  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const cells = cellsOf();
    if (cells.includes(target)) for (const cell of cells) cell.tabIndex = cell === target ? 0 : -1;
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const cells = cellsOf();
    const from = cells.find((cell) => cell === event.target);
    const next = from && findNext(cells, from, event.key, event.ctrlKey || event.metaKey);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }
  return <Table {...props} ref={grid} role="grid" onFocus={onFocus} onKeyDown={onKeyDown} />;
}
