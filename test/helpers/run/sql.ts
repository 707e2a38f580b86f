import pg from 'pg';

const pools = new Map<string, pg.Pool>();

/** A pool whose connections close soon after their last statement, so that test files leave none open. */
function poolOf(url: string): pg.Pool {
  const known = pools.get(url);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString: url, max: 4, idleTimeoutMillis: 100 });
  // Dropping a database breaks its idle connections.
  pool.on('error', () => {});
  pools.set(url, pool);
  return pool;
}

/** Only the superuser is pooled: for other logins, a test may be about the right to connect. */
const isOurs = (url: string) => new URL(url).username === 'postgres';

async function queryOnce<Row extends object>(url: string, text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query<Row>(text, values);
  } finally {
    await client.end();
  }
}

/** Runs one statement, usually as superuser, who sees the rows of all accounts. */
export async function sql<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = isOurs(url)
    ? await poolOf(url).query<Row>(text, [...values])
    : await queryOnce<Row>(url, text, [...values]);
  return rows;
}

/** All base tables outside the system schemas, as `schema.table`; includes partitions, not their parents. */
const listTables = async (url: string): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      url,
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
       order by 1`,
    )
  ).map(({ name }) => name);

/** Tables with a row that contains the text in any column. */
export async function findText(url: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await listTables(url)) {
    const [hit] = await sql(
      url,
      `select 1 from ${table} t where position($1 in t::text) > 0 limit 1`,
      [text],
    );
    if (hit !== undefined) found.push(table);
  }
  return found;
}
