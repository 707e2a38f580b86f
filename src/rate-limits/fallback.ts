import { LRUCache } from 'lru-cache';
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

/** The same windows, counted by this process alone: for as long as the store is out of reach. */
export interface LocalLimiter {
  take(key: string, layers: readonly Layer[]): Permit;
  refund(key: string, layers: readonly Layer[], permit: Permit): void;
}

const MOST_KEYS = 10_000;

export function createLocalLimiter(now: () => number): LocalLimiter {
  const byKey = new LRUCache<string, SlidingWindow[]>({ max: MOST_KEYS });
  return {
    take(key, layers) {
      const takenAtMs = now();
      let windows = byKey.get(key);
      if (windows === undefined) {
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

/** The windows as callers meet them: they hold, or give way in a known manner, when the store does not answer. */
export interface FallbackLimiter {
  /**
   * With `strict`, for what spends money at an engine, nothing is admitted uncounted: 503. All else
   * goes on, counted by this process alone.
   */
  take(key: string, layers: readonly Layer[], strict: boolean): Permit | Promise<Permit>;
  /** How each layer stands by the store; rejects when that fails. */
  peek(key: string, layers: readonly Layer[]): Promise<LayerState[]>;
  refund(key: string, layers: readonly Layer[], permit: Permit): Promise<void>;
  dispose(): Promise<void>;
}

/** A read waits this long for the store at most, and asks it again only after a while. */
const PATIENCE_MS = 500;
const LOCAL_MS = 5_000;
const RETRY_SEC = 5;

export function cannotCount(cause: unknown): never {
  throw new AppError('DEGRADED', 'limits cannot be counted just now; try again shortly', {
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
    // An answer that lies there already, because this process was busy, is read first.
    const giveUp = () => setImmediate(() => late.reject(new Error('no answer in time')));
    const timer = setTimeout(giveUp, PATIENCE_MS);
    return Promise.race([asked, late.promise])
      .catch((error) => {
        if (performance.now() >= localUntil)
          log.warn({ err: error }, 'limits are counted by this process alone for a while');
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
