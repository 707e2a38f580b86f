import { setTimeout as sleep } from 'node:timers/promises';
import { toPublicError } from '../../errors.js';

/** Shorter than a worker may be silent before its job goes to another. */
const PATIENCE_MS = 8_000;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Tries again while the database is out of reach: it is mostly back within seconds, and what is
 * to be stored was paid for. For work that may be done twice.
 */
export async function retryWhileDegraded<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const untilMs = performance.now() + patienceMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const isPassing = toPublicError(error).code === 'DEGRADED';
      if (!isPassing || performance.now() + pauseMs > untilMs) throw error;
      await sleep(pauseMs, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}
