import { type Context, tenantOf } from '../src/request/context.js';
import { type Page, type PageRequest, toCursor } from '../src/services/input/page.js';

export interface ConnectionOf<Row> {
  /** Created on demand: most clients request `nodes`. */
  readonly edges: { cursor: string; node: Row }[];
  nodes: Row[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  /** Counted on demand. */
  readonly totalCount: Promise<number>;
}

/** Converts a page to a Relay connection. */
export function toConnection<Row, Extra extends object = object>(
  page: Page<Row>,
  count: () => Promise<number>,
  cursorOf: (row: Row) => string,
  extra?: Extra,
): ConnectionOf<Row> & Extra {
  const { rows, hasNextPage } = page;
  const last = rows.at(-1);
  return {
    ...(extra as Extra),
    nodes: rows,
    pageInfo: { hasNextPage, endCursor: last === undefined ? null : cursorOf(last) },
    get edges() {
      return rows.map((node) => ({ cursor: cursorOf(node), node }));
    },
    get totalCount() {
      return count();
    },
  };
}

/**
 * Query complexity of a list: one plus `first` times the cost of an entry. A negative `first` counts as 0,
 * so it cannot lower the cost of the rest of the document; the resolver rejects it.
 */
export const toListCost = ({
  args,
  childComplexity,
}: {
  args: { first?: number };
  childComplexity: number;
}): number => 1 + Math.max(0, args.first ?? 0) * childComplexity;

const byId = (row: { id: string }): string => toCursor(row.id);

type Deps = Context['deps'];
type Tenant = ReturnType<typeof tenantOf>;

/** A page of rows ordered by id. `list` and `count` both receive `values`. */
export async function readConnection<Row extends { id: string }, Values extends readonly unknown[]>(
  context: Context,
  list: (deps: Deps, tenant: Tenant, page: PageRequest, ...values: Values) => Promise<Page<Row>>,
  count: (deps: Deps, tenant: Tenant, ...values: Values) => Promise<number>,
  request: PageRequest,
  ...values: Values
): Promise<ConnectionOf<Row>> {
  const { deps } = context;
  const tenant = tenantOf(context);
  const page = await list(deps, tenant, request, ...values);
  return toConnection(page, () => count(deps, tenant, ...values), byId);
}
