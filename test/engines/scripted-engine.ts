import { afterEach, expect } from '@jest/globals';
import { EngineError } from '../../src/engines/engine.js';
import { platformById } from '../../src/engines/platforms.js';
import { DEFAULT_RESILIENCE } from '../../src/engines/resilience.js';
import { createPlatformEngine } from '../../src/engines/vendors/natives.js';
import { DEFAULT_RETRY } from '../../src/engines/vendors/retry.js';
import type { VendorLimits } from '../../src/engines/vendors/vendor-engine.js';
import {
  type Behaviour,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';

/** An engine with short limits before a scripted server; the servers end with their test. */

export const KEY = 'sk-very-secret-0123456789';
/** Tries again at once, from the first question on. */
export const FAST = { ...DEFAULT_RETRY, baseDelayMs: 5, firstRetries: 2, savedRetries: 2 };
/** Fails as often as it is asked. */
const PATIENT = { ...DEFAULT_RESILIENCE, failuresToOpen: 1_000 };
/** Short limits, and no breaker that ends a test early. */
export const SHORT = {
  attemptTimeoutMs: 400,
  connectTimeoutMs: 1_000,
  retry: FAST,
  resilience: PATIENT,
};
export const servers: OpenAiServer[] = [];

export async function start(
  script: Behaviour | readonly Behaviour[],
  options: { apiKey?: string | null; platform?: string; limits?: VendorLimits } = {},
) {
  const server = await createOpenAiServer(script);
  servers.push(server);
  const { apiKey = KEY, platform = 'chatgpt', limits = SHORT } = options;
  const endpoint = {
    baseUrl: server.url,
    apiKey: apiKey ?? undefined,
    model: 'asked-1',
    api: 'openai' as const,
  };
  const engine = createPlatformEngine(platformById.get(platform)!, endpoint, limits);
  return { server, engine };
}

export const failureOf = async (asked: Promise<unknown>): Promise<EngineError> => {
  const failure = await asked.then(
    () => new Error('it answered'),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(EngineError);
  return failure as EngineError;
};

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.dispose()));
});
