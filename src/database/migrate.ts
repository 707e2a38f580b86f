import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { migrations } from '../migrations/index.js';
import type { Log } from '../observability/log.js';
import { asOwner, type Owner } from './as-owner.js';
import { openDatabase } from './database.js';
import { makePartitions } from './partitions.js';

const JOBS_SCHEMA = 'pgboss';

/** Names of all migrations, as stored in `auth.migration`. */
const NAMES = migrations.map((Step) => new Step(undefined as never, undefined as never).name);

/** Checks without the ORM, because creating the ORM takes longer than the whole check. */
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
 * Migrates the database and creates missing partitions. Runs at every start; with nothing pending it costs a few reads.
 */
export async function bringUpToDate(owner: Owner, log: Log, now: Date): Promise<void> {
  const { client, connectionString, role } = owner;
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
}

/** Migrates on a separate connection. @returns the role that owns the tables; null if it is the login itself */
export const migrate = (
  connectionString: string,
  log: Log,
  now = new Date(),
): Promise<string | null> =>
  asOwner(connectionString, log, async (owner) => {
    await bringUpToDate(owner, log, now);
    return owner.role;
  });
