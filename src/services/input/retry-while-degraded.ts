import { doubling, retry } from '../../async/retry.js';
import { toPublicError } from '../../errors.js';

/** Shorter than a worker may be silent before its job goes to another. */
const PATIENCE_MS = 8_000;
const pauseMs = doubling(100, 1_000);

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
  return retry(work, {
    isWorthwhile: (error, tries) =>
      toPublicError(error).code === 'DEGRADED' && performance.now() + pauseMs(tries) <= untilMs,
    pauseMs,
    signal,
  });
}
