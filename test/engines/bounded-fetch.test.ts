import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { platformById } from '../../src/engines/platforms.js';
import { boundFetch } from '../../src/engines/vendors/bounded-fetch.js';
import { createPlatformEngine } from '../../src/engines/vendors/natives.js';
import { behave, createOpenAiServer, type OpenAiServer } from '../helpers/outside/openai-server.js';
import { settledBytes } from '../helpers/run/memory.js';
import { never, question } from './question.js';

const MIB = 1024 * 1024;
let server: OpenAiServer;
beforeAll(async () => {
  server = await createOpenAiServer(behave.endless());
});
afterAll(() => server.dispose());

test('memory stays flat while many endless bodies come in', async () => {
  const endpoint = { baseUrl: server.url, apiKey: 'k', model: 'm', api: 'openai' as const };
  const engine = createPlatformEngine(platformById.get('gemini')!, endpoint);
  const askMany = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const asked = Array.from({ length: 8 }, () => engine.ask(question, never));
      for (const { status, reason } of (await Promise.allSettled(
        asked,
      )) as PromiseRejectedResult[]) {
        expect([status, reason.code]).toEqual(['rejected', 'TOO_LARGE']);
      }
    }
  };
  await askMany(1);
  const beforeBytes = await settledBytes();
  await askMany(3);

  expect((await settledBytes()) - beforeBytes).toBeLessThan(4 * MIB);
  expect(server.requests).toHaveLength(4 * 8);
  expect(server.requests.every((request) => request.isClosed)).toBe(true);
  // What the sockets of both ends hold comes on top of the 1 MiB that is read.
  expect(Math.max(...server.requests.map((request) => request.sentBytes))).toBeLessThan(16 * MIB);
});

test.each([
  [10, 'passes'],
  [11, 'is refused'],
])('a body of %d bytes under a limit of 10 %s', async (size, outcome) => {
  const fetch = boundFetch(
    async () => new Response('x'.repeat(size), { status: 418, headers: { 'x-kept': 'yes' } }),
    10,
    () => new Error('too large'),
  );
  const asked = fetch('http://127.0.0.1');
  if (outcome === 'is refused') return expect(asked).rejects.toThrow('too large');
  const response = await asked;
  expect([response.status, response.headers.get('x-kept'), await response.text()]).toEqual([
    418,
    'yes',
    'x'.repeat(size),
  ]);
});
