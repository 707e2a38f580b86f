import pg from 'pg';
import type { Cluster } from './cluster.js';
import { readPostmaster, toPostmaster } from './postmaster.js';

/** Advisory lock that all processes with a session share. A process that gets it exclusively is the last. */
const USERS_LOCK = 7_236_120_431;

export const DATABASE = 'answerscope';

/** A connection that represents this process. `ended` resolves when the server closes it. */
export interface ServerSession {
  port: number;
  ended: Promise<void>;
  /** @returns whether no other process has a session; another process may still be opening one */
  leave(): Promise<boolean>;
  dispose(): Promise<void>;
}

/** Without a session, the server is not running or not ready. A code that is an SQLSTATE means that a server responded. */
export type ConnectionAttempt =
  | { session: ServerSession }
  | { session: null; message: string; code: string };

export async function openSession(cluster: Cluster, port: number): Promise<ConnectionAttempt> {
  const client = new pg.Client({
    ...{
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: cluster.password,
      database: 'postgres',
    },
    ...{ ssl: false, application_name: 'answerscope launcher' },
    ...{ connectionTimeoutMillis: 2_000, query_timeout: 5_000, keepAlive: true },
  });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => client.connection.stream.destroy());
  try {
    await client.connect();
    if (!(await isOurs(client, cluster))) throw new Error('another server');
    await client.query('SELECT pg_advisory_lock_shared($1)', [USERS_LOCK]);
    await createDatabase(client);
  } catch (error) {
    client.connection.stream.destroy();
    const { message, code = '' } = error as { message: string; code?: string };
    return { session: null, message, code };
  }
  // The connection does not keep the process alive, except while `leave` runs.
  const handle = client as unknown as { ref(): void; unref(): void };
  handle.unref();
  const leaveToTheEnd = (): Promise<boolean> => {
    handle.ref();
    return leave(client);
  };
  return { session: { port, ended, leave: leaveToTheEnd, dispose: () => close(client) } };
}

/** Whether the server runs on our folder: a copied folder has the same password and may have the same port. */
async function isOurs(client: pg.Client, { data }: Cluster): Promise<boolean> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT pg_read_file('postmaster.pid') AS text`,
  );
  const theirs = toPostmaster(rows[0]?.text ?? '')?.identity;
  return theirs !== undefined && theirs === (await readPostmaster(data))?.identity;
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await client.query(`CREATE DATABASE ${DATABASE}`).catch((error: { code?: string }) => {
    // Another process created it in the meantime.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

async function leave(client: pg.Client): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [USERS_LOCK]);
    const { rows } = await client.query<{ last: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS last',
      [USERS_LOCK],
    );
    return rows[0]?.last === true;
  } catch {
    return false;
  }
}

async function close(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), 1_000);
  await client.end().catch(() => {});
  clearTimeout(timer);
}
