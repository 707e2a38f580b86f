import { doubling, retry } from '../../async/retry.js';
import { toPublicError } from '../../errors.js';

/** Shorter than the time after which the job of a silent worker is reassigned. */
const PATIENCE_MS = 8_000;
const pauseMs = doubling(100, 1_000);

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
  return retry(work, {
    isWorthwhile: (error, tries) =>
      toPublicError(error).code === 'DEGRADED' && performance.now() + pauseMs(tries) <= untilMs,
    pauseMs,
    signal,
  });
}
