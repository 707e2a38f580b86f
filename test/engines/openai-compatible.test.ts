import { describe, expect, test } from '@jest/globals';
import { platformById } from '../../src/engines/platforms.js';
import { createPlatformEngine } from '../../src/engines/vendors/natives.js';
import { behave } from '../helpers/outside/openai-server.js';
import { ASSIGNMENT, OUTPUT_LIMIT } from '../helpers/outside/vendors/vendor-script.js';
import { until } from '../helpers/run/until.js';
import { never, question } from './question.js';
import { failureOf, KEY, start } from './scripted-engine.js';

describe('an answer', () => {
  test('comes back with model, tokens and no cost', async () => {
    const { engine } = await start(behave.answer('Acme leads.'));
    expect(await engine.ask(question, never)).toEqual({
      text: 'Acme leads.',
      citations: [],
      searchQueries: [],
      webSearch: null,
      model: 'scripted-1',
      tokensUsed: 42,
      costUsd: null,
      truncated: false,
    });
  });

  const links = [
    { url: 'https://a.example/1', title: 'One' },
    { url: 'https://b.example/2', title: 'Two' },
  ];
  test.each([
    ['citations beside search_results', behave.citing(links), links],
    ['search_results alone', behave.searchResults(links), links],
    ['annotations, one place after another', behave.annotated([...links, links[0]!]), links],
    [
      'untitled citations',
      behave.citing([{ url: 'https://a.example/1' }]),
      [{ url: 'https://a.example/1', title: null }],
    ],
    [
      'addresses that are no web links',
      behave.citing([{ url: 'javascript:alert(1)' }, { url: 'nonsense' }, links[1]!]),
      [links[1]],
    ],
    [
      'citations of a wrong type',
      behave.answer('Text', { citations: 'none', search_results: [7, null] }),
      [],
    ],
  ])('gives its links in order: %s', async (_, behaviour, expected) => {
    const { engine } = await start(behaviour);
    expect((await engine.ask(question, never)).citations).toEqual(expected);
  });

  test.each([
    [0.0123, 0.0123],
    [{ total_cost: 0.006, input_tokens_cost: 0.001 }, 0.006],
    ['0.1', null],
    [-1, null],
    [1e300, null],
  ])('reads the cost %j as %j', async (cost, expected) => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cost };
    const { engine } = await start(behave.answer('Text', { usage }));
    expect((await engine.ask(question, never)).costUsd).toBe(expected);
  });

  test('may take longer than connecting may', async () => {
    const { engine } = await start(behave.late(200, 'Late.'));
    expect((await engine.ask(question, never)).text).toBe('Late.');
  });

  test('that broke off at a limit is marked', async () => {
    const { engine } = await start(behave.truncated());
    expect(await engine.ask(question, never)).toMatchObject({ text: 'Acme is', truncated: true });
  });

  test('leaves the thoughts of a reasoning model out', async () => {
    const { engine } = await start(behave.answer('<think>Acme? No.</think>\nGlobex.'));
    expect((await engine.ask(question, never)).text).toBe('Globex.');
  });
});

describe('the request', () => {
  test('holds the prompt alone, the model and the key', async () => {
    const { engine, server } = await start(behave.answer());
    await engine.ask(question, never);
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(request!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(request!.body).toEqual({
      model: 'asked-1',
      messages: [{ role: 'user', content: question.promptText }],
      max_tokens: OUTPUT_LIMIT,
    });
    await engine.compose!(ASSIGNMENT, never).catch(() => undefined);
    expect(server.requests[1]!.body.max_tokens).toBe(OUTPUT_LIMIT);
  });

  test('tells OpenAI the limit by the only name that its models take', async () => {
    const bodies: object[] = [];
    const openAi = 'https://api.openai.com/v1';
    const endpoint = {
      baseUrl: openAi,
      apiKey: KEY,
      model: 'gpt-5-search-api',
      api: 'openai' as const,
    };
    const engine = createPlatformEngine(platformById.get('chatgpt')!, endpoint, {
      fetch: async (_input, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return Response.json({}, { status: 400 });
      },
    });
    await failureOf(engine.ask(question, never));
    expect(bodies).toEqual([expect.objectContaining({ max_completion_tokens: OUTPUT_LIMIT })]);
    expect(bodies[0]).not.toHaveProperty('max_tokens');
  });

  test.each([
    [null, 'EN', undefined],
    ['DE', 'en', 'The person asking is in Germany.'],
    [null, 'zh-CN', 'Answer in Chinese (China).'],
    ['jp', 'ja', 'The person asking is in Japan. Answer in Japanese.'],
    [null, 'no such code', undefined],
  ])('adds a hint for country %j and language %j', async (country, language, hint) => {
    const { engine, server } = await start(behave.answer());
    await engine.ask({ ...question, country, language }, never);
    const expected = hint === undefined ? [] : [{ role: 'system', content: hint }];
    expect(server.requests[0]!.body.messages).toEqual([
      ...expected,
      { role: 'user', content: question.promptText },
    ]);
  });

  test('carries no authorization when there is no key', async () => {
    const { engine, server } = await start(behave.answer(), { apiKey: null });
    await engine.ask(question, never);
    expect(server.requests[0]!.headers.authorization).toBeUndefined();
  });

  test('is not sent on to where a redirect points', async () => {
    const elsewhere = await start(behave.answer());
    const { engine } = await start(behave.redirect(`${elsewhere.server.url}/chat/completions`));
    expect((await failureOf(engine.ask(question, never))).message).toContain('CHATGPT_BASE_URL');
    expect(elsewhere.server.requests).toHaveLength(0);
  });
});

describe('a signal', () => {
  test.each([
    ['ABORTED', () => AbortSignal.abort()],
    ['TIMEOUT', () => AbortSignal.timeout(50)],
    [
      'ABORTED',
      () => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 50);
        return controller.signal;
      },
    ],
  ])('ends the call as %s, and the connection with it', async (code, toSignal) => {
    const { engine, server } = await start(behave.hang());
    expect((await failureOf(engine.ask(question, toSignal()))).code).toBe(code);
    await until(() => server.requests.every((request) => request.isClosed), 10_000);
  });

  test('ends a wait between attempts, with what the vendor said', async () => {
    const { engine } = await start(behave.rateLimited('10'));
    const failure = await failureOf(engine.ask(question, AbortSignal.timeout(1_000)));
    expect([failure.code, failure.retryAfterMs]).toEqual(['RATE_LIMITED', 10_000]);
  });

  test('ends a call whose connection ignores it', async () => {
    const baseUrl = 'http://127.0.0.1:9';
    const endpoint = { baseUrl, apiKey: undefined, model: 'm', api: 'openai' as const };
    const engine = createPlatformEngine(platformById.get('grok')!, endpoint, {
      fetch: () => new Promise<Response>(() => undefined),
    });
    expect((await failureOf(engine.ask(question, AbortSignal.timeout(50)))).code).toBe('TIMEOUT');
  });
});
