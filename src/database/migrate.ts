import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { migrations } from '../migrations/index.js';
import type { Log } from '../observability/log.js';
import { asOwner, type Owner } from './as-owner.js';
import { openDatabase } from './database.js';
import { makePartitions } from './partitions.js';

const JOBS_SCHEMA = 'pgboss';

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
 * Brings the database up to date. Safe to call on every start: when nothing is pending it costs a
 * handful of reads.
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

/** The same on a connection of its own. @returns the role that owns the tables, if it is not the login's own */
export const migrate = (
  connectionString: string,
  log: Log,
  now = new Date(),
): Promise<string | null> =>
  asOwner(connectionString, log, async (owner) => {
    await bringUpToDate(owner, log, now);
    return owner.role;
  });
