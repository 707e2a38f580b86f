import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { EngineError, type EngineErrorCode } from '../../src/engines/engine.js';
import { createOpenAiCompatibleEngine } from '../../src/engines/openai-compatible.js';
import { platformById } from '../../src/engines/platforms.js';
import { DEFAULT_RETRY } from '../../src/engines/retry.js';
import {
  type Behaviour,
  behave,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/openai-server.js';
import { never, question } from './question.js';

const KEY = 'sk-very-secret-0123456789';
const FAST = { ...DEFAULT_RETRY, baseDelayMs: 5 };
const servers: OpenAiServer[] = [];

async function start(
  script: Behaviour | readonly Behaviour[],
  options: { apiKey?: string | null; platform?: string } = {},
) {
  const server = await createOpenAiServer(script);
  servers.push(server);
  const { apiKey = KEY, platform = 'chatgpt' } = options;
  const engine = createOpenAiCompatibleEngine({
    platform: platformById.get(platform)!,
    endpoint: { baseUrl: server.url, apiKey: apiKey ?? undefined, model: 'asked-1' },
    attemptTimeoutMs: 400,
    connectTimeoutMs: 300,
    retry: FAST,
  });
  return { server, engine };
}

const failureOf = async (asked: Promise<unknown>): Promise<EngineError> => {
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

describe('an answer', () => {
  test('comes back with model, tokens and no cost', async () => {
    const { engine } = await start(behave.answer('Acme leads.'));
    expect(await engine.ask(question, never)).toEqual({
      text: 'Acme leads.',
      citations: [],
      searchQueries: [],
      model: 'scripted-1',
      tokensUsed: 42,
      costUsd: null,
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
  ])('reads the cost %j as %j', async (cost, expected) => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cost };
    const { engine } = await start(behave.answer('Text', { usage }));
    expect((await engine.ask(question, never)).costUsd).toBe(expected);
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
    });
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

describe('a failure', () => {
  const table: [string, Behaviour, EngineErrorCode, number, RegExp][] = [
    [
      '401',
      behave.unauthorized(401),
      'UNAUTHORIZED',
      1,
      /^chatgpt: the key in CHATGPT_API_KEY was refused$/,
    ],
    ['403', behave.unauthorized(403), 'UNAUTHORIZED', 1, /CHATGPT_API_KEY/],
    ['429', behave.rateLimited(), 'RATE_LIMITED', 3, /fewer questions/],
    ['429 for an hour', behave.rateLimited('3600'), 'RATE_LIMITED', 1, /fewer questions/],
    ['500', behave.failing(500), 'UNAVAILABLE', 3, /status 500/],
    ['503 in HTML', behave.html(503), 'UNAVAILABLE', 3, /status 503/],
    [
      '404',
      behave.failing(404),
      'UNAVAILABLE',
      1,
      /status 404; check CHATGPT_BASE_URL and CHATGPT_MODEL/,
    ],
    ['400 by a content filter', behave.failing(400, 'content_filter'), 'REFUSED', 1, /refused/],
    ['408', behave.failing(408), 'TIMEOUT', 1, /gave up/],
    ['half JSON', behave.malformed(), 'MALFORMED', 1, /expected form/],
    ['HTML', behave.html(), 'MALFORMED', 1, /expected form/],
    ['200 with an error inside', behave.errorInside(), 'MALFORMED', 1, /expected form/],
    [
      '200 with an error beside the answer',
      behave.errorBeside(),
      'MALFORMED',
      1,
      /error as an answer/,
    ],
    ['no choices', behave.noChoices(), 'MALFORMED', 1, /expected form/],
    ['a refusal', behave.refusal(), 'REFUSED', 1, /refused/],
    ['a filtered answer', behave.filtered(), 'REFUSED', 1, /refused/],
    ['an empty answer', behave.empty(), 'EMPTY', 1, /empty/],
    ['an endless body', behave.endless(), 'TOO_LARGE', 1, /1 MiB/],
    ['a slow drip', behave.drip(), 'TIMEOUT', 1, /in time/],
    ['a hanging server', behave.hang(), 'TIMEOUT', 1, /in time/],
    ['a reset in the body', behave.reset(), 'UNAVAILABLE', 3, /reached/],
    ['a reset at once', behave.resetAtOnce(), 'UNAVAILABLE', 3, /reached/],
  ];

  test.each(table)('%s', async (_, behaviour, code, calls, message) => {
    const { engine, server } = await start(behaviour);
    const startedMs = performance.now();
    const failure = await failureOf(engine.ask(question, never));
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(message);
    expect(failure.message).toMatch(/^chatgpt: /);
    expect(server.requests).toHaveLength(calls);
    expect(performance.now() - startedMs).toBeLessThan(1_500);
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  test('of the vendor is kept in the cause, without the key it repeats', async () => {
    const { engine } = await start(behave.unauthorized());
    const { cause } = await failureOf(engine.ask(question, never));
    expect(String(cause)).toContain('401: Bad key Bearer [key]');
  });

  test('says where to put a key that was never given', async () => {
    const { engine } = await start(behave.unauthorized(), { apiKey: null, platform: 'llama' });
    const { message } = await failureOf(engine.ask(question, never));
    expect(message).toBe('llama: the server wants a key in LLAMA_API_KEY');
  });

  test.each([
    ['7', 7_000, 7_000],
    ['0.5', 500, 500],
    [new Date(Date.now() + 60_000).toUTCString(), 50_000, 60_000],
    ['soon', null, null],
  ])('carries Retry-After %s', async (retryAfter, low, high) => {
    const { engine } = await start(behave.rateLimited(retryAfter));
    const { retryAfterMs } = await failureOf(engine.ask(question, AbortSignal.timeout(200)));
    if (low === null) expect(retryAfterMs).toBeNull();
    else {
      expect(retryAfterMs).toBeGreaterThanOrEqual(low);
      expect(retryAfterMs).toBeLessThanOrEqual(high);
    }
  });

  test('of the network is UNAVAILABLE: nobody listens', async () => {
    const { engine, server } = await start(behave.answer());
    await server.dispose();
    servers.splice(0);
    expect((await failureOf(engine.ask(question, never))).code).toBe('UNAVAILABLE');
  });

  test('ends a dial that is never answered at the limit for connecting', async () => {
    const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1');
    const sockets: { destroy(): void }[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    await new Promise((resolve) => silent.once('listening', resolve));
    const engine = createOpenAiCompatibleEngine({
      platform: platformById.get('grok')!,
      // TLS is spoken to a server that says nothing: the connection is never made.
      endpoint: {
        baseUrl: `https://127.0.0.1:${(silent.address() as AddressInfo).port}`,
        apiKey: KEY,
        model: 'm',
      },
      connectTimeoutMs: 150,
      retry: { ...FAST, retries: 0 },
    });
    const startedMs = performance.now();
    const failure = await failureOf(engine.ask(question, never));
    expect(failure.code).toBe('UNAVAILABLE');
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    expect(String(failure.cause)).toContain('no connection within 150 ms');
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});

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
    const startedMs = performance.now();
    expect((await failureOf(engine.ask(question, toSignal()))).code).toBe(code);
    expect(performance.now() - startedMs).toBeLessThan(300);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.requests.every((request) => request.isClosed)).toBe(true);
  });

  test('ends a wait between attempts, with what the vendor said', async () => {
    const { engine } = await start(behave.rateLimited('10'));
    const failure = await failureOf(engine.ask(question, AbortSignal.timeout(100)));
    expect([failure.code, failure.retryAfterMs]).toEqual(['RATE_LIMITED', 10_000]);
  });

  test('ends a call whose connection ignores it', async () => {
    const engine = createOpenAiCompatibleEngine({
      platform: platformById.get('grok')!,
      endpoint: { baseUrl: 'http://127.0.0.1:9', apiKey: undefined, model: 'm' },
      fetch: () => new Promise<Response>(() => undefined),
    });
    expect((await failureOf(engine.ask(question, AbortSignal.timeout(50)))).code).toBe('TIMEOUT');
  });
});
