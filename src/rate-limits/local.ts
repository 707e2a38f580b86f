import {
  emptyWindow,
  type Layer,
  refundPermit,
  type SlidingWindow,
  takePermit,
  tightestOf,
} from '../domain/limits/sliding-window.js';
import type { Permit } from './shared.js';

/** The same windows, counted by this process alone: for as long as the store is out of reach. */
export interface LocalLimiter {
  take(key: string, layers: readonly Layer[]): Permit;
  refund(key: string, layers: readonly Layer[], permit: Permit): void;
}

const MOST_KEYS = 10_000;

export function createLocalLimiter(now: () => number): LocalLimiter {
  const byKey = new Map<string, SlidingWindow[]>();
  return {
    take(key, layers) {
      const takenAtMs = now();
      let windows = byKey.get(key);
      if (windows === undefined) {
        const [oldest] = byKey.keys();
        if (byKey.size >= MOST_KEYS && oldest !== undefined) byKey.delete(oldest);
        windows = layers.map(emptyWindow);
        byKey.set(key, windows);
      }
      const { admitted, states } = takePermit(windows, layers, takenAtMs);
      return { ...tightestOf(states), admitted, takenAtMs };
    },
    refund(key, layers, { takenAtMs }) {
      refundPermit(byKey.get(key) ?? [], layers, takenAtMs);
    },
  };
}
