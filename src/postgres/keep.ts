import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { trimLog } from './log-file.js';
import { type ReachOptions, reachServer } from './reach.js';
import type { ServerSession } from './session.js';
import { awaitUnused, type Share } from './share.js';

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
