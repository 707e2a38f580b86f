import type { Engine } from './engine.js';
import { observe } from './observer.js';
import { PLATFORMS } from './platforms.js';
import { DEFAULT_RESILIENCE } from './resilience.js';
import type { Endpoint, SettingsByPlatform } from './settings.js';
import type { Spending } from './spending.js';
import { tellOnce } from './tell-once.js';
import { createPlatformEngine } from './vendors/natives.js';
import type { VendorLimits } from './vendors/vendor-engine.js';

export interface RealOptions extends VendorLimits {
  platforms: SettingsByPlatform;
  /** Told, once each, what the operator alone can mend; never with a key in it. */
  tell?: (words: string) => void;
  spending: Spending;
}

/** Those of the platforms that have an endpoint, in table order. */
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
