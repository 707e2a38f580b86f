import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Whether to try again after this failure; `tries` is the number of failed tries, from 1. */
  isWorthwhile(error: unknown, tries: number): boolean;
  /** Milliseconds before the next try; no pause if omitted. */
  pauseMs?: (tries: number) => number;
  /** Ends a pause early; the last failure is then thrown. */
  signal?: AbortSignal;
}

/** Repeats idempotent work until it succeeds or `isWorthwhile` returns false; then rejects with the last error. */
export async function retry<T>(
  work: () => Promise<T>,
  { isWorthwhile, pauseMs, signal }: RetryOptions,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthwhile(error, tries)) throw error;
      if (pauseMs === undefined) continue;
      await sleep(pauseMs(tries), undefined, signal && { signal }).catch(() => {
        throw error;
      });
    }
  }
}

/** Exponential backoff: `firstMs`, doubled after each try, at most `longestMs`. */
export const doubling =
  (firstMs: number, longestMs: number) =>
  (tries: number): number =>
    Math.min(firstMs * 2 ** (tries - 1), longestMs);
