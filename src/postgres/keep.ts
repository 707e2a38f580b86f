import { closeSync, constants, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { trimLog } from './log-file.js';
import { awaitEnd, findPostmaster, stopPostmaster } from './postmaster.js';
import { type ReachOptions, reachServer } from './reach.js';
import type { ServerSession } from './session.js';

/**
 * A process's share in the server: a pipe held open. The kernel releases it however the process ends, and
 * notifies the shell beside the server when no process holds it any more.
 */
export interface Share {
  dispose(): void;
}

export function takeShare({ users }: Cluster): Share {
  // Opened for reading too, so that it does not fail while there is no reader.
  const handle = openSync(users, constants.O_RDWR | constants.O_NONBLOCK);
  return { dispose: () => closeSync(handle) };
}

/** The shell stops an unused server within milliseconds; after this time, another process has a share. */
const GRACE_MS = 300;

/** Waits for the end of a server without shares. @returns false if it does not end within the limit */
async function awaitUnused(cluster: Cluster, limitMs: number): Promise<boolean> {
  const { data } = cluster;
  for (const until = Date.now() + GRACE_MS; Date.now() < until; await sleep(5)) {
    const running = await findPostmaster(data);
    if (!running) return true;
    if (running.isStopping)
      return (
        (await awaitEnd(data, running, limitMs * 0.7)) ||
        stopPostmaster(data, running, limitMs * 0.3)
      );
    if (!isHeld(cluster)) return stopPostmaster(data, running, limitMs);
  }
  return true;
}

/** Whether users or the watching shell hold the pipe. Without either, the server would run for ever. */
function isHeld({ users }: Cluster): boolean {
  try {
    closeSync(openSync(users, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENXIO';
  }
}

export interface PostgresLog {
  info(obj: object, msg: string): void;
  warn(obj: object, msg: string): void;
}

export interface KeepOptions {
  cluster: Cluster;
  session: ServerSession;
  share: Share;
  log: PostgresLog;
}

const STOP_LIMIT_MS = 10_000;
const TRIM_EVERY_MS = 60_000;

/** Restarts the server whenever it ends, until `dispose`, which stops it if no other process uses it. */
export function keepServer(
  { cluster, session: first, share, log }: KeepOptions,
  reach: ReachOptions,
) {
  let session: ServerSession | null = first;
  const ending = new AbortController();
  const aborted = new Promise<void>((resolve) =>
    ending.signal.addEventListener('abort', () => resolve()),
  );
  const trimming = setInterval(() => void trimLog(cluster.logFile), TRIM_EVERY_MS).unref();

  const keep = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await Promise.race([session?.ended, aborted]);
      if (ending.signal.aborted) return;
      log.warn(
        { folder: cluster.folder },
        'embedded PostgreSQL stopped unexpectedly; restarting it',
      );
      session = null;
      session = await comeBack();
      const { port } = session;
      if (port === first.port) log.info({ port }, 'embedded PostgreSQL is back');
      else
        log.warn(
          { port, was: first.port },
          'embedded PostgreSQL had to move to another port; restart this process to use it',
        );
    }
  };

  const comeBack = async (): Promise<ServerSession> => {
    for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        return await reachServer(cluster, { ...reach, signal: ending.signal });
      } catch (error) {
        ending.signal.throwIfAborted();
        log.warn({ err: error }, 'embedded PostgreSQL could not be restarted; trying again');
        await sleep(waitMs, undefined, { signal: ending.signal });
      }
    }
  };

  // Rejects only when `dispose` aborts it.
  const keeping = keep().catch(() => {});

  const dispose = async (): Promise<void> => {
    ending.abort();
    clearInterval(trimming);
    await keeping;
    // Without a session, this process cannot check for others.
    const isLast = (await session?.leave()) ?? true;
    await session?.dispose();
    share.dispose();
    if (isLast && !(await awaitUnused(cluster, STOP_LIMIT_MS)))
      log.warn({ folder: cluster.folder }, 'embedded PostgreSQL did not stop');
  };

  return { dispose };
}
