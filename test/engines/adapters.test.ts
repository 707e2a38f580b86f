import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { PLATFORMS } from '../../src/engines/platforms.js';
import { NATIVES } from '../../src/engines/vendors/natives.js';
import { VENDORS } from '../helpers/outside/vendors/index.js';
import { behavioursOf, SAID, textOf } from '../helpers/outside/vendors/vendor-script.js';
import { never, question } from './question.js';
import { failureOf, KEY, SHORT } from './scripted-engine.js';
import { FAILURES, startVendor } from './scripted-vendor.js';

test('every platform with an adapter has a scripted vendor', () => {
  const native = PLATFORMS.filter((platform) => platform.native !== null).map(({ id }) => id);
  expect(Object.keys(NATIVES)).toEqual(native);
  expect(VENDORS.map(({ platform }) => platform)).toEqual(native);
});

describe.each(VENDORS.map((vendor) => [vendor.platform, vendor] as const))('%s', (_, vendor) => {
  const behaviours = behavioursOf(vendor, KEY);

  test('answers with text, links, queries, model, tokens and cost', async () => {
    const { engine } = await startVendor(vendor, behaviours.good);
    expect(engine).toMatchObject({
      citationCapable: vendor.citationCapable,
      webSearch: vendor.citationCapable,
    });
    const { costUsd, ...answer } = await engine.ask(question, never);
    expect(answer).toEqual({
      text: textOf(vendor),
      webSearch: true,
      citations: vendor.citationCapable ? SAID.links.map(vendor.cite) : [],
      searchQueries: vendor.tellsQueries ? SAID.queries : [],
      model: vendor.model,
      tokensUsed: vendor.tokensUsed,
      truncated: false,
    });
    expect(costUsd).toBeCloseTo(vendor.costUsd, 10);
  });

  test('is asked once, with its key and the prompt, and not for a stream', async () => {
    const { engine, server } = await startVendor(vendor, behaviours.good);
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
    const { engine, server } = await startVendor(vendor, behaviours.good, { apiKey: undefined });
    await engine.ask(question, never);
    const { authorization, ...headers } = server.requests[0]!.headers;
    expect([authorization, headers['x-api-key'], headers['x-goog-api-key']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is still an answer when it broke off at a limit', async () => {
    const { engine } = await startVendor(vendor, behaviours.truncated);
    const answer = await engine.ask(question, never);
    expect(answer).toMatchObject({ text: 'Acme is the', truncated: true });
  });

  test.each(FAILURES)('%s is %s', async (name, code, calls, words) => {
    const limits = code === 'TIMEOUT' ? SHORT : undefined;
    const { engine, server } = await startVendor(vendor, behaviours[name], {}, limits);
    const failure = await failureOf(engine.ask(question, never));
    expect([failure.code, failure.message]).toEqual([code, expect.stringMatching(words)]);
    expect(failure.message.startsWith(`${vendor.platform}: `)).toBe(true);
    expect(server.requests).toHaveLength(calls);
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  test('waits as long as Retry-After asks, then answers', async () => {
    const { engine } = await startVendor(vendor, [behaviours['429'], behaviours.good]);
    const startedMs = performance.now();
    expect((await engine.ask(question, never)).text).toBe(textOf(vendor));
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(200);
  });
});

test('a model that is not known to search fails by name, and is not asked', async () => {
  const google = VENDORS.find(({ platform }) => platform === 'gemini')!;
  const good = behavioursOf(google, KEY).good;
  const { engine, server } = await startVendor(google, good, { model: 'gemini-1.0-pro' });
  const { code, message } = await failureOf(engine.ask(question, never));
  expect([code, message]).toEqual([
    'UNAVAILABLE',
    'gemini: the model in GEMINI_MODEL cannot search the web',
  ]);
  expect(server.requests).toHaveLength(0);
});
