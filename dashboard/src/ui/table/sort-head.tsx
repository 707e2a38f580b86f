import type { ReactNode } from 'react';
import { Icon } from '../icon.js';

export interface Sorting<Column extends string> {
  column: Column;
  isDescending: boolean;
}

/** Parses `rate` as descending and `-rate` as ascending; null for an unknown column. */
export function readSorting<Column extends string>(
  text: string | undefined,
  columns: readonly Column[],
): Sorting<Column> | null {
  const column = columns.find((name) => name === text?.replace(/^-/, ''));
  return column === undefined ? null : { column, isDescending: !text?.startsWith('-') };
}

/** Header of a sortable column. */
export function SortHead<Column extends string>({
  column,
  sorting,
  onSort,
  isNumber = false,
  children,
}: {
  column: Column;
  sorting: Sorting<Column> | null;
  onSort: (sort: string | undefined) => void;
  isNumber?: boolean;
  children: ReactNode;
}) {
  const isHere = sorting?.column === column;
  // Cycle: descending, ascending, unsorted.
  const next = !isHere ? column : sorting.isDescending ? `-${column}` : undefined;
  return (
    <th
      scope="col"
      className={isNumber ? 'num' : undefined}
      aria-sort={isHere ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="inline-flex items-center gap-1 font-medium hover:text-ink"
        onClick={() => onSort(next)}
      >
        {children}
        <span className={isHere ? 'text-accent' : 'opacity-35'}>
          <Icon name={isHere && !sorting.isDescending ? 'up' : 'down'} size={12} />
        </span>
      </button>
    </th>
  );
}

/** Sorts rows; rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  toValue: (row: Row) => number | string | null | undefined,
  isDescending: boolean,
): Row[] {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const left = toValue(a) ?? null;
    const right = toValue(b) ?? null;
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left === right ? 0 : left < right ? -sign : sign;
  });
}
