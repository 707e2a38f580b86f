import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { EngineError } from '../../src/engines/engine.js';
import type { EngineObserver } from '../../src/engines/observer.js';
import { createEngines } from '../../src/engines/registry.js';
import { createResiliencePolicy, DEFAULT_RESILIENCE } from '../../src/engines/resilience.js';
import { behave, createOpenAiServer } from '../helpers/outside/openai-server.js';
import { ASSIGNMENT } from '../helpers/outside/vendors/vendor-script.js';
import { never, question, spending } from './question.js';
import { FAST, failureOf, servers } from './scripted-engine.js';

const fail = async () => {
  throw new EngineError('TIMEOUT', 'grok: no answer in time');
};

test('a breaker tells once that it opened and once that it closed, whatever is tried between', async () => {
  const changes: object[] = [];
  const resilience = { ...DEFAULT_RESILIENCE, failuresToOpen: 2, openMs: 30 };
  const policy = createResiliencePolicy('grok', resilience, {
    breaker: (change) => changes.push(change),
  });
  for (let failed = 0; failed < 2; failed += 1) await failureOf(policy(never, fail));
  await failureOf(policy(never, fail));
  for (let tries = 0; tries < 2; tries += 1) {
    await sleep(40);
    await failureOf(policy(never, fail));
  }
  const opened = { platform: 'grok', isOpen: true, reason: 'no answer in time' };
  expect(changes).toEqual([opened]);
  await sleep(40);
  await policy(never, async () => 'there');
  await policy(never, async () => 'there');
  expect(changes).toEqual([
    opened,
    { platform: 'grok', isOpen: false, reason: expect.any(String) },
  ]);
});

test('a gate tells how many run and how many wait, and none when all is done', async () => {
  const seen: [number, number][] = [];
  const resilience = { ...DEFAULT_RESILIENCE, running: 2, waiting: 3 };
  const policy = createResiliencePolicy('grok', resilience, {
    places: ({ running, waiting }) => seen.push([running, waiting]),
  });
  expect(seen).toEqual([[0, 0]]);
  const end = Promise.withResolvers<void>();
  const asked = Array.from({ length: 4 }, () => policy(never, () => end.promise));
  expect(seen.at(-1)).toEqual([2, 2]);
  end.resolve();
  await Promise.all(asked);
  expect(seen.at(-1)).toEqual([0, 0]);
});

test('each call is told once with what came of it, retries and compositions too', async () => {
  const calls: Parameters<NonNullable<EngineObserver['called']>>[0][] = [];
  const server = await createOpenAiServer([
    behave.failing(500),
    behave.answer(),
    behave.answer('prose'),
    behave.refusal(),
  ]);
  servers.push(server);
  const live = await createEngines({
    platforms: { qwen: { api: 'openai', baseUrl: server.url, apiKey: 'qwen-secret' } },
    sandboxMode: 'auto',
    sandbox: {},
    spending,
    retry: FAST,
    observer: { called: (call) => calls.push(call) },
  });
  const engine = live.forEnvironment('live').get('qwen')!;
  await engine.ask(question, never);
  await failureOf(engine.compose!(ASSIGNMENT, never));
  await failureOf(engine.ask(question, never));
  await live.forEnvironment('test').get('grok')!.ask(question, never);
  expect(calls.map(({ platform, sandbox, outcome }) => [platform, sandbox, outcome])).toEqual([
    ['qwen', false, 'answered'],
    ['qwen', false, 'MALFORMED'],
    ['qwen', false, 'REFUSED'],
    ['grok', true, 'answered'],
  ]);
  for (const { seconds } of calls) expect(seconds).toBeGreaterThan(0);
  expect(JSON.stringify(calls)).not.toContain('qwen-secret');
});
