import { setTimeout as sleep } from 'node:timers/promises';
import { toPublicError } from '../../errors.js';

/** Shorter than the time after which the job of a silent worker is reassigned. */
const PATIENCE_MS = 8_000;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Retries while the database is unreachable: it usually returns within seconds, and the result to
 * store was paid for. `work` must be repeatable.
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
