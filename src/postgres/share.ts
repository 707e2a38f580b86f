import { closeSync, constants, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { awaitEnd, findPostmaster, stopPostmaster } from './postmaster.js';

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
export async function awaitUnused(cluster: Cluster, limitMs: number): Promise<boolean> {
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
