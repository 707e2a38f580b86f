import { closeSync, constants, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { trimLog } from './log-file.js';
import { awaitEnd, findPostmaster, stopPostmaster } from './postmaster.js';
import { type ReachOptions, reachServer } from './reach.js';
import type { ServerSession } from './session.js';

/**
 * A process's share in the server is a pipe held open: the kernel knows at any time whether there is
 * a holder left, however the others went, and tells the shell beside the server when there is none.
 */
export interface Share {
  dispose(): void;
}

export function takeShare({ users }: Cluster): Share {
  // For reading too, so that it opens at once although nobody listens yet.
  const handle = openSync(users, constants.O_RDWR | constants.O_NONBLOCK);
  return { dispose: () => closeSync(handle) };
}

/** The shell acts within milliseconds; when it has not by now, somebody else has a share. */
const GRACE_MS = 300;

/** Waits for the end of a server that nobody has a share in. @returns false when it would not end */
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

/** By users, or by the shell that waits for their end: without either, a server would run for ever. */
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

/** Brings the server back whenever it goes away, until `dispose`, which stops it if nobody else uses it. */
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
      log.warn({ folder: cluster.folder }, 'embedded PostgreSQL went away; bringing it back');
      session = null;
      session = await comeBack();
      const { port } = session;
      if (port === first.port) log.info({ port }, 'embedded PostgreSQL is back');
      else
        log.warn(
          { port, was: first.port },
          'embedded PostgreSQL had to move to another port; start again to follow it',
        );
    }
  };

  const comeBack = async (): Promise<ServerSession> => {
    for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        return await reachServer(cluster, { ...reach, signal: ending.signal });
      } catch (error) {
        ending.signal.throwIfAborted();
        log.warn({ err: error }, 'embedded PostgreSQL does not come back; trying again');
        await sleep(waitMs, undefined, { signal: ending.signal });
      }
    }
  };

  // It ends by the abort that `dispose` sends, and by nothing else.
  const keeping = keep().catch(() => {});

  const dispose = async (): Promise<void> => {
    ending.abort();
    clearInterval(trimming);
    await keeping;
    // Without a session there is no telling whether others have one.
    const isLast = (await session?.leave()) ?? true;
    await session?.dispose();
    share.dispose();
    if (isLast && !(await awaitUnused(cluster, STOP_LIMIT_MS)))
      log.warn({ folder: cluster.folder }, 'embedded PostgreSQL does not stop');
  };

  return { dispose };
}
