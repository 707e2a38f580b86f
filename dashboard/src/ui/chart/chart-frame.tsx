import { type ReactNode, useId, useState } from 'react';
import { sourceOf } from '../../api/graphql.js';
import { Button } from '../button.js';
import { CopyButton } from '../copyable.js';
import { asCount, asRate } from '../format.js';
import { Segmented } from '../segmented.js';
import { Table } from '../table/table.js';
import { type Cell, download, toCsv } from './csv.js';

/** Data of a chart as rows, for its table view and its CSV. */
export interface ChartTable {
  head: readonly string[];
  /** Columns of `head` that hold counts; all other numbers are rates. */
  counts: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** GraphQL operation that returned the data of a chart. */
export interface ChartSource {
  document: object;
  variables: Record<string, unknown>;
  environment: string;
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const toCurl = ({ document, variables, environment }: ChartSource): string => {
  const query = sourceOf(document).replaceAll(/\s+/g, ' ').trim();
  return [
    `curl -s ${location.origin}/graphql`,
    // The variable must hold a key of the current environment.
    `-H "Authorization: Bearer $ANSWERSCOPE_${environment.toUpperCase()}_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoteForShell(JSON.stringify({ query, variables }))}`,
  ].join(' \\\n  ');
};

const toGraphQL = ({ document, variables }: ChartSource): string =>
  `${sourceOf(document)}\n\n# Variables\n${JSON.stringify(variables, null, 2).replaceAll(/^/gm, '# ')}\n`;

/** Formats a cell for the table; the CSV has full precision. */
const toText = (cell: Cell, isCount: boolean): string =>
  typeof cell === 'string' ? cell : isCount ? asCount(cell) : asRate(cell);

const DataTable = ({ title, table }: { title: string; table: ChartTable }) => (
  <Table
    caption={title}
    className="max-h-80 overflow-y-auto"
    head={
      <tr>
        {table.head.map((name, index) => (
          <th key={name} scope="col" className={index === 0 ? undefined : 'num'}>
            {name}
          </th>
        ))}
      </tr>
    }
  >
    {table.rows.map((row) => (
      <tr key={String(row[0])}>
        {row.map((cell, index) =>
          index === 0 ? (
            <th key={table.head[index]} scope="row">
              {cell}
            </th>
          ) : (
            <td key={table.head[index]} className="num">
              {toText(cell, table.counts.includes(table.head[index] ?? ''))}
            </td>
          ),
        )}
      </tr>
    ))}
  </Table>
);

/** Card around a chart, with its data as a table, as CSV, and as a GraphQL or curl request. */
export function ChartFrame({
  title,
  about,
  marks,
  table,
  source,
  file,
  children,
}: {
  title: string;
  about?: ReactNode;
  marks?: ReactNode;
  table: ChartTable;
  source: ChartSource;
  /** Name of the CSV file without extension. */
  file: string;
  children: ReactNode;
}) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const id = useId();
  return (
    <section aria-labelledby={id} className="card min-w-0">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
            {marks}
          </div>
          {about && <p className="text-xs text-ink-faint">{about}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <Segmented
            label={`${title}: view`}
            name={id}
            value={view}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={setView}
          />
          <Button
            small
            kind="quiet"
            onClick={() => download(`${file}.csv`, toCsv([table.head, ...table.rows]))}
          >
            CSV
          </Button>
          <CopyButton kind="quiet" label="GraphQL" text={() => toGraphQL(source)} />
          <CopyButton kind="quiet" label="curl" text={() => toCurl(source)} />
        </div>
      </header>
      <div className="px-4 pt-2 pb-4">
        {view === 'chart' ? children : <DataTable title={title} table={table} />}
      </div>
    </section>
  );
}
