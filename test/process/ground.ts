import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The address of the server in a data folder, as its superuser. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const read = async (name: string) =>
    (await readFile(join(dataDir, 'postgres', name), 'utf8')).trim();
  return `postgresql://postgres:${await read('password')}@127.0.0.1:${await read('port')}/answerscope`;
}

/** Rows as the superuser sees them: past every account's bounds. */
export async function query<Row>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
