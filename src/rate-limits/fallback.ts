import {
  emptyWindow,
  type Layer,
  type LayerState,
  refundPermit,
  type SlidingWindow,
  takePermit,
  tightestOf,
} from '../domain/limits/sliding-window.js';
import { AppError } from '../errors.js';
import type { Log } from '../observability/log.js';
import type { Permit, SharedLimiter } from './shared.js';

/** Sliding windows counted by this process alone, while the store is unavailable. */
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

/** The shared windows, with a defined fallback while the store does not respond. */
export interface FallbackLimiter {
  /**
   * With `strict`, for calls that spend money at an engine, a store failure is a 503. Other calls are then
   * counted by this process alone.
   */
  take(key: string, layers: readonly Layer[], strict: boolean): Permit | Promise<Permit>;
  /** State of each layer in the store; takes no permit. Rejects if the store fails. */
  peek(key: string, layers: readonly Layer[]): Promise<LayerState[]>;
  refund(key: string, layers: readonly Layer[], permit: Permit): Promise<void>;
  dispose(): Promise<void>;
}

/** Maximum wait for the store, and how long calls are counted locally after a failure. */
const PATIENCE_MS = 500;
const LOCAL_MS = 5_000;
const RETRY_SEC = 5;

export function cannotCount(cause: unknown): never {
  throw new AppError('DEGRADED', 'limits cannot be counted at the moment; retry shortly', {
    cause,
    retryAfterSec: RETRY_SEC,
  });
}

export function createFallbackLimiter(
  shared: SharedLimiter,
  local: LocalLimiter,
  log: Log,
): FallbackLimiter {
  let localUntil = Number.NEGATIVE_INFINITY;
  const ofLocal = new WeakSet<Permit>();

  function goLocal(key: string, layers: readonly Layer[]): Permit {
    const permit = local.take(key, layers);
    ofLocal.add(permit);
    return permit;
  }

  function withinLimit(asked: Promise<Permit>, key: string, layers: readonly Layer[]) {
    const late = Promise.withResolvers<never>();
    // setImmediate: if this process was busy, an answer that has already arrived is read first.
    const giveUp = () =>
      setImmediate(() =>
        late.reject(new Error(`the store did not respond within ${PATIENCE_MS} ms`)),
      );
    const timer = setTimeout(giveUp, PATIENCE_MS);
    return Promise.race([asked, late.promise])
      .catch((error) => {
        if (performance.now() >= localUntil)
          log.warn(
            { err: error },
            'the limit store failed; limits are counted per process for now',
          );
        localUntil = performance.now() + LOCAL_MS;
        return goLocal(key, layers);
      })
      .finally(() => clearTimeout(timer));
  }

  return {
    take(key, layers, strict) {
      if (!strict && performance.now() < localUntil) return goLocal(key, layers);
      const asked = shared.take(key, layers);
      if (!(asked instanceof Promise)) return asked;
      if (!strict) return withinLimit(asked, key, layers);
      return asked.catch(cannotCount);
    },
    peek: (key, layers) => shared.look(key, layers).catch(cannotCount),
    async refund(key, layers, permit) {
      if (ofLocal.has(permit)) local.refund(key, layers, permit);
      else await shared.refund(key, layers, permit);
    },
    dispose: () => shared.dispose(),
  };
}
