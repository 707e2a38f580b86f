import type { EngineErrorCode } from '../../src/engines/engine.js';
import { platformById } from '../../src/engines/platforms.js';
import { createPlatformEngine } from '../../src/engines/vendors/natives.js';
import { type Behaviour, createScriptedServer } from '../helpers/outside/vendors/transport.js';
import type { BehaviourName, VendorScript } from '../helpers/outside/vendors/vendor-script.js';
import { KEY, SHORT, servers } from './scripted-engine.js';

/** A platform's own engine with short limits before its scripted vendor. */
export async function startVendor(
  vendor: VendorScript,
  script: Behaviour | readonly Behaviour[],
  options: { apiKey?: string | undefined; model?: string } = {},
  limits = { ...SHORT, attemptTimeoutMs: 30_000, connectTimeoutMs: 30_000 },
) {
  const server = await createScriptedServer(script);
  servers.push(server);
  const platform = platformById.get(vendor.platform)!;
  const endpoint = {
    baseUrl: server.url,
    apiKey: KEY,
    model: platform.native!.model,
    api: 'native' as const,
    ...options,
  };
  return { server, engine: createPlatformEngine(platform, endpoint, limits) };
}

/** What comes of each bad behaviour: a code, so many requests, and words. */
export const FAILURES: readonly [BehaviourName, EngineErrorCode, number, RegExp][] = [
  ['refusal', 'REFUSED', 1, /refused$/],
  ['empty', 'EMPTY', 1, /empty$/],
  ['wrong key', 'UNAUTHORIZED', 1, /the key in [A-Z]+_API_KEY was refused$/],
  ['429', 'RATE_LIMITED', 3, /rate limit was reached/],
  ['429 for an hour', 'RATE_LIMITED', 1, /rate limit was reached/],
  ['500', 'UNAVAILABLE', 3, /status 500/],
  ['503 in HTML', 'UNAVAILABLE', 3, /status 503/],
  ['wrong form', 'MALFORMED', 1, /expected form/],
  ['half JSON', 'MALFORMED', 1, /expected form/],
  ['HTML', 'MALFORMED', 1, /expected form/],
  ['error inside', 'MALFORMED', 1, /error in a successful response/],
  ['endless', 'TOO_LARGE', 1, /1 MiB/],
  ['drip', 'TIMEOUT', 1, /in time/],
  ['hang', 'TIMEOUT', 1, /in time/],
  ['reset', 'UNAVAILABLE', 3, /reached/],
  ['reset at once', 'UNAVAILABLE', 3, /reached/],
];
