import type { Deps, Statement, Tenant } from '../../deps.js';
import { isId } from '../../domain/accounts/id.js';
import { notFound } from '../../errors.js';
import { type Page, type PageRequest, toPage } from './page.js';

/** A query for rows of the tenant; the arguments are the values of the statement, in order. */
export const selectRows =
  <Row, Values extends readonly unknown[] = []>(statement: Statement) =>
  ({ db }: Deps, tenant: Tenant, ...values: Values): Promise<Row[]> =>
    db.query(tenant, statement, values);

/** A query for one row by id; null for an unknown or invalid id. */
export const selectById =
  <Row>(statement: Statement) =>
  async ({ db }: Deps, tenant: Tenant, id: string): Promise<Row | null> => {
    const [row] = isId(id) ? await db.query<Row>(tenant, statement, [id]) : [];
    return row ?? null;
  };

/** Throws NOT_FOUND instead of returning null; `noun` names the missing thing. */
export const orNotFound =
  <Row>(noun: string, select: (deps: Deps, tenant: Tenant, id: string) => Promise<Row | null>) =>
  async (deps: Deps, tenant: Tenant, id: string): Promise<Row> => {
    const row = await select(deps, tenant, id);
    if (row === null) throw notFound(noun);
    return row;
  };

export const selectOne = <Row>(noun: string, statement: Statement) =>
  orNotFound(noun, selectById<Row>(statement));

/** A paginated query; the statement takes the cursor and the limit last. */
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
