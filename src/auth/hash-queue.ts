import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors.js';

/**
 * Priority in the queue, highest first: an address from which the account has signed in before, an
 * unknown address, and an address or account with recent failures.
 */
const RANKS = ['known', 'new', 'suspect'] as const;
export type Rank = (typeof RANKS)[number];

/**
 * A password hash takes one of the four threads of Node's pool for about 0.1 s; two threads stay free for
 * files and DNS. With a longer queue, clients would give up before their turn.
 */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 16;
const PATIENCE_MS = 5_000;
const RETRY_SEC = 2;

export interface HashQueue {
  /**
   * Runs work that hashes passwords when a place is free. Rejects with 503 when the queue is full, after a wait
   * of 5 s, when `gone` aborts, and when a caller of a higher rank takes the place. Nested calls share one place.
   */
  run<T>(rank: Rank, work: () => Promise<T>, gone?: AbortSignal): Promise<T>;
}

interface Waiter {
  rank: number;
  begin(): void;
  refuse(): void;
}

const busy = (): AppError =>
  new AppError('DEGRADED', 'too many passwords are being checked; try again shortly', {
    retryAfterSec: RETRY_SEC,
  });

export function createHashQueue(): HashQueue {
  /** Highest rank first; in order of arrival within a rank. */
  const waiting: Waiter[] = [];
  const ownPlace = new AsyncLocalStorage<{ isHeld: boolean }>();
  let running = 0;

  function drop(waiter: Waiter): void {
    const at = waiting.indexOf(waiter);
    if (at >= 0) waiting.splice(at, 1);
  }

  function wait(rank: number, gone: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => waiter.refuse(), PATIENCE_MS);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      gone?.removeEventListener('abort', waiter.refuse);
      drop(waiter);
      end();
    };
    const waiter: Waiter = {
      rank,
      begin: () => settle(resolve),
      refuse: () => settle(() => reject(busy())),
    };
    gone?.addEventListener('abort', waiter.refuse);
    const behind = waiting.findIndex((other) => other.rank > rank);
    waiting.splice(behind < 0 ? waiting.length : behind, 0, waiter);
    return promise;
  }

  async function enter(rank: number, gone: AbortSignal | undefined): Promise<void> {
    if (gone?.aborted) throw busy();
    if (running < MOST_AT_ONCE) {
      running += 1;
      return;
    }
    if (waiting.length >= MOST_WAITING) {
      const last = waiting.at(-1);
      if (last === undefined || last.rank <= rank) throw busy();
      last.refuse();
    }
    // `leave` passes its place on, so `running` stays the same.
    await wait(rank, gone);
  }

  function leave(): void {
    const next = waiting[0];
    if (next === undefined) running -= 1;
    else next.begin();
  }

  return {
    async run(rank, work, gone) {
      if (ownPlace.getStore()?.isHeld) return work();
      await enter(RANKS.indexOf(rank), gone);
      const place = { isHeld: true };
      try {
        return await ownPlace.run(place, work);
      } finally {
        place.isHeld = false;
        leave();
      }
    },
  };
}
