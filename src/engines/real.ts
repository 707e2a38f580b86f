import type { Engine } from './engine.js';
import { DEFAULT_MANNERS } from './manners.js';
import { observe } from './observer.js';
import { PLATFORMS } from './platforms.js';
import type { Endpoint, SettingsByPlatform } from './settings.js';
import type { Spending } from './spending.js';
import { tellOnce } from './tell-once.js';
import { createPlatformEngine } from './vendors/natives.js';
import type { Limits } from './vendors/vendor-engine.js';

export interface RealOptions extends Limits {
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
  const { manners = DEFAULT_MANNERS, tell = () => undefined, observer = {}, ...limits } = options;
  return PLATFORMS.flatMap((platform) => {
    const endpoint = endpoints.get(platform.id);
    if (endpoint === undefined) return [];
    const running = options.platforms[platform.id]?.concurrency ?? manners.running;
    const engine = createPlatformEngine(platform, endpoint, {
      attemptTimeoutMs: limits.attemptTimeoutMs,
      connectTimeoutMs: limits.connectTimeoutMs,
      retry: limits.retry,
      fetch: limits.fetch,
      spending: options.spending,
      manners: { ...manners, running },
      observer,
    });
    return [observe(tellOnce(engine, tell), observer)];
  });
}
