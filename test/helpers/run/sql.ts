import pg from 'pg';

const pools = new Map<string, pg.Pool>();

/** Connections that close soon after their last statement, so that a file leaves none behind. */
function poolOf(url: string): pg.Pool {
  const known = pools.get(url);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString: url, max: 4, idleTimeoutMillis: 100 });
  // A database that is dropped takes its idle connections along.
  pool.on('error', () => {});
  pools.set(url, pool);
  return pool;
}

/** Another login's right to connect may be what is tested, so it connects anew. */
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

/** One statement, mostly as the server's superuser, who sees every account's rows. */
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

/** Every base table outside the server's own schemas, as `schema.table`; partitions too, their parents not. */
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

/** In which tables any row holds the text, whatever the column: like a search in a dump. */
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
