import type { Statement, StoreDeps, Tenant, Values } from '../../deps.js';
import { isId } from '../../domain/accounts/id.js';
import { notFound } from '../../errors.js';
import { type Page, type PageRequest, toPage } from './page.js';

type NamesOf<Args extends readonly unknown[]> = { [Index in keyof Args]: string };

const nameValues = (names: readonly string[], args: readonly unknown[]): Values =>
  Object.fromEntries(names.map((name, at) => [name, args[at]]));

/** A query for rows of the tenant. `names` are the statement's names of the arguments, in order. */
export const selectRows =
  <Row, Args extends readonly unknown[] = []>(statement: Statement, ...names: NamesOf<Args>) =>
  ({ db }: StoreDeps, tenant: Tenant, ...args: Args): Promise<Row[]> =>
    db.query(tenant, statement, nameValues(names, args));

/** A query for one row by id; null for an unknown or invalid id. */
export const selectById =
  <Row>(statement: Statement) =>
  async ({ db }: StoreDeps, tenant: Tenant, id: string): Promise<Row | null> => {
    const [row] = isId(id) ? await db.query<Row>(tenant, statement, { id }) : [];
    return row ?? null;
  };

/** Throws NOT_FOUND instead of returning null; `noun` names the missing thing. */
export const orNotFound =
  <Row>(
    noun: string,
    select: (deps: StoreDeps, tenant: Tenant, id: string) => Promise<Row | null>,
  ) =>
  async (deps: StoreDeps, tenant: Tenant, id: string): Promise<Row> => {
    const row = await select(deps, tenant, id);
    if (row === null) throw notFound(noun);
    return row;
  };

export const selectOne = <Row>(noun: string, statement: Statement) =>
  orNotFound(noun, selectById<Row>(statement));

/** A paginated query; the statement also names `:after` and `:limit`. */
export const selectPage =
  <Row, Args extends readonly unknown[] = []>(statement: Statement, ...names: NamesOf<Args>) =>
  async (
    { db }: StoreDeps,
    tenant: Tenant,
    { first, after }: PageRequest,
    ...args: Args
  ): Promise<Page<Row>> => {
    const values = { ...nameValues(names, args), after, limit: first + 1 };
    return toPage(await db.query<Row>(tenant, statement, values), first);
  };

export const selectCount =
  <Args extends readonly unknown[] = []>(statement: Statement, ...names: NamesOf<Args>) =>
  async ({ db }: StoreDeps, tenant: Tenant, ...args: Args): Promise<number> => {
    const [row] = await db.query<{ count: number }>(tenant, statement, nameValues(names, args));
    return row?.count ?? 0;
  };
