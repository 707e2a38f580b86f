import { closeSync, constants, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBinaries } from './binaries.js';
import { type Cluster, openCluster } from './cluster.js';
import { toDiskFault } from './fault.js';
import { trimLog } from './log-file.js';
import { findPostmaster, stopPostmaster } from './postmaster.js';
import { type ReachOptions, reachServer } from './reach.js';
import { DATABASE, type Session } from './session.js';
import type { Settings } from './settings.js';

export interface PostgresServer {
  connectionString: string;
  /** Stops the server if nobody else uses it. */
  dispose(): Promise<void>;
}

export interface PostgresLog {
  info(obj: object, msg: string): void;
  warn(obj: object, msg: string): void;
}

export interface PostgresOptions {
  /** The server's files go into its folder `postgres`; any number of processes may share it. */
  dataDir: string;
  log: PostgresLog;
  /** Gives up a start under way. */
  signal?: AbortSignal;
  /** On top of our own, by their PostgreSQL names. */
  settings?: Settings;
  /** Another copy of the binaries' package than the installed one. */
  packageDir?: string;
}

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;
const TRIM_EVERY_MS = 60_000;

/** Starts the embedded server, or attaches to it, and keeps it running until `dispose`. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { dataDir, log, signal, settings } = options;
  const startedAt = performance.now();
  try {
    const binaries = await prepareBinaries(dataDir, options.packageDir);
    const cluster = await openCluster({ dataDir, binaries, sync: settings?.fsync !== 'off', signal });
    // Before the server is there, so that it never sees itself unused while we are coming.
    const share = openSync(cluster.users, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      const reach = { postgres: binaries.postgres, settings, limitMs: START_LIMIT_MS, signal };
      const session = await reachServer(cluster, reach);
      const ms = Math.round(performance.now() - startedAt);
      log.info({ folder: cluster.folder, port: session.port, ms }, 'embedded PostgreSQL is up');
      return keepServer(cluster, session, share, { ...reach, port: session.port, signal: undefined }, log);
    } catch (error) {
      closeSync(share);
      throw error;
    }
  } catch (error) {
    throw toDiskFault(dataDir, error);
  }
}

function keepServer(cluster: Cluster, first: Session, share: number, reach: ReachOptions, log: PostgresLog): PostgresServer {
  let session = first;
  const ending = new AbortController();
  const trimming = setInterval(() => void trimLog(cluster.logFile).catch(() => {}), TRIM_EVERY_MS).unref();

  const keep = async (): Promise<void> => {
    for (;;) {
      await session.ended;
      if (ending.signal.aborted) return;
      log.warn({ folder: cluster.folder }, 'embedded PostgreSQL went away; bringing it back');
      session = await comeBack();
      log.info({ port: session.port }, 'embedded PostgreSQL is back');
    }
  };

  const comeBack = async (): Promise<Session> => {
    for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        return await reachServer(cluster, { ...reach, signal: ending.signal });
      } catch (error) {
        ending.signal.throwIfAborted();
        log.warn({ err: error }, 'embedded PostgreSQL does not come back; trying again');
        await sleep(waitMs, undefined, { signal: ending.signal });
      }
    }
  };

  // Its only way out but `dispose` is the abort that `dispose` itself sends.
  const keeping = keep().catch(() => {});

  const end = async (): Promise<void> => {
    ending.abort();
    clearInterval(trimming);
    const last = await session.leave();
    const running = last ? await findPostmaster(cluster.data) : null;
    if (running && !(await stopPostmaster(cluster.data, running, STOP_LIMIT_MS))) {
      log.warn({ pid: running.pid }, 'embedded PostgreSQL did not stop');
    }
    await session.dispose();
    await keeping;
    closeSync(share);
  };

  let ended: Promise<void> | undefined;
  return {
    connectionString: `postgresql://postgres:${cluster.password}@127.0.0.1:${session.port}/${DATABASE}`,
    dispose: () => (ended ??= end()),
  };
}
