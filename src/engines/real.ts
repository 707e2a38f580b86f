import type { Engine } from './engine.js';
import { observe } from './observer.js';
import { PLATFORMS } from './platforms.js';
import { DEFAULT_RESILIENCE } from './resilience.js';
import type { Endpoint, SettingsByPlatform } from './settings.js';
import type { Spending } from './spending.js';
import { createPlatformEngine } from './vendors/natives.js';
import type { VendorLimits } from './vendors/vendor-engine.js';
import { needsOperator } from './vendors/vendor-failure.js';

/** Reports each failure that only the operator can fix once, however many calls it fails. */
function tellOnce(engine: Engine, tell: (words: string) => void): Engine {
  const told = new Set<string>();
  const telling = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (needsOperator(error) && !told.has(error.message)) {
        told.add(error.message);
        tell(error.message);
      }
      throw error;
    }
  };
  const { ask, compose, ping } = engine;
  return {
    ...engine,
    ask: (question, signal) => telling(ask(question, signal)),
    ping: (signal) => telling(ping(signal)),
    compose: compose && ((assignment, signal) => telling(compose(assignment, signal))),
  };
}

export interface RealOptions extends VendorLimits {
  platforms: SettingsByPlatform;
  /** Called once for each failure that only the operator can fix; the message never contains a key. */
  tell?: (words: string) => void;
  spending: Spending;
}

/** Engines of the platforms that have an endpoint, in table order. */
export function createRealEngines(
  options: RealOptions,
  endpoints: ReadonlyMap<string, Endpoint>,
): Engine[] {
  const { resilience = DEFAULT_RESILIENCE, tell = () => undefined, observer = {} } = options;
  return PLATFORMS.flatMap((platform) => {
    const endpoint = endpoints.get(platform.id);
    if (endpoint === undefined) return [];
    const running = options.platforms[platform.id]?.concurrency ?? resilience.running;
    const engine = createPlatformEngine(platform, endpoint, {
      ...options,
      resilience: { ...resilience, running },
      observer,
    });
    return [observe(tellOnce(engine, tell), observer)];
  });
}
