import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors.js';

/**
 * Who goes first when hashes have to wait: an address from which the account has signed in before,
 * one that nothing is known of, and last an address or account with failures of late.
 */
const RANKS = ['known', 'new', 'suspect'] as const;
export type Rank = (typeof RANKS)[number];

/**
 * A password's hash takes a thread of Node's pool for about a tenth of a second, and the pool has four:
 * two stay free for files and names. More than a few that wait would wait longer than their clients do.
 */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 16;
const PATIENCE_MS = 5_000;
const RETRY_SEC = 2;

export interface HashQueue {
  /**
   * Runs work that hashes passwords once there is room for it. Rejects with 503 when the queue is full, when
   * the wait takes too long, and when somebody of a better rank takes the place. Work that starts further work
   * of this kind keeps its one place for all of it.
   */
  run<T>(rank: Rank, work: () => Promise<T>, gone?: AbortSignal): Promise<T>;
}

interface Waiter {
  rank: number;
  begin(): void;
  refuse(): void;
}

const busy = (): AppError =>
  new AppError('DEGRADED', 'too many passwords are being checked just now; try again shortly', {
    retryAfterSec: RETRY_SEC,
  });

export function createHashQueue(): HashQueue {
  /** The best rank first, and in each rank in the order in which they came. */
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
    // Whoever leaves hands the place over, so it stays counted.
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
