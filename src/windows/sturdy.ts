import type { Layer, LayerState } from '../domain/limits/sliding-window.js';
import { AppError } from '../errors.js';
import type { Log } from '../observability/log.js';
import type { LocalWindows } from './local.js';
import type { Place, Windows } from './windows.js';

/** The windows as callers meet them: they hold, or give way in a known manner, when the store does not answer. */
export interface SturdyWindows {
  /**
   * With `strict`, for what spends money at an engine, nothing is admitted uncounted: 503. All else
   * goes on, counted by this process alone.
   */
  take(key: string, layers: readonly Layer[], strict: boolean): Place | Promise<Place>;
  /** How each layer stands by the store; rejects when that fails. */
  look(key: string, layers: readonly Layer[]): Promise<LayerState[]>;
  giveBack(key: string, layers: readonly Layer[], place: Place): Promise<void>;
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

export function createSturdyWindows(shared: Windows, local: LocalWindows, log: Log): SturdyWindows {
  let localUntil = Number.NEGATIVE_INFINITY;
  const ofLocal = new WeakSet<Place>();

  function goLocal(key: string, layers: readonly Layer[]): Place {
    const place = local.take(key, layers);
    ofLocal.add(place);
    return place;
  }

  function patiently(asked: Promise<Place>, key: string, layers: readonly Layer[]) {
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
      if (!strict) return patiently(asked, key, layers);
      return asked.catch(cannotCount);
    },
    look: (key, layers) => shared.look(key, layers).catch(cannotCount),
    async giveBack(key, layers, place) {
      if (ofLocal.has(place)) local.giveBack(key, layers, place);
      else await shared.giveBack(key, layers, place);
    },
    dispose: () => shared.dispose(),
  };
}
