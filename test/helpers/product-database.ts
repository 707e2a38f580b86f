import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The superuser URL of the embedded server in a data folder. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const read = async (name: string) =>
    (await readFile(join(dataDir, 'postgres', name), 'utf8')).trim();
  return `postgresql://postgres:${await read('password')}@127.0.0.1:${await read('port')}/answerscope`;
}

/** Runs a query as superuser, across all accounts. */
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

export interface StoredAnswer {
  platform: string;
  promptId: string;
  repeat: number;
  askedAt: Date;
  sequence: number;
}

/** Stored answers of a run, in order. */
export const readAnswers = (url: string, runId: string): Promise<StoredAnswer[]> =>
  query(
    url,
    `select platform, prompt_id as "promptId", repeat, asked_at as "askedAt", sequence
     from answer where run_id = $1 order by sequence`,
    [runId],
  );

export async function statusOf(url: string, runId: string): Promise<Record<string, unknown>> {
  const [row] = await query<Record<string, unknown>>(
    url,
    'select status, answered, failed, sequence, failures from probe_run where id = $1',
    [runId],
  );
  return row ?? {};
}
