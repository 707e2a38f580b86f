import pg from 'pg';
import type { Log } from '../observability/log.js';
import { takeOwnerRole } from './owner-role.js';

/** Key of the advisory lock; arbitrary, but unused elsewhere on the server. */
const LOCK = 7_240_116_201;
const LOCK_WAIT_MS = 60_000;
const OLDEST_SERVER = 150_000;

/** A session of the tables' owner. */
export interface Owner {
  connectionString: string;
  client: pg.Client;
  /** Role of the session; null if the login owns the tables itself. */
  role: string | null;
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version`,
  );
  if (rows[0].version < OLDEST_SERVER)
    throw new Error('the database server is too old: PostgreSQL 15 or later is needed');
}

/** SQL condition: whether another session works as the owner of this database. */
export const OWNED_ELSEWHERE = `not pg_try_advisory_xact_lock_shared(${LOCK})`;

/**
 * Runs work as the owner of the tables, on a separate connection that no request can use. One process at a time can
 * do so.
 */
export async function asOwner<T>(
  connectionString: string,
  log: Log,
  work: (owner: Owner) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'answerscope owner',
  });
  client.on('error', (error) => log.warn({ err: error }, "the owner's connection was lost"));
  await client.connect().catch((cause: Error & { code?: string }) => {
    const reason = cause.message || cause.code;
    throw new Error(
      `The database cannot be reached: ${reason}; check DATABASE_URL, or DATABASE_OWNER_URL if set`,
      { cause },
    );
  });
  try {
    await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await checkVersion(client);
    const role = await takeOwnerRole(client);
    await client.query(`set timezone = 'UTC'`);
    return await work({ connectionString, client, role });
  } finally {
    await client.end();
  }
}
