import { type Engine, EngineError } from './engine.js';
import type { Platform } from './platforms.js';
import type { Endpoint } from './settings.js';

export interface OpenAiCompatibleOptions {
  platform: Platform;
  endpoint: Endpoint;
  attemptTimeoutMs?: number | undefined;
  fetch?: typeof globalThis.fetch | undefined;
}

export function createOpenAiCompatibleEngine({ platform }: OpenAiCompatibleOptions): Engine {
  return {
    platform: platform.id,
    sandbox: false,
    citationCapable: platform.citationCapable,
    webSearch: platform.webSearch,
    ask: async () => {
      throw new EngineError('UNAVAILABLE', `${platform.id}: not reachable yet`);
    },
  };
}
