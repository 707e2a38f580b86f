import pg from 'pg';

/** What changes by itself, or with whoever asks: how much was asked, when, and who is signed in. */
const UNSTEADY = [
  'auth.daily_quota',
  'auth.rate_window',
  'auth.rateLimit',
  'auth.session',
  'public.request_count',
];
const NOTED = ['last_used_at'];

const TABLES = `select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where not c.relispartition and c.relkind in ('r', 'p')
    and (n.nspname in ('public', 'auth') or n.nspname || '.' || c.relname = 'pgboss.job') order by 1`;

export interface Snapshots {
  /** Each table with how many rows it has and a digest of all they hold. */
  take(): Promise<Record<string, string>>;
  dispose(): Promise<void>;
}

/** Looks at all that the product stores, of all accounts. */
export async function createSnapshots(url: string): Promise<Snapshots> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; quoted: string }>(TABLES);
  const tables = rows.filter(({ name }) => !UNSTEADY.includes(name));
  const minus = NOTED.map((column) => ` - '${column}'`).join('');
  const text = tables
    .map(
      ({ name, quoted }) => `select '${name}' as name, count(*) || ' ' ||
        coalesce(md5(string_agg(row, '' order by row)), '') as digest
        from (select md5((to_jsonb(t)${minus})::text) as row from ${quoted} t) of_${name.replace('.', '_')}`,
    )
    .join(' union all ');
  return {
    async take() {
      const found = await client.query<{ name: string; digest: string }>(text);
      return Object.fromEntries(found.rows.map(({ name, digest }) => [name, digest]));
    },
    dispose: () => client.end(),
  };
}
