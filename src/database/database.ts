import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { entities } from '../entities/index.js';
import { migrations } from '../migrations/index.js';
import type { Log } from '../observability/log.js';
import { connectWithRetry } from './connect-with-retry.js';
import { type StatementObserver, watchConnections } from './connections.js';

const TIMEOUTS = {
  connectionTimeoutMillis: 1_000,
  // Callers get a response within 5 s, even if the server is silent and the rate limiter took 0.5 s before.
  query_timeout: 4_200,
};
const SESSION = {
  TimeZone: 'UTC',
  search_path: 'public,auth',
  statement_timeout: '4000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  jit: 'off',
};

const TIMESTAMPTZ = 1184;
const TIMESTAMP = 1114;
const DATE = 1082;
const INT8 = 20;
const SPACE = 32;
const ZERO = 48;

/** Number made of two digits of a text. */
const two = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;

/** Parses `2026-01-02 03:04:05.678+00`: sessions use UTC, and columns have millisecond precision. */
function toDate(text: string): Date {
  const isUsual =
    text.length === 26 &&
    text.charCodeAt(0) > ZERO &&
    text.charCodeAt(10) === SPACE &&
    text.endsWith('+00');
  if (!isUsual) return new Date(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`);
  return new Date(
    Date.UTC(
      two(text, 0) * 100 + two(text, 2),
      two(text, 5) - 1,
      two(text, 8),
      two(text, 11),
      two(text, 14),
      two(text, 17),
      two(text, 20) * 10 + text.charCodeAt(22) - ZERO,
    ),
  );
}

/** Parses times to Date, keeps days as `YYYY-MM-DD`, and parses counts to numbers, on every connection of the pool. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ || oid === TIMESTAMP) return toDate;
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid as never, format as never);
  },
};

export const sessionOptions = (role: string | null): string =>
  Object.entries({ ...SESSION, ...(role ? { role } : {}) })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

export interface Database {
  orm: MikroORM;
  pool: pg.Pool;
  dispose(): Promise<void>;
}

/** Opens the product's one pool, which belongs to the ORM, with time-outs and role on every connection. */
export async function openDatabase(options: {
  connectionString: string;
  role: string | null;
  poolSize?: number;
  log: Log;
  /** Called after every statement. */
  statements?: StatementObserver | undefined;
}): Promise<Database> {
  let pool: pg.Pool | undefined;
  const orm = await MikroORM.init({
    clientUrl: options.connectionString,
    entities,
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    sessionContext: 'transaction',
    ensureDatabase: false,
    pool: { min: 0, max: options.poolSize ?? 10 },
    driverOptions: {
      ...TIMEOUTS,
      connectionString: options.connectionString,
      options: sessionOptions(options.role),
      application_name: 'answerscope',
      keepAlive: true,
      types,
      onPoolCreated: (created: pg.Pool) => {
        pool = created;
        watchConnections(created, options.statements ?? (() => {}));
      },
    },
    migrations: {
      migrationsList: migrations,
      tableName: 'auth.migration',
      snapshot: false,
      silent: true,
    },
    logger: (message) => options.log.debug({ orm: message }, 'orm'),
  });
  await orm.connect();
  if (pool === undefined) throw new Error('the ORM created no connection pool');
  const opened = pool;
  // The ORM opens no connection before the first statement.
  await connectWithRetry(async () => (await opened.connect()).release());
  opened.on('error', ({ message, code }: Error & { code?: string }) => {
    // While the pool ends, the server may close connections first.
    if (!opened.ending)
      options.log.warn({ reason: message, code }, 'an idle database connection was lost');
  });
  return {
    orm,
    pool: opened,
    async dispose() {
      await orm.close(true);
      // The ORM ends the pool only if it has used the pool.
      if (!opened.ending) await opened.end();
    },
  };
}
