import type pg from 'pg';

export interface Table {
  /** Name with its schema, quoted for SQL. */
  name: string;
  columns: string[];
  /** Whether row-level security applies to the owner of the table. */
  bound: boolean;
  /** Whether the table has an `environment` column. */
  environment: boolean;
}

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as bound,
    array_agg(quote_ident(a.attname) order by a.attnum)::text[] as columns, bool_or(a.attname = 'environment') as environment,
    array(select distinct format('%I.%I', pn.nspname, p.relname) from pg_constraint k join pg_class p on p.oid = k.confrelid
      join pg_namespace pn on pn.oid = p.relnamespace where k.conrelid = c.oid and k.contype = 'f') as parents
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence = 'p'
    and (n.nspname, c.relname) not in (('auth', 'migration'), ('auth', 'rate_window'))
  group by c.oid, n.nspname, c.relname order by 1`;

/** Every table except migrations and rate windows, partitioned tables as a whole, after the tables it refers to. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const left = (await client.query<Table & { parents: string[] }>(TABLES)).rows;
  const sorted: Table[] = [];
  while (left.length > 0) {
    const at = left.findIndex(({ name, parents }) =>
      parents.every((parent) => parent === name || !left.some((other) => other.name === parent)),
    );
    const [{ parents: _, ...table } = { parents: [] }] = left.splice(Math.max(at, 0), 1);
    sorted.push(table as Table);
  }
  return sorted;
}

export const listMigrations = async (client: pg.Client): Promise<string[]> =>
  (await client.query('select name from auth.migration order by id')).rows.map(({ name }) => name);

/** Whether the current role bypasses row-level security; a plain owner of the tables does not. */
export const isAbove = async (client: pg.Client): Promise<boolean> =>
  (
    await client.query(
      'select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user',
    )
  ).rows[0].above;
