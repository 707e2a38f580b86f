import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { openDatabase } from './database.js';
import type { Log } from './log.js';
import { migrations } from './migrations/index.js';
import { takeRole } from './work-role.js';

/** Any number that nothing else on the server locks. */
const LOCK = 7_240_116_201;
const LOCK_WAIT_MS = 60_000;
const OLDEST_SERVER = 150_000;
const JOBS_SCHEMA = 'pgboss';

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version`,
  );
  if (rows[0].version < OLDEST_SERVER)
    throw new Error('the database server is too old: PostgreSQL 15 or later is needed');
}

/** The name that each migration is kept under. */
const NAMES = migrations.map((Step) => new Step(undefined as never, undefined as never).name);

/** Asked by hand, because the ORM takes longer to make than all the rest. */
async function isCurrent(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select to_regclass('auth.migration') is not null and to_regclass('${JOBS_SCHEMA}.version') is not null as made`,
  );
  if (!rows[0].made) return false;
  const done = await client.query('select name from auth.migration');
  const names = new Set(done.rows.map(({ name }) => name));
  return NAMES.every((name) => names.has(name));
}

async function migrateJobs(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) },
    schema: JOBS_SCHEMA,
    schedule: false,
    supervise: false,
  });
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Brings the database up to date, one process at a time, and returns the role to work as.
 * Safe to call on every start: when nothing is pending it costs a handful of reads.
 */
export async function migrate(
  connectionString: string,
  log: Log,
  now = new Date(),
): Promise<string | null> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'answerscope',
  });
  client.on('error', (error) => log.warn({ err: error }, 'the migration connection was lost'));
  await client.connect().catch((cause: Error & { code?: string }) => {
    const reason = cause.message || cause.code;
    throw new Error(`The database cannot be reached: ${reason}; check DATABASE_URL`, { cause });
  });
  try {
    await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await checkVersion(client);
    const role = await takeRole(client);
    await client.query(`set timezone = 'UTC'`);
    await client.query('create schema if not exists auth');
    if (!(await isCurrent(client))) {
      const { orm, dispose } = await openDatabase({ connectionString, role, poolSize: 2, log });
      try {
        const done = await orm.migrator.up();
        await migrateJobs(client);
        log.info({ migrations: done.length, last: done.at(-1)?.name }, 'database migrated');
      } finally {
        await dispose();
      }
    }
    await makePartitions(client, now);
    return role;
  } finally {
    await client.end();
  }
}

/** Partitions of answers for this month and the two after it. */
export async function makePartitions(
  client: { query(text: string, values: unknown[]): Promise<unknown> },
  now: Date,
): Promise<void> {
  for (let ahead = 0; ahead <= 2; ahead += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    await client.query('select make_answer_partitions($1::date)', [
      month.toISOString().slice(0, 10),
    ]);
  }
}
