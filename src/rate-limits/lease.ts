import {
  type Layer,
  type LayerState,
  partMsOf,
  tightestOf,
} from '../domain/limits/sliding-window.js';
import type { Grant } from './store.js';

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

export const emptyLease = (layers: readonly Layer[]): Lease => ({
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

export const isGood = ({ goodFrom, goodUntil }: Lease, at: number): boolean =>
  at >= goodFrom && at < goodUntil;

/** How long from a moment until the first of the layers comes to its next sub-bucket. */
const untilNextPart = (layers: readonly Layer[], nowMs: number): number =>
  Math.min(...layers.map((layer) => partMsOf(layer) - (nowMs % partMsOf(layer))));

/** Puts what the store granted ahead into the hand. */
export function keep(lease: Lease, sentAt: number, grant: Grant): LayerState {
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
export function toPermit(
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
