import { createAuth } from './auth.js';
import type { Config } from './config.js';
import { type Database, openDatabase, sessionOptions } from './database.js';
import { createDb } from './db.js';
import type { Deps } from './deps.js';
import { createEngines, type EnginesOptions } from './engines/registry.js';
import { createEvents } from './events.js';
import { createQueue, type JobQueue } from './jobs/queue.js';
import { createListener } from './listen.js';
import type { Log } from './log.js';
import { createMailer } from './mail.js';
import { migrate } from './migrate.js';
import { toDiskFault } from './postgres/fault.js';
import { startPostgres } from './postgres/server.js';
import { readSecretKey } from './secret-key.js';

export interface Runtime {
  /** Of the database, as the role that signs in. */
  url: string;
  deps: Deps;
  database: Database;
  queue: JobQueue;
  dispose(): Promise<void>;
}

export interface RuntimeOptions {
  config: Config;
  log: Log;
  /** Whether this process works off jobs, and so also looks after those of dead workers. */
  supervise: boolean;
  now?: () => Date;
  /** Known truths or failures of the sandbox, for tests. */
  sandbox?: EnginesOptions['sandbox'];
}

function readKey({ dataDir, secretKey }: Config): string {
  try {
    return readSecretKey(dataDir, secretKey);
  } catch (error) {
    throw toDiskFault(dataDir, error);
  }
}

/**
 * Everything a use case needs, with a database that is up and up to date. What was opened is closed
 * in reverse, also when a later step fails.
 */
export async function createRuntime({
  config,
  log,
  supervise,
  now = () => new Date(),
  sandbox,
}: RuntimeOptions): Promise<Runtime> {
  const opened: (() => Promise<void>)[] = [];
  const dispose = async () => {
    for (const close of opened.splice(0).reverse()) {
      await close().catch((error) => log.error({ err: error }, 'something did not close'));
    }
  };
  const keep = <T extends { dispose(): Promise<void> }>(resource: T): T => {
    opened.push(() => resource.dispose());
    return resource;
  };

  try {
    const secretKey = readKey(config);
    const engines = createEngines({
      platforms: config.platforms,
      sandboxMode: config.sandboxMode,
      sandbox: { ...config.sandbox, ...sandbox },
      tell: (words) => log.error(words),
    });
    const url =
      config.databaseUrl ??
      keep(await startPostgres({ dataDir: config.dataDir, log })).connectionString;
    const role = await migrate(url, log, now());
    const database = keep(await openDatabase({ connectionString: url, role, log }));
    const listener = keep(await createListener(url, sessionOptions(role), log));
    const db = createDb(database.pool, database.orm.em);
    const mail = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, db, log });
    const events = keep(await createEvents(listener));
    const queue = keep(await createQueue({ pool: database.pool, listener, supervise, log }));
    const auth = createAuth({ config, secretKey, pool: database.pool, db, events, mail, log });
    return {
      url,
      deps: { config, log, db, events, queue, engines, mail, auth, now },
      database,
      queue,
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
