import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { EngineErrorCode } from '../../src/engines/engine.js';
import { platformById } from '../../src/engines/platforms.js';
import { createPlatformEngine } from '../../src/engines/vendors/natives.js';
import { type Behaviour, behave } from '../helpers/outside/openai-server.js';
import { never, question } from './question.js';
import { FAST, failureOf, KEY, SHORT, servers, start } from './scripted-engine.js';

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
    ['429', behave.rateLimited(), 'RATE_LIMITED', 3, /rate limit was reached/],
    ['429 for an hour', behave.rateLimited('3600'), 'RATE_LIMITED', 1, /rate limit was reached/],
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
    ['402', behave.failing(402), 'UNAVAILABLE', 1, /account behind CHATGPT_API_KEY has no credit/],
    ['429 without credit', behave.failing(429, 'insufficient_quota'), 'UNAVAILABLE', 1, /credit/],
    ['400 for a wrong key', behave.failing(400, 'API_KEY_INVALID'), 'UNAUTHORIZED', 1, /refused/],
    ['403 for unsafe words', behave.failing(403, 'SAFETY_CHECK'), 'REFUSED', 1, /refused/],
    ['408', behave.failing(408), 'TIMEOUT', 1, /timed out/],
    ['half JSON', behave.malformed(), 'MALFORMED', 1, /expected form/],
    ['HTML', behave.html(), 'MALFORMED', 1, /expected form/],
    [
      '200 with an error inside',
      behave.errorInside(),
      'MALFORMED',
      1,
      /error in a successful response/,
    ],
    [
      '200 with an error beside the answer',
      behave.errorBeside(),
      'MALFORMED',
      1,
      /error in a successful response/,
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
    const failure = await failureOf(engine.ask(question, never));
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(message);
    expect(failure.message).toMatch(/^chatgpt: /);
    expect(server.requests).toHaveLength(calls);
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
    expect(message).toBe('llama: the server requires a key in LLAMA_API_KEY');
  });

  test.each([
    ['7', 7_000, 7_000],
    ['0.5', 500, 500],
    [new Date(Date.now() + 3_600_000).toUTCString(), 3_000_000, 3_600_000],
    ['soon', null, null],
  ])('carries Retry-After %s', async (retryAfter, low, high) => {
    const limits = { ...SHORT, retry: { ...FAST, retries: 0 } };
    const { engine } = await start(behave.rateLimited(retryAfter), { limits });
    const { retryAfterMs } = await failureOf(engine.ask(question, never));
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
    const endpoint = {
      // TLS is spoken to a server that says nothing: the connection is never made.
      baseUrl: `https://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      apiKey: KEY,
      model: 'm',
      api: 'openai' as const,
    };
    const engine = createPlatformEngine(platformById.get('grok')!, endpoint, {
      connectTimeoutMs: 150,
      retry: { ...FAST, retries: 0 },
    });
    const failure = await failureOf(engine.ask(question, never));
    expect(failure.code).toBe('UNAVAILABLE');
    expect(String(failure.cause)).toContain('no connection within 150 ms');
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
