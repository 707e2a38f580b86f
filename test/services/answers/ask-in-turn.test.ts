import { expect, test } from '@jest/globals';
import type { Deps } from '../../../src/deps.js';
import { type Engine, EngineError } from '../../../src/engines/engine.js';
import { createSandboxEngine } from '../../../src/engines/sandbox/sandbox.js';
import { type AnswerReader, ask } from '../../../src/services/answers/ask.js';

const deps = { now: () => new Date(), log: { warn: () => {} } } as unknown as Deps;
const sandbox = createSandboxEngine('grok');
const plan = { brand: { name: 'Acme', website: null, competitors: [] } };
const run = { brandId: 'b', plan, firstRepeat: 0, createdAt: new Date() } as never;
const prompt = { promptId: 'p', text: 'Which CRM?', country: null, language: 'en' };
const asked = { platform: 'grok', prompt, repeat: 0 } as never;
const analyse = (async () => ({})) as unknown as AnswerReader;

const busy = (times: number): { engine: Engine; calls: () => number } => {
  let calls = 0;
  const engine: Engine = {
    ...sandbox,
    ask: (...question) => {
      calls += 1;
      return calls > times
        ? sandbox.ask(...question)
        : Promise.reject(new EngineError('BUSY', 'grok: all places are taken'));
    },
  };
  return { engine, calls: () => calls };
};

test('a run comes again while an engine’s places are taken', async () => {
  const { engine, calls } = busy(2);
  const answer = await ask(deps, engine, run, asked, analyse, new AbortController().signal);
  expect([answer?.status, calls()]).toEqual(['answered', 3]);
});

test('and stops coming when it is broken off', async () => {
  const { engine } = busy(Number.POSITIVE_INFINITY);
  expect(await ask(deps, engine, run, asked, analyse, AbortSignal.timeout(100))).toBeNull();
});

test('an answer that cannot be read in time is a failed one, at its cost', async () => {
  const { engine } = busy(0);
  const late: AnswerReader = () =>
    Promise.reject(new Error('the text took longer than 5000 ms to read'));
  const answer = await ask(deps, engine, run, asked, late, new AbortController().signal);
  expect(answer).toMatchObject({ status: 'failed', errorCode: 'MALFORMED', text: '' });
  expect(answer?.tokensUsed).toBeGreaterThan(0);
});
