import {
  type Layer,
  type LayerState,
  partMsOf,
  tightestOf,
} from '../domain/limits/sliding-window.js';
import type { Grant, Store } from './store.js';

/** The result for one call: whether it is admitted, and the state of the tightest layer of its allowance. */
export interface Permit extends LayerState {
  admitted: boolean;
  /** Milliseconds, by the clock of the store (or of this process, if counted locally). */
  takenAtMs: number;
}

interface Waiter {
  resolve(permit: Permit): void;
  reject(error: unknown): void;
}

/** Permits of one key that this process has prefetched. */
export interface Lease {
  layers: readonly Layer[];
  /** Permits that the store counts as used and that no call has used yet. */
  prefetched: number;
  takenAtMs: number;
  /** Prefetched permits are valid from `goodFrom` to `goodUntil`, by this process's clock: in their sub-bucket. */
  goodFrom: number;
  goodUntil: number;
  tightest: LayerState | null;
  /** Calls since the last request to the store; the prefetch follows this demand. */
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

/** Milliseconds until the first of the layers enters its next sub-bucket. */
const untilNextPart = (layers: readonly Layer[], nowMs: number): number =>
  Math.min(...layers.map((layer) => partMsOf(layer) - (nowMs % partMsOf(layer))));

/** Stores the prefetched permits of a grant in the lease; returns the tightest layer. */
function keep(lease: Lease, sentAt: number, grant: Grant): LayerState {
  const tightest = tightestOf(grant.states);
  lease.prefetched = grant.ahead;
  lease.takenAtMs = grant.nowMs;
  // The store read its clock after `sentAt`, so this never ends later than the sub-bucket.
  lease.goodFrom = sentAt;
  lease.goodUntil = sentAt + untilNextPart(lease.layers, grant.nowMs);
  lease.tightest = tightest;
  return tightest;
}

/** `later` is the number of calls in the same request that are admitted after this one. */
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
  /** Synchronous while permits are prefetched, else after one request to the store; rejects if that fails. */
  take(key: string, layers: readonly Layer[]): Permit | Promise<Permit>;
  /** State of each layer. Returns this process's unused prefetched permits first. */
  look(key: string, layers: readonly Layer[]): Promise<LayerState[]>;
  /** Returns the permit of a call that does not count. */
  refund(key: string, layers: readonly Layer[], permit: Permit): Promise<void>;
  dispose(): Promise<void>;
}

const SWEEP_MS = 1_000;

/**
 * One process's view of the shared windows. Calls that arrive during a request to the store are batched
 * into the next request. `clock` is monotonic, in milliseconds from any start.
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

  /** Serves calls that arrived during the last request, as far as it prefetched permits. */
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

  /** Returns unused prefetched permits to the store, and forgets idle keys. */
  async function sweep(all: boolean): Promise<void> {
    let isReached = true;
    for (const [key, lease] of leases) {
      if (lease.asking || (!all && isGood(lease, clock()))) continue;
      leases.delete(key);
      const { layers, prefetched: back, takenAtMs: backMs } = lease;
      if (back === 0 || !isReached) continue;
      // If this fails, the permits stay counted until they leave the window.
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
