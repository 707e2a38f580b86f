import type { Engine } from '../engine.js';
import type { Platform } from '../platforms.js';
import type { Endpoint } from '../settings.js';
import { anthropic, deepseek } from './anthropic.js';
import { openAiCompatible } from './chat-completion.js';
import { google } from './google.js';
import { perplexity } from './perplexity.js';
import { openai, xai } from './responses.js';
import type { Vendor } from './vendor.js';
import { createVendorEngine, type VendorLimits } from './vendor-engine.js';

/** Native adapters by platform id. */
export const NATIVES: Readonly<Record<string, Vendor>> = {
  chatgpt: openai,
  gemini: google,
  perplexity,
  claude: anthropic,
  grok: xai,
  deepseek,
};

/** The engine of a platform, with its native adapter or with chat completions. */
export function createPlatformEngine(
  platform: Platform,
  endpoint: Endpoint,
  limits: VendorLimits = {},
): Engine {
  const { id, citationCapable, webSearch, baseUrl } = platform;
  const native = endpoint.api === 'native' ? NATIVES[id] : undefined;
  // For any other chat completions server it is unknown whether it searches.
  const knownToSearch = webSearch && endpoint.baseUrl === baseUrl;
  return createVendorEngine({
    ...limits,
    platform: id,
    endpoint,
    citationCapable,
    webSearch: native?.searchesWeb ?? knownToSearch,
    // Chat completions have no standard option to disable web search.
    composes: native !== undefined || !knownToSearch,
    vendor: native ?? openAiCompatible,
  });
}
