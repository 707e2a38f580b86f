import type { Deps, Statement, Tenant } from '../../deps.js';
import { isId } from '../../domain/accounts/id.js';
import { notFound } from '../../errors.js';
import { type Page, type PageRequest, toPage } from './page.js';

/** A read of the tenant's rows; the statement's values are the read's own arguments, in their order. */
export const selectRows =
  <Row, Values extends readonly unknown[] = []>(statement: Statement) =>
  ({ db }: Deps, tenant: Tenant, ...values: Values): Promise<Row[]> =>
    db.query(tenant, statement, values);

/** A read of the one row with an id; null where there is none, as for what is no id. */
export const selectById =
  <Row>(statement: Statement) =>
  async ({ db }: Deps, tenant: Tenant, id: string): Promise<Row | null> => {
    const [row] = isId(id) ? await db.query<Row>(tenant, statement, [id]) : [];
    return row ?? null;
  };

/** The read that rejects in place of null; `noun` says what there is none of. */
export const orNotFound =
  <Row>(noun: string, select: (deps: Deps, tenant: Tenant, id: string) => Promise<Row | null>) =>
  async (deps: Deps, tenant: Tenant, id: string): Promise<Row> => {
    const row = await select(deps, tenant, id);
    if (row === null) throw notFound(noun);
    return row;
  };

export const selectOne = <Row>(noun: string, statement: Statement) =>
  orNotFound(noun, selectById<Row>(statement));

/** A read of a list page by page; its statement takes the cursor and the limit last. */
export const selectPage =
  <Row, Values extends readonly unknown[] = []>(statement: Statement) =>
  async (
    { db }: Deps,
    tenant: Tenant,
    { first, after }: PageRequest,
    ...values: Values
  ): Promise<Page<Row>> =>
    toPage(await db.query<Row>(tenant, statement, [...values, after, first + 1]), first);

export const selectCount =
  <Values extends readonly unknown[] = []>(statement: Statement) =>
  async ({ db }: Deps, tenant: Tenant, ...values: Values): Promise<number> => {
    const [row] = await db.query<{ count: number }>(tenant, statement, values);
    return row?.count ?? 0;
  };
