import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { platformById } from '../../src/engines/platforms.js';
import { createSandboxEngine } from '../../src/engines/sandbox/sandbox.js';
import { createPlatformEngine } from '../../src/engines/vendors/natives.js';
import { behave } from '../helpers/outside/openai-server.js';
import { VENDORS } from '../helpers/outside/vendors/index.js';
import { misbehave } from '../helpers/outside/vendors/transport.js';
import { ASSIGNMENT, behavioursOf, DATA } from '../helpers/outside/vendors/vendor-script.js';
import { never, question } from './question.js';
import { failureOf, KEY, SHORT, start } from './scripted-engine.js';
import { FAILURES, startVendor } from './scripted-vendor.js';

const SHAPELESS = [
  ['wrong shape', /requested schema/],
  ['more than asked', /requested schema/],
  ['prose', /requested schema/],
  ['half an object', /requested schema/],
  ['truncated', /cut off at a limit/],
] as const;

describe.each(VENDORS.map((vendor) => [vendor.platform, vendor] as const))('%s', (_, vendor) => {
  const behaviours = behavioursOf(vendor, KEY);

  test('composes data of the shape asked for, with model, tokens and cost', async () => {
    const { engine } = await startVendor(vendor, behaviours.data);
    const { costUsd, ...composition } = await engine.compose!(ASSIGNMENT, never);
    expect(composition).toEqual({
      value: DATA,
      model: vendor.model,
      tokensUsed: vendor.tokensUsed,
    });
    expect(costUsd).toBeCloseTo(vendor.dataCostUsd, 10);
  });

  test('is asked once, in its own way of saying the shape, and searches nothing', async () => {
    const { engine, server } = await startVendor(vendor, behaviours.data);
    await engine.compose!(ASSIGNMENT, never);
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: `/v1${vendor.path}` });
    expect(request!.headers).toMatchObject(vendor.keyHeader(KEY));
    expect(request!.body).toMatchObject(vendor.askedForData(ASSIGNMENT.schema));
    expect(JSON.stringify(request!.body.tools ?? [])).not.toContain('search');
    const sent = JSON.stringify(request!.body);
    for (const words of [ASSIGNMENT.instructions, ASSIGNMENT.input, '8192', 'additionalProp']) {
      expect(sent).toContain(words);
    }
    expect(sent).not.toContain('"stream":true');
  });

  test.each(FAILURES)('%s is %s', async (name, code, calls, words) => {
    const limits = code === 'TIMEOUT' ? SHORT : undefined;
    const { engine, server } = await startVendor(vendor, behaviours[name], {}, limits);
    const failure = await failureOf(engine.compose!(ASSIGNMENT, never));
    expect([failure.code, failure.message]).toEqual([code, expect.stringMatching(words)]);
    expect(failure.message.startsWith(`${vendor.platform}: `)).toBe(true);
    expect(server.requests).toHaveLength(calls);
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  test.each(SHAPELESS)('%s is MALFORMED', async (name, words) => {
    const { engine, server } = await startVendor(vendor, behaviours[name]);
    const { code, message } = await failureOf(engine.compose!(ASSIGNMENT, never));
    expect([code, message]).toEqual(['MALFORMED', expect.stringMatching(words)]);
    expect(server.requests).toHaveLength(1);
  });

  test('waits as long as Retry-After asks, then composes', async () => {
    const { engine } = await startVendor(vendor, [behaviours['429'], behaviours.data]);
    const startedMs = performance.now();
    expect((await engine.compose!(ASSIGNMENT, never)).value).toEqual(DATA);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(200);
  });

  test('ends with its signal', async () => {
    const { engine } = await startVendor(vendor, misbehave.hang());
    const { code } = await failureOf(engine.compose!(ASSIGNMENT, AbortSignal.timeout(50)));
    expect(code).toBe('TIMEOUT');
  });
});

describe('any server that speaks chat completions', () => {
  const written = JSON.stringify(DATA);

  test('is asked for JSON, and told its shape in words', async () => {
    const { engine, server } = await start(behave.answer(written));
    expect(await engine.compose!(ASSIGNMENT, never)).toEqual({
      value: DATA,
      model: 'scripted-1',
      tokensUsed: 42,
      costUsd: null,
    });
    const { messages, ...settings } = server.requests[0]!.body;
    expect(settings).toEqual({
      model: 'asked-1',
      temperature: 0,
      max_tokens: 8_192,
      response_format: { type: 'json_object' },
    });
    expect(messages).toEqual([
      { role: 'system', content: expect.stringContaining(JSON.stringify(ASSIGNMENT.schema)) },
      { role: 'user', content: ASSIGNMENT.input },
    ]);
  });

  test.each([
    ['with its thoughts before it', `<think>{"tone":"negative"}</think>\n${written}`],
    ['in a fence', `\`\`\`json\n${written}\n\`\`\`\n`],
    ['in a fence of no language', `\`\`\`\n${written}\n\`\`\``],
  ])('may write it %s', async (_, text) => {
    const { engine } = await start(behave.answer(text));
    expect((await engine.compose!(ASSIGNMENT, never)).value).toEqual(DATA);
  });

  test.each([
    ['{"tone":"positive"}'],
    [`[${written}]`],
    [`${written} ${written}`],
    ['null'],
    ['{"__proto__":{"tone":"positive","quote":null}}'],
  ])('does not pass with %s', async (text) => {
    const { engine } = await start(behave.answer(text));
    expect((await failureOf(engine.compose!(ASSIGNMENT, never))).code).toBe('MALFORMED');
  });

  test('that is known to search before every answer composes nothing', () => {
    const toEngine = (id: string, baseUrl: string) =>
      createPlatformEngine(platformById.get(id)!, {
        baseUrl,
        apiKey: KEY,
        model: 'sonar',
        api: 'openai',
      });
    expect(toEngine('chatgpt', 'https://api.openai.com/v1').compose).toBeNull();
    expect(toEngine('chatgpt', 'http://127.0.0.1:9/v1').compose).not.toBeNull();
  });
});

test.each([
  ['chatgpt', false],
  ['claude', false],
  ['gemini', true],
])('%s takes a temperature: %s', async (platform, takes) => {
  const vendor = VENDORS.find((each) => each.platform === platform)!;
  const { engine, server } = await startVendor(vendor, behavioursOf(vendor, KEY).data);
  await engine.compose!(ASSIGNMENT, never);
  expect(JSON.stringify(server.requests[0]!.body).includes('"temperature":0')).toBe(takes);
});

test('questions and compositions of an engine share its breaker', async () => {
  const { server } = await start(behave.failing(503));
  const engine = createPlatformEngine(
    platformById.get('grok')!,
    { baseUrl: server.url, apiKey: KEY, model: 'm', api: 'openai' },
    {
      ...SHORT,
      retry: { ...SHORT.retry, retries: 0 },
      resilience: { ...SHORT.resilience, failuresToOpen: 2 },
    },
  );
  await failureOf(engine.ask(question, never));
  await failureOf(engine.compose!(ASSIGNMENT, never));
  const { message } = await failureOf(engine.compose!(ASSIGNMENT, never));
  expect(message).toContain('not asked after 2 failures');
  expect(server.requests).toHaveLength(2);
});

test('the sandbox composes nothing', () => {
  expect(createSandboxEngine('chatgpt').compose).toBeNull();
});
