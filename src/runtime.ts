import { createDisposal } from './async/disposal.js';
import { createAuth, type PasswordHasher } from './auth/auth.js';
import { createHashQueue } from './auth/hash-queue.js';
import type { Config } from './config/config.js';
import { createDigest, readSecretKey } from './config/secret-key.js';
import { createVault } from './config/vault.js';
import { type Access, openAccess } from './database/access.js';
import { asOwner, type Owner } from './database/as-owner.js';
import type { StatementObserver } from './database/connections.js';
import { type Database, openDatabase, sessionOptions } from './database/database.js';
import { createDb } from './database/db.js';
import { createEvents } from './database/events.js';
import { createListener } from './database/listen.js';
import type { Deps } from './deps.js';
import { createEngineSpend } from './engines/engine-spend.js';
import { watchEngines } from './engines/observer.js';
import { createEngines, type EnginesOptions } from './engines/registry.js';
import { createQueue, type JobQueue } from './jobs/queue.js';
import { createLateDialer, createLateUrlReader } from './net/lazy.js';
import { createMailer } from './net/mail.js';
import type { LocateUrl, ReadUrl } from './net/read-url.js';
import { createResolveHost, type ResolveHost } from './net/resolve-host.js';
import type { Log } from './observability/log.js';
import { toDiskFault } from './postgres/fault.js';
import { startPostgres } from './postgres/server.js';
import {
  createFallbackLimiter,
  createLocalLimiter,
  type FallbackLimiter,
} from './rate-limits/fallback.js';
import { createSharedLimiter } from './rate-limits/shared.js';
import { createStore } from './rate-limits/store.js';
import { createReader } from './reading/reader.js';
import { createRequestCounts } from './request/request-counts.js';

export interface Runtime {
  access: Access;
  /** Runs work as the owner of the tables, on a separate connection. */
  asOwner<T>(work: (owner: Owner) => Promise<T>): Promise<T>;
  deps: Deps;
  database: Database;
  queue: JobQueue;
  dispose(): Promise<void>;
}

export interface RuntimeOptions {
  config: Config;
  log: Log;
  /** Whether this process works off jobs, which includes recovering the jobs of dead workers. */
  supervise: boolean;
  now?: () => Date;
  /** Fixed answers or failures of the sandbox, for tests. */
  sandbox?: EnginesOptions['sandbox'];
  /** Observes engine calls in addition to the log. */
  observer?: EnginesOptions['observer'];
  statements?: StatementObserver | undefined;
  /** Reads local sites, for tests. */
  readUrl?: ReadUrl;
  locateUrl?: LocateUrl;
  /** A resolver whose answers change, for tests. */
  resolveHost?: ResolveHost;
  /** A fast hasher, for tests. */
  hasher?: PasswordHasher | undefined;
  /** Windows that count nothing, to benchmark the cost of counting. */
  windows?: FallbackLimiter;
}

function readKey({ dataDir, secretKey }: Config): string {
  try {
    return readSecretKey(dataDir, secretKey);
  } catch (error) {
    throw toDiskFault(dataDir, error);
  }
}

/** Rate windows use a test's clock if there is one, else the database's clock, which all processes share. */
function openWindows({ pool }: Database, now: (() => Date) | undefined, log: Log) {
  const given = now === undefined ? null : () => now().getTime();
  const store = createStore((statement) => pool.query(statement), given);
  const local = createLocalLimiter(given ?? Date.now);
  return createFallbackLimiter(
    createSharedLimiter(store, given ?? (() => performance.now())),
    local,
    log,
  );
}

/**
 * Creates everything a use case needs, with a running, migrated database. Resources are closed in reverse order,
 * also when a later step fails.
 */
export async function createRuntime({
  config,
  log,
  supervise,
  now: givenNow,
  sandbox,
  observer,
  statements,
  readUrl,
  locateUrl,
  resolveHost = createResolveHost(),
  hasher,
  windows: givenWindows,
}: RuntimeOptions): Promise<Runtime> {
  const now = givenNow ?? (() => new Date());
  const { keep, dispose } = createDisposal(log);

  try {
    const secretKey = readKey(config);
    const access = await openAccess({
      ownerUrl:
        config.databaseOwnerUrl ??
        config.databaseUrl ??
        keep(await startPostgres({ dataDir: config.dataDir, log })).connectionString,
      loginUrl: config.databaseOwnerUrl && config.databaseUrl,
      secretKey,
      log,
      now: now(),
    });
    const { connectionString, role } = access.login;
    const database = keep(await openDatabase({ connectionString, role, log, statements }));
    const listener = keep(await createListener(connectionString, sessionOptions(role), log));
    const db = createDb(database.pool, database.orm.em);
    const spend = keep(createEngineSpend({ db, log, now, limits: config.dailyEngine }));
    const engines = await createEngines({
      platforms: config.platforms,
      sandboxMode: config.sandboxMode,
      sandbox: { ...config.sandbox, ...sandbox },
      tell: (words) => log.error(words),
      spending: spend,
      observer: watchEngines(log, observer),
    });
    const mail = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, db, log });
    const events = keep(await createEvents(listener));
    const queue = keep(await createQueue({ pool: database.pool, listener, supervise, log }));
    const hashes = createHashQueue();
    const digest = createDigest(secretKey, 'addresses');
    const { pool } = database;
    const auth = createAuth({
      ...{ config, secretKey, pool, db, events, mail, hashes, hasher, digest, log },
    });
    const windows = keep(givenWindows ?? openWindows(database, givenNow, log));
    const requests = keep(createRequestCounts({ db, log, now }));
    const reader = keep(createReader());
    const urls = keep(createLateUrlReader({ allowedHosts: [], resolveHost }));
    const { allowedHosts } = config.webhooks;
    const dialer = keep(createLateDialer({ allowedHosts, resolveHost }));
    return {
      access,
      asOwner: (work) => asOwner(access.ownerUrl, log, work),
      deps: {
        config,
        log,
        db,
        events,
        queue,
        engines,
        spend,
        mail,
        auth,
        windows,
        requests,
        hashes,
        digest,
        readUrl: readUrl ?? urls.read,
        locateUrl: locateUrl ?? urls.locate,
        reader,
        now,
        vault: createVault(secretKey),
        resolveHost,
        post: dialer.post,
      },
      database,
      queue,
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
