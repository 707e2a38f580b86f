import {
  type Layer,
  type LayerState,
  partMsOf,
  tightestOf,
} from '../domain/limits/sliding-window.js';
import type { Grant, Store } from './store.js';

/** The answer to one call: whether it may go on, and how the tightest layer of its allowance stands. */
export interface Permit extends LayerState {
  admitted: boolean;
  /** By the clock that counted it. */
  takenAtMs: number;
}

interface Waiter {
  resolve(permit: Permit): void;
  reject(error: unknown): void;
}

/** What one process holds of one key. */
export interface Lease {
  layers: readonly Layer[];
  /** Places that the store counts as used and that nobody has been given yet. */
  prefetched: number;
  takenAtMs: number;
  /** Between these moments of the process's own clock they are good: in the sub-bucket they count in. */
  goodFrom: number;
  goodUntil: number;
  tightest: LayerState | null;
  /** Calls since the last trip: what is taken ahead follows the demand. */
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

/** How long from a moment until the first of the layers comes to its next sub-bucket. */
const untilNextPart = (layers: readonly Layer[], nowMs: number): number =>
  Math.min(...layers.map((layer) => partMsOf(layer) - (nowMs % partMsOf(layer))));

/** Puts what the store granted ahead into the hand. */
function keep(lease: Lease, sentAt: number, grant: Grant): LayerState {
  const tightest = tightestOf(grant.states);
  lease.prefetched = grant.ahead;
  lease.takenAtMs = grant.nowMs;
  // The store read its clock after the sending, so this ends before the sub-bucket does, never after.
  lease.goodFrom = sentAt;
  lease.goodUntil = sentAt + untilNextPart(lease.layers, grant.nowMs);
  lease.tightest = tightest;
  return tightest;
}

/** `later` are those who came together with this call and are admitted after it. */
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
  /** At once while places are in hand, else after one trip to the store; rejects when that fails. */
  take(key: string, layers: readonly Layer[]): Permit | Promise<Permit>;
  /** How each layer stands. What this process took ahead goes back first: nobody has used it. */
  look(key: string, layers: readonly Layer[]): Promise<LayerState[]>;
  /** For a call that is not counted after all. */
  refund(key: string, layers: readonly Layer[], permit: Permit): Promise<void>;
  dispose(): Promise<void>;
}

const SWEEP_MS = 1_000;

/**
 * The shared windows as one process uses them. Calls that come while one is at the store wait and go
 * there together. `clock` runs in milliseconds from any start; it measures, it does not tell the time.
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

  /** Those who came during the last trip, as far as it brought more than was asked for. */
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

  /** What was taken ahead and not used is free again for everyone, and idle keys are forgotten. */
  async function sweep(all: boolean): Promise<void> {
    let isReached = true;
    for (const [key, lease] of leases) {
      if (lease.asking || (!all && isGood(lease, clock()))) continue;
      leases.delete(key);
      const { layers, prefetched: back, takenAtMs: backMs } = lease;
      if (back === 0 || !isReached) continue;
      // In vain, they stay counted until they leave the window by themselves.
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
