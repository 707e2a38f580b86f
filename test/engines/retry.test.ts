import { describe, expect, test } from '@jest/globals';
import { behave } from '../helpers/openai-server.js';
import { never, question } from './question.js';
import { failureOf, start } from './scripted-engine.js';

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

  test('stays under a tenth of the questions', async () => {
    const { engine, server } = await start(behave.failing(500));
    for (let asked = 0; asked < 60; asked += 1) await failureOf(engine.ask(question, never));
    expect(server.requests).toHaveLength(66);
  });
});
