import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { EngineErrorCode } from '../../src/engines/engine.js';
import { createPlatformEngine, NATIVES } from '../../src/engines/natives.js';
import { PLATFORMS, platformById } from '../../src/engines/platforms.js';
import { VENDORS } from '../helpers/vendors/index.js';
import { type Behaviour, createScriptedServer } from '../helpers/vendors/transport.js';
import {
  type BehaviourName,
  behavioursOf,
  SAID,
  type VendorScript,
} from '../helpers/vendors/vendor-script.js';
import { never, question } from './question.js';
import { failureOf, KEY, SHORT, servers } from './scripted-engine.js';

async function start(
  vendor: VendorScript,
  script: Behaviour | readonly Behaviour[],
  options: { apiKey?: string | undefined; model?: string } = {},
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
  return { server, engine: createPlatformEngine(platform, endpoint, SHORT) };
}

test('every platform with an adapter has a scripted vendor', () => {
  const native = PLATFORMS.filter((platform) => platform.native !== null).map(({ id }) => id);
  expect(Object.keys(NATIVES)).toEqual(native);
  expect(VENDORS.map(({ platform }) => platform)).toEqual(native);
});

describe.each(VENDORS.map((vendor) => [vendor.platform, vendor] as const))('%s', (_, vendor) => {
  const behaviours = behavioursOf(vendor, KEY);

  test('answers with text, links, queries, model, tokens and cost', async () => {
    const { engine } = await start(vendor, behaviours.good);
    expect(engine).toMatchObject({
      citationCapable: vendor.citationCapable,
      webSearch: vendor.citationCapable,
    });
    const { costUsd, ...answer } = await engine.ask(question, never);
    expect(answer).toEqual({
      text: SAID.text,
      citations: vendor.citationCapable ? SAID.links.map(vendor.cite) : [],
      searchQueries: vendor.tellsQueries ? SAID.queries : [],
      model: vendor.model,
      tokensUsed: vendor.tokensUsed,
      truncated: false,
    });
    expect(costUsd).toBeCloseTo(vendor.costUsd, 10);
  });

  test('is asked once, with its key and the prompt, and not for a stream', async () => {
    const { engine, server } = await start(vendor, behaviours.good);
    await engine.ask({ ...question, country: 'de', language: 'fr' }, never);
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: `/v1${vendor.path}` });
    expect(request!.headers).toMatchObject(vendor.keyHeader(KEY));
    expect(request!.body).toMatchObject(vendor.asked);
    const sent = JSON.stringify(request!.body);
    expect(sent).toContain(question.promptText);
    expect(sent).toContain('The person asking is in Germany. Answer in French.');
    expect(sent).not.toContain('"stream":true');
    expect(sent).not.toContain(question.subject.name);
  });

  test('sends no key where there is none, whatever the environment holds', async () => {
    const { engine, server } = await start(vendor, behaviours.good, { apiKey: undefined });
    await engine.ask(question, never);
    const { authorization, ...headers } = server.requests[0]!.headers;
    expect([authorization, headers['x-api-key'], headers['x-goog-api-key']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is still an answer when it broke off at a limit', async () => {
    const { engine } = await start(vendor, behaviours.truncated);
    const answer = await engine.ask(question, never);
    expect(answer).toMatchObject({ text: 'Acme is the', truncated: true });
  });

  const table: [BehaviourName, EngineErrorCode, number, RegExp][] = [
    ['refusal', 'REFUSED', 1, /refused$/],
    ['empty', 'EMPTY', 1, /empty$/],
    ['wrong key', 'UNAUTHORIZED', 1, /the key in [A-Z]+_API_KEY was refused$/],
    ['429', 'RATE_LIMITED', 3, /fewer questions/],
    ['429 for an hour', 'RATE_LIMITED', 1, /fewer questions/],
    ['500', 'UNAVAILABLE', 3, /status 500/],
    ['503 in HTML', 'UNAVAILABLE', 3, /status 503/],
    ['wrong form', 'MALFORMED', 1, /expected form/],
    ['half JSON', 'MALFORMED', 1, /expected form/],
    ['HTML', 'MALFORMED', 1, /expected form/],
    ['error inside', 'MALFORMED', 1, /error as an answer/],
    ['endless', 'TOO_LARGE', 1, /1 MiB/],
    ['drip', 'TIMEOUT', 1, /in time/],
    ['hang', 'TIMEOUT', 1, /in time/],
    ['reset', 'UNAVAILABLE', 3, /reached/],
    ['reset at once', 'UNAVAILABLE', 3, /reached/],
  ];

  test.each(table)('%s is %s', async (name, code, calls, words) => {
    const { engine, server } = await start(vendor, behaviours[name]);
    const startedMs = performance.now();
    const failure = await failureOf(engine.ask(question, never));
    expect([failure.code, failure.message]).toEqual([code, expect.stringMatching(words)]);
    expect(failure.message.startsWith(`${vendor.platform}: `)).toBe(true);
    expect(server.requests).toHaveLength(calls);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  test('waits as long as Retry-After asks, then answers', async () => {
    const { engine } = await start(vendor, [behaviours['429'], behaviours.good]);
    const startedMs = performance.now();
    expect((await engine.ask(question, never)).text).toBe(SAID.text);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(200);
  });
});

test('a model that is not known to search fails by name, and is not asked', async () => {
  const google = VENDORS.find(({ platform }) => platform === 'gemini')!;
  const good = behavioursOf(google, KEY).good;
  const { engine, server } = await start(google, good, { model: 'gemini-1.0-pro' });
  const { code, message } = await failureOf(engine.ask(question, never));
  expect([code, message]).toEqual([
    'UNAVAILABLE',
    'gemini: the model in GEMINI_MODEL cannot search the web',
  ]);
  expect(server.requests).toHaveLength(0);
});
