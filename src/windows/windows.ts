import type { Layer, LayerState } from '../domain/limits/sliding-window.js';
import { emptyHolding, type Holding, isGood, keep, type Place, toPlace } from './holding.js';
import type { Store } from './store.js';

export type { Place } from './holding.js';

export interface Windows {
  /** At once while places are in hand, else after one trip to the store; rejects when that fails. */
  take(key: string, layers: readonly Layer[]): Place | Promise<Place>;
  /** How each layer stands; what this process holds ready is free. */
  look(key: string, layers: readonly Layer[]): Promise<LayerState[]>;
  /** For a call that is not counted after all. */
  giveBack(key: string, layers: readonly Layer[], place: Place): Promise<void>;
  dispose(): Promise<void>;
}

const SWEEP_MS = 1_000;

/**
 * The shared windows as one process uses them. Calls that come while one is at the store wait and go
 * there together. `clock` runs in milliseconds from any start; it measures, it does not tell the time.
 */
export function createWindows(store: Store, clock: () => number): Windows {
  const holdings = new Map<string, Holding>();

  function holdingOf(key: string, layers: readonly Layer[]): Holding {
    let holding = holdings.get(key);
    if (holding === undefined) {
      holding = emptyHolding(layers);
      holdings.set(key, holding);
    }
    holding.layers = layers;
    return holding;
  }

  function fromHand(holding: Holding): Place | null {
    const { inHand, tightest } = holding;
    if (inHand === 0 || tightest === null || !isGood(holding, clock())) return null;
    holding.inHand -= 1;
    holding.served += 1;
    return toPlace(holding, tightest, true, 0);
  }

  /** Those who came during the last trip, as far as it brought more than was asked for. */
  function serveFromHand(holding: Holding): void {
    while (holding.waiting.length > 0) {
      const place = fromHand(holding);
      if (place === null) return;
      holding.waiting.shift()?.resolve(place);
    }
  }

  async function ask(key: string, holding: Holding): Promise<void> {
    holding.asking = true;
    for (; holding.waiting.length > 0; serveFromHand(holding)) {
      const waiting = holding.waiting.splice(0);
      const sentAt = clock();
      const { layers, inHand: back, takenAtMs: backMs, served } = holding;
      holding.inHand = 0;
      holding.served = 0;
      try {
        const wanted = waiting.length;
        const mostAhead = 2 * (served + wanted - 1);
        const grant = await store({ key, layers, wanted, mostAhead, back, backMs });
        const tightest = keep(holding, sentAt, grant);
        holding.served += wanted;
        for (const [at, waiter] of waiting.entries()) {
          const later = Math.max(grant.granted - at - 1, 0);
          waiter.resolve(toPlace(holding, tightest, at < grant.granted, later));
        }
      } catch (error) {
        for (const waiter of waiting) waiter.reject(error);
      }
    }
    holding.asking = false;
  }

  /** What was taken ahead and not used is free again for everyone, and idle keys are forgotten. */
  async function sweep(all: boolean): Promise<void> {
    let isReached = true;
    for (const [key, holding] of holdings) {
      if (holding.asking || (!all && isGood(holding, clock()))) continue;
      holdings.delete(key);
      const { layers, inHand: back, takenAtMs: backMs } = holding;
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
      const holding = holdingOf(key, layers);
      const place = fromHand(holding);
      if (place !== null) return place;
      return new Promise((resolve, reject) => {
        holding.waiting.push({ resolve, reject });
        if (!holding.asking) void ask(key, holding);
      });
    },
    async look(key, layers) {
      const { states } = await store({ key, layers, wanted: 0, mostAhead: 0, back: 0, backMs: 0 });
      const holding = holdings.get(key);
      const ready = holding !== undefined && isGood(holding, clock()) ? holding.inHand : 0;
      return states.map((state) => ({ ...state, remaining: state.remaining + ready }));
    },
    async giveBack(key, layers, place) {
      const holding = holdings.get(key);
      const backMs = place.takenAtMs;
      if (holding?.takenAtMs === backMs && !holding.asking && isGood(holding, clock()))
        holding.inHand += 1;
      else await store({ key, layers, wanted: 0, mostAhead: 0, back: 1, backMs });
    },
    async dispose() {
      clearInterval(timer);
      await sweeping;
      await sweep(true);
    },
  };
}
