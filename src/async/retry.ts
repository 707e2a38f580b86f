import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Whether the work is worth another try after this failure; `tries` counts those that failed, from 1. */
  isWorthwhile(error: unknown, tries: number): boolean;
  /** Milliseconds before the next try; no pause where it is left out. */
  pauseMs?: (tries: number) => number;
  /** Ends a pause early; the last failure is then thrown. */
  signal?: AbortSignal;
}

/** Repeats work that may be done twice, until it succeeds or is not worth another try: then it rejects as the last try did. */
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

/** `firstMs`, then twice as long each time, at most `longestMs`. */
export const doubling =
  (firstMs: number, longestMs: number) =>
  (tries: number): number =>
    Math.min(firstMs * 2 ** (tries - 1), longestMs);
