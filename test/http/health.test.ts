import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMigratedDatabase, startApp, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { type Answer, call } from '../helpers/client/http.js';
import { scrape } from '../helpers/client/metrics.js';
import { createProxy, type DatabaseProxy } from '../helpers/outside/proxy.js';
import { createClock } from '../helpers/run/clock.js';
import type { TestDatabase } from '../helpers/run/database.js';
import { until } from '../helpers/run/until.js';

const CACHED_MS = 30_000;

const clock = createClock();
let database: TestDatabase;
let proxy: DatabaseProxy;
let app: TestApp;

beforeAll(async () => {
  database = await createMigratedDatabase();
  proxy = await createProxy(database.url);
  const settings = {
    APP_ENV: 'staging',
    REGION: 'north',
    ROLE: 'web',
    BUILD_COMMIT: '1f0c2b7d9a3e',
  };
  app = await startApp(settings, { databaseUrl: proxy.url, now: clock.now });
});
afterAll(async () => {
  await app.dispose();
  await proxy.dispose();
  await database.dispose();
});

const get = (path: string, options = {}): Promise<Answer> => call(app.url, 'GET', path, options);

interface Health {
  status: string;
  timestamp: string;
  checks: { db: { ok: boolean; latency_ms: number } };
}

describe('health', () => {
  test.each(['/api/health', '/api/v1/health'])('%s tells what was checked', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=30');
    expect(answer.json()).toEqual({
      status: 'ok',
      service: 'answerscope',
      version: '0.1.0+1f0c2b7d9a3e',
      env: 'staging',
      region: 'north',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      checks: { db: { ok: true, latency_ms: expect.any(Number) } },
      took_ms: expect.any(Number),
    });
  });

  test('is checked once in thirty seconds, whoever asks on whichever door', async () => {
    const paths = ['/api/health', '/api/v1/health'];
    const timestampOf = async (path: string) => (await get(path)).json<Health>().timestamp;
    const byGraphQL = async () =>
      ((await ask(app, '{ health { timestamp } }')).data as { health: Health }).health.timestamp;
    clock.move(CACHED_MS);
    const first = await timestampOf('/api/health');
    clock.move(CACHED_MS - 1_000);
    for (const path of paths) expect(await timestampOf(path)).toBe(first);
    expect(Date.parse(await byGraphQL())).toBe(Date.parse(first));
    clock.move(1_000);
    expect(await timestampOf('/api/health')).not.toBe(first);
  });

  test('is down while the database is out of reach, for as long as that is known, and ok again', async () => {
    proxy.cut();
    clock.move(CACHED_MS);
    const down = await get('/api/health');
    expect(down.status).toBe(503);
    expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(down.json()).toMatchObject({ status: 'down', checks: { db: { ok: false } } });
    const { data, errors } = await ask(app, '{ health { status checks { db { ok } } } }');
    expect(errors).toEqual([]);
    expect(data).toEqual({ health: { status: 'DOWN', checks: { db: { ok: false } } } });

    proxy.restore();
    await until(async () => (await get('/readyz')).status === 200, 30_000);
    expect((await get('/api/health')).json<Health>().timestamp).toBe(down.json<Health>().timestamp);
    clock.move(CACHED_MS);
    expect((await get('/api/health')).json()).toMatchObject({ status: 'ok' });
  });
});

describe('probes', () => {
  test('are not kept, and need no database to tell of life', async () => {
    for (const path of ['/livez', '/readyz']) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    proxy.cut();
    expect((await get('/livez')).json()).toEqual({ status: 'ok' });
    const unready = await get('/readyz');
    expect(unready.status).toBe(503);
    expect(unready.json()).toEqual({ status: 'not ready' });
    proxy.restore();
    await until(async () => (await get('/readyz')).status === 200, 30_000);
  });

  test('say that a process is not ready from the moment it stops, while it still answers', async () => {
    const stopping = await startApp({ ROLE: 'web' }, { databaseUrl: database.url, drainMs: 300 });
    const path = (name: string) => call(stopping.url, 'GET', name);
    expect((await path('/readyz')).status).toBe(200);
    const stopped = stopping.dispose();
    const [ready, alive, health] = await Promise.all(
      ['/readyz', '/livez', '/api/health'].map(path),
    );
    expect(ready?.status).toBe(503);
    expect(alive?.status).toBe(200);
    expect(health?.status).toBe(200);
    await stopped;
    await expect(path('/livez')).rejects.toThrow();
  });
});

describe('metrics', () => {
  test('count requests by method, kind of path and status, without a label per record', async () => {
    await get('/api/v1/brands/01a1fbd8-444d-72fd-9f41-83d6c347807c');
    await get('/api/health');
    await get('/somewhere/else/7');
    await ask(app, '{');
    const text = await scrape(app);
    const counts = [...text.matchAll(/^answerscope_http_request_seconds_count\{(.+)\} (\d+)$/gm)];
    const labels = counts.map(([, label]) => label);
    expect(labels).toContain('method="GET",path="/api/v1/brands/:id",status="401"');
    expect(labels).toContain('method="GET",path="/api/health",status="200"');
    expect(labels).toContain('method="POST",path="/graphql",status="400"');
    expect(text).not.toContain('01a1fbd8');
    expect(text).toContain('nodejs_heap_size_used_bytes');
  });

  test('do not grow with the paths that are tried', async () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const seriesOf = async () =>
      (await scrape(app)).match(/^answerscope_http_request_seconds_count/gm)?.length;
    await get('/one-of-many');
    await call(app.url, 'OPTIONS', '/one-of-many');
    const before = await seriesOf();
    for (let index = 0; index < 26; index += 1) {
      await get(`/x${index}`);
      await get(`/try-${letters.slice(index, index + 9)}`);
      await get(`/api/unknown-${letters.slice(index, index + 9)}`);
      await call(app.url, 'OPTIONS', `/option-${letters.slice(index, index + 9)}`);
    }
    expect(await seriesOf()).toBe(before);
  });
});
