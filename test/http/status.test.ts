import { afterEach, expect, test } from '@jest/globals';
import { createMigratedDatabase, startApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { call } from '../helpers/client/http.js';
import { behave, behind, createOpenAiServer } from '../helpers/outside/openai-server.js';
import { createProxy } from '../helpers/outside/proxy.js';
import { type Behaviour, misbehave, reply } from '../helpers/outside/vendors/transport.js';
import { createClock } from '../helpers/run/clock.js';
import { captureLogs } from '../helpers/run/logs.js';

const CACHED_MS = 60_000;
/** The limit is two seconds; a busy machine takes longer, and without a limit nothing would come. */
const LIMIT_MS = 10_000;
const opened: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.dispose();
});
const keep = <T extends { dispose(): Promise<void> }>(resource: T): T => {
  opened.push(resource);
  return resource;
};

const models = reply(200, { object: 'list', data: [{ id: 'm', object: 'model' }] });

interface Status {
  status: string;
  sandbox: boolean;
  db: { ok: boolean; latency_ms: number };
  llms: {
    up: number;
    total: number;
    up_rate: number;
    platforms: { platform: string; name: string; ok: boolean; latency_ms: number }[];
  };
}

async function startWith(behaviours: Record<string, Behaviour>, extra = {}) {
  const settings: Record<string, string> = { ROLE: 'web', ...extra };
  const servers: Record<string, Awaited<ReturnType<typeof createOpenAiServer>>> = {};
  for (const [platform, behaviour] of Object.entries(behaviours)) {
    servers[platform] = keep(await createOpenAiServer(behaviour));
    Object.assign(settings, behind(servers[platform], [platform]));
  }
  const clock = createClock();
  const { log, text } = captureLogs();
  const database = keep(await createMigratedDatabase());
  const proxy = keep(await createProxy(database.url));
  const app = keep(await startApp(settings, { now: clock.now, log, databaseUrl: proxy.url }));
  const read = async () => {
    const answer = await call(app.url, 'GET', '/api/status');
    return { answer, body: answer.json<Status>() };
  };
  const pings = () => Object.values(servers).flatMap(({ requests }) => requests).length;
  return { app, clock, proxy, read, pings, logged: text };
}

test('engines that are dead, hang or take no such key are not ok, and all in two seconds', async () => {
  const { read, logged, app } = await startWith({
    chatgpt: models,
    gemini: misbehave.resetAtOnce(),
    claude: misbehave.hang(),
    grok: behave.unauthorized(),
    llama: models,
  });
  const startedMs = performance.now();
  const { answer, body } = await read();
  expect(performance.now() - startedMs).toBeLessThan(LIMIT_MS);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
  expect(body).toMatchObject({
    status: 'degraded',
    sandbox: false,
    db: { ok: true },
    llms: { up: 2, total: 5, up_rate: 0.4 },
  });
  const state = body.llms.platforms.map(({ platform, name, ok }) => [platform, name, ok]);
  expect(state).toEqual([
    ['chatgpt', 'ChatGPT', true],
    ['gemini', 'Gemini', false],
    ['claude', 'Claude', false],
    ['grok', 'Grok', false],
    ['llama', 'Llama', true],
  ]);
  const [, , hanging] = body.llms.platforms;
  expect(hanging!.latency_ms).toBeGreaterThanOrEqual(1_900);
  expect(hanging!.latency_ms).toBeLessThan(LIMIT_MS);
  expect(logged()).toContain('the key in GROK_API_KEY was refused');
  expect(logged() + answer.text).not.toContain('key-of-grok');

  const query = '{ status { status llms { up upRate platforms { platform ok latencyMs } } } }';
  const { data, errors } = await ask(app, query);
  expect(errors).toEqual([]);
  expect(data).toMatchObject({
    status: {
      status: 'DEGRADED',
      llms: {
        up: 2,
        upRate: 0.4,
        platforms: [{ platform: 'chatgpt' }, {}, { latencyMs: hanging!.latency_ms }, {}, {}],
      },
    },
  });
});

test('one check serves all who ask within sixty seconds, though they ask at once', async () => {
  const { read, clock, pings, app } = await startWith({
    chatgpt: models,
    gemini: behave.failing(),
  });
  const bodies = await Promise.all(
    Array.from({ length: 50 }, async () => (await read()).answer.text),
  );
  expect(new Set(bodies).size).toBe(1);
  expect(pings()).toBe(2);
  clock.move(CACHED_MS - 1_000);
  await read();
  await ask(app, '{ a: status { status } b: status { status } }');
  expect(pings()).toBe(2);
  clock.move(1_000);
  await read();
  expect(pings()).toBe(4);
});

test('an engine that came back is seen after sixty seconds', async () => {
  let isBack = false;
  const { read, clock } = await startWith({
    chatgpt: (...request) => (isBack ? models : behave.failing())(...request),
  });
  expect((await read()).body).toMatchObject({ status: 'degraded', llms: { up: 0, up_rate: 0 } });
  isBack = true;
  expect((await read()).body.status).toBe('degraded');
  clock.move(CACHED_MS);
  expect((await read()).body).toMatchObject({ status: 'ok', llms: { up: 1, up_rate: 1 } });
});

test.each(['cut', 'stall'] as const)(
  'is down, 503 and bounded while the database is %s',
  async (how) => {
    const { read, clock, proxy } = await startWith({ chatgpt: models });
    expect((await read()).body.status).toBe('ok');
    proxy[how]();
    clock.move(CACHED_MS);
    const startedMs = performance.now();
    const { answer, body } = await read();
    expect(performance.now() - startedMs).toBeLessThan(LIMIT_MS);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toMatchObject({ status: 'down', db: { ok: false }, llms: { up: 1, total: 1 } });
    proxy.restore();
  },
);

test('without any engine it is degraded, and the rate is 0', async () => {
  const { read } = await startWith({}, { SANDBOX: 'off' });
  const { answer, body } = await read();
  expect(answer.status).toBe(200);
  expect(body).toMatchObject({
    status: 'degraded',
    sandbox: false,
    llms: { up: 0, total: 0, up_rate: 0, platforms: [] },
  });
});
