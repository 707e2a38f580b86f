import {
  type Layer,
  type LayerState,
  partMsOf,
  tightestOf,
} from '../domain/limits/sliding-window.js';
import type { Grant, Store } from './store.js';

/** Result of one call: whether it is admitted, and the state of the tightest layer of its allowance. */
export interface Permit extends LayerState {
  admitted: boolean;
  /** Time of the permit by the clock that counted it, in Unix milliseconds. */
  takenAtMs: number;
}

interface Waiter {
  resolve(permit: Permit): void;
  reject(error: unknown): void;
}

/** Permits of one key that one process holds. */
export interface Lease {
  layers: readonly Layer[];
  /** Permits that the store counts as used, but that no call has consumed yet. */
  prefetched: number;
  takenAtMs: number;
  /** Bounds of the sub-bucket that the permits count in, by the process's own clock. Permits are valid only there. */
  goodFrom: number;
  goodUntil: number;
  tightest: LayerState | null;
  /** Calls served since the last store call. Determines how many permits to prefetch. */
  served: number;
  waiting: Waiter[];
  asking: boolean;
}

const emptyLease = (layers: readonly Layer[]): Lease => ({
  layers,
  prefetched: 0,
  takenAtMs: 0,
  goodFrom: 0,
  goodUntil: 0,
  tightest: null,
  served: 0,
  waiting: [],
  asking: false,
});

const isGood = ({ goodFrom, goodUntil }: Lease, at: number): boolean =>
  at >= goodFrom && at < goodUntil;

/** Milliseconds until the first of the layers reaches its next sub-bucket. */
const untilNextPart = (layers: readonly Layer[], nowMs: number): number =>
  Math.min(...layers.map((layer) => partMsOf(layer) - (nowMs % partMsOf(layer))));

/** Stores the prefetched permits of a grant in the lease. */
function keep(lease: Lease, sentAt: number, grant: Grant): LayerState {
  const tightest = tightestOf(grant.states);
  lease.prefetched = grant.ahead;
  lease.takenAtMs = grant.nowMs;
  // The store read its clock after `sentAt`, so `goodUntil` is never later than the end of the sub-bucket.
  lease.goodFrom = sentAt;
  lease.goodUntil = sentAt + untilNextPart(lease.layers, grant.nowMs);
  lease.tightest = tightest;
  return tightest;
}

/** `later`: number of calls in the same batch that are admitted after this call. */
function toPermit(
  { prefetched: inHand, takenAtMs }: Lease,
  { limit, windowMs, remaining, freesAtMs }: LayerState,
  admitted: boolean,
  later: number,
): Permit {
  return {
    admitted,
    limit,
    windowMs,
    remaining: remaining + inHand + later,
    freesAtMs,
    takenAtMs,
  };
}

export interface SharedLimiter {
  /** Synchronous while prefetched permits are left, otherwise after one store call; rejects if that fails. */
  take(key: string, layers: readonly Layer[]): Permit | Promise<Permit>;
  /** State of each layer. Returns unused prefetched permits of this process to the store first. */
  look(key: string, layers: readonly Layer[]): Promise<LayerState[]>;
  /** Returns the permit of a call that must not count. */
  refund(key: string, layers: readonly Layer[], permit: Permit): Promise<void>;
  dispose(): Promise<void>;
}

const SWEEP_MS = 1_000;

/**
 * Client of the shared windows in one process. Calls that arrive during a store call wait and form the next batch.
 * `clock` is monotonic, in milliseconds from an arbitrary start.
 */
export function createSharedLimiter(store: Store, clock: () => number): SharedLimiter {
  const leases = new Map<string, Lease>();

  function leaseOf(key: string, layers: readonly Layer[]): Lease {
    let lease = leases.get(key);
    if (lease === undefined) {
      lease = emptyLease(layers);
      leases.set(key, lease);
    }
    lease.layers = layers;
    return lease;
  }

  function fromPrefetched(lease: Lease): Permit | null {
    const { prefetched: inHand, tightest } = lease;
    if (inHand === 0 || tightest === null || !isGood(lease, clock())) return null;
    lease.prefetched -= 1;
    lease.served += 1;
    return toPermit(lease, tightest, true, 0);
  }

  /** Serves calls that arrived during the last store call from its prefetched permits. */
  function serveFromPrefetched(lease: Lease): void {
    while (lease.waiting.length > 0) {
      const permit = fromPrefetched(lease);
      if (permit === null) return;
      lease.waiting.shift()?.resolve(permit);
    }
  }

  async function ask(key: string, lease: Lease): Promise<void> {
    lease.asking = true;
    for (; lease.waiting.length > 0; serveFromPrefetched(lease)) {
      const waiting = lease.waiting.splice(0);
      const sentAt = clock();
      const { layers, prefetched: back, takenAtMs: backMs, served } = lease;
      lease.prefetched = 0;
      lease.served = 0;
      try {
        const wanted = waiting.length;
        const mostAhead = 2 * (served + wanted - 1);
        const grant = await store({ key, layers, wanted, mostAhead, back, backMs });
        const tightest = keep(lease, sentAt, grant);
        lease.served += wanted;
        for (const [at, waiter] of waiting.entries()) {
          const later = Math.max(grant.granted - at - 1, 0);
          waiter.resolve(toPermit(lease, tightest, at < grant.granted, later));
        }
      } catch (error) {
        for (const waiter of waiting) waiter.reject(error);
      }
    }
    lease.asking = false;
  }

  /** Returns unused prefetched permits to the store and removes idle leases. */
  async function sweep(all: boolean): Promise<void> {
    let isReached = true;
    for (const [key, lease] of leases) {
      if (lease.asking || (!all && isGood(lease, clock()))) continue;
      leases.delete(key);
      const { layers, prefetched: back, takenAtMs: backMs } = lease;
      if (back === 0 || !isReached) continue;
      // If the store call fails, the permits stay counted until the window passes.
      await store({ key, layers, wanted: 0, mostAhead: 0, back, backMs }).catch(() => {
        isReached = false;
      });
    }
  }
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweep(false));
  }, SWEEP_MS);
  timer.unref();

  return {
    take(key, layers) {
      const lease = leaseOf(key, layers);
      const permit = fromPrefetched(lease);
      if (permit !== null) return permit;
      return new Promise((resolve, reject) => {
        lease.waiting.push({ resolve, reject });
        if (!lease.asking) void ask(key, lease);
      });
    },
    async look(key, layers) {
      const lease = leaseOf(key, layers);
      const { prefetched: back, takenAtMs: backMs } = lease;
      lease.prefetched = 0;
      const { states } = await store({ key, layers, wanted: 0, mostAhead: 0, back, backMs });
      return states;
    },
    async refund(key, layers, permit) {
      const lease = leases.get(key);
      const backMs = permit.takenAtMs;
      if (lease?.takenAtMs === backMs && !lease.asking && isGood(lease, clock()))
        lease.prefetched += 1;
      else await store({ key, layers, wanted: 0, mostAhead: 0, back: 1, backMs });
    },
    async dispose() {
      clearInterval(timer);
      await sweeping;
      await sweep(true);
    },
  };
}
