import {
  emptyWindow,
  type Layer,
  leavePlace,
  type SlidingWindow,
  takePlace,
  tightestOf,
} from '../domain/limits/sliding-window.js';
import type { Place } from './windows.js';

/** The same windows, counted by this process alone: for as long as the store is out of reach. */
export interface LocalWindows {
  take(key: string, layers: readonly Layer[]): Place;
  giveBack(key: string, layers: readonly Layer[], place: Place): void;
}

const MOST_KEYS = 10_000;

export function createLocalWindows(now: () => number): LocalWindows {
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
      const { admitted, states } = takePlace(windows, layers, takenAtMs);
      return { ...tightestOf(states), admitted, takenAtMs };
    },
    giveBack(key, layers, { takenAtMs }) {
      leavePlace(byKey.get(key) ?? [], layers, takenAtMs);
    },
  };
}
