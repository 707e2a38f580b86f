import { toNetwork } from '../domain/limits/network.js';
import { AppError } from '../errors.js';

/** Keys that do not hold, which one place may show in a minute; then it is told to wait. */
const MOST = 30;
const WINDOW_MS = 60_000;
const MOST_KNOWN = 10_000;

export interface BadKeys {
  /** Counts one more from there; what it is answered once it has shown too many. */
  count(address: string): AppError | null;
}

/** Good keys are looked up all the same, so whoever guesses beside their owner locks nobody out. */
export function createBadKeys(now: () => Date): BadKeys {
  const places = new Map<string, { count: number; untilMs: number }>();
  return {
    count(address) {
      const network = toNetwork(address);
      const nowMs = now().getTime();
      let place = places.get(network);
      if (place === undefined || place.untilMs <= nowMs) {
        place = { count: 0, untilMs: nowMs + WINDOW_MS };
        const [oldest] = places.keys();
        if (places.size >= MOST_KNOWN && oldest !== undefined) places.delete(oldest);
        places.delete(network);
        places.set(network, place);
      }
      place.count += 1;
      if (place.count <= MOST) return null;
      const retryAfterSec = Math.ceil((place.untilMs - nowMs) / 1_000);
      const words = `more than ${MOST} API keys that are not valid came from this address within a minute`;
      return new AppError('RATE_LIMITED', words, { retryAfterSec });
    },
  };
}
