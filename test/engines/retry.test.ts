import { describe, expect, test } from '@jest/globals';
import { DEFAULT_RESILIENCE } from '../../src/engines/resilience.js';
import { DEFAULT_RETRY } from '../../src/engines/vendors/retry.js';
import { behave } from '../helpers/outside/openai-server.js';
import { never, question } from './question.js';
import { failureOf, SHORT, start } from './scripted-engine.js';

describe('a retry', () => {
  test('mends a passing failure', async () => {
    const { engine, server } = await start([
      behave.failing(502),
      behave.resetAtOnce(),
      behave.answer('Fine.'),
    ]);
    expect((await engine.ask(question, never)).text).toBe('Fine.');
    expect(server.requests).toHaveLength(3);
  });

  test('waits as long as Retry-After asks', async () => {
    const { engine } = await start([behave.rateLimited('0.3'), behave.answer()]);
    const startedMs = performance.now();
    await engine.ask(question, never);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(300);
  });

  const asShipped = { ...SHORT, retry: { ...DEFAULT_RETRY, baseDelayMs: 5 } };

  test('follows ten questions at the earliest, and stays under a tenth of them', async () => {
    const { engine, server } = await start(behave.failing(500), { limits: asShipped });
    for (let asked = 1; asked <= 60; asked += 1) {
      await failureOf(engine.ask(question, never));
      expect(server.requests).toHaveLength(asked + Math.floor(asked / 10));
    }
  });

  test('is not saved up: an outage after a long calm begins with one', async () => {
    const calm = Array.from({ length: 100 }, () => behave.answer());
    const { engine, server } = await start([...calm, behave.failing(502)], { limits: asShipped });
    for (let asked = 0; asked < 100; asked += 1) await engine.ask(question, never);
    for (let asked = 0; asked < 9; asked += 1) await failureOf(engine.ask(question, never));
    expect(server.requests).toHaveLength(110);
  });

  test('adds at most a tenth to 200 questions that are asked at once of a vendor that is down', async () => {
    const resilience = { ...DEFAULT_RESILIENCE, waiting: 200, failuresToOpen: 1_000 };
    for (const limits of [asShipped, { ...asShipped, resilience }]) {
      const { engine, server } = await start(behave.failing(503), { limits });
      const outcomes = Array.from({ length: 200 }, () => failureOf(engine.ask(question, never)));
      await Promise.all(outcomes);
      expect(server.requests.length).toBeLessThanOrEqual(220);
    }
  });
});
