import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Examples } from '../../rest/openapi/operation.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { readDescription } from '../helpers/client/description.js';
import { call } from '../helpers/client/http.js';

const PATH = '/api/v1/openapi.json';
const examples = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../rest/openapi/examples.json'), 'utf8'),
) as Examples;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.dispose());

const get = (headers: Record<string, string> = {}) => call(app.url, 'GET', PATH, { headers });

describe(PATH, () => {
  test('is the committed file, for everyone', async () => {
    const answer = await get();
    expect([answer.status, answer.json()]).toEqual([200, readDescription()]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    const { key } = await app.createAccount();
    const known = await call(app.url, 'GET', PATH, { key });
    expect([known.status, known.text]).toEqual([200, answer.text]);
    expect(known.headers.get('cache-control')).toBe('no-cache');
  });

  test('is not sent again to whoever has it', async () => {
    const tag = (await get()).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await get({ 'if-none-match': known });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('is refused to a credential that does not hold, and only read', async () => {
    expect((await call(app.url, 'GET', PATH, { key: 'sk_live_none' })).status).toBe(401);
    const answer = await call(app.url, 'POST', PATH, { body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await call(app.url, 'HEAD', PATH)).status).toBe(200);
    expect((await call(app.url, 'OPTIONS', PATH)).status).toBe(204);
  });
});

describe('/api/v1', () => {
  const index = () => call(app.url, 'GET', '/api/v1');

  test('leads to all that there is', async () => {
    const answer = await index();
    const { links, resources } = answer.json<{
      links: Record<string, string>;
      resources: { method: string; path: string; stability: string }[];
    }>();
    expect(Object.keys(links)).toEqual([
      'health',
      'status',
      'openapi',
      'docs',
      'graphql',
      'dashboard',
    ]);
    for (const path of Object.values(links))
      expect([path, (await call(app.url, 'GET', path)).status]).not.toEqual([path, 404]);
    const described = Object.entries(readDescription().paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        stability: operation['x-stability'],
      })),
    );
    expect(described).toEqual(expect.arrayContaining(resources));
    expect(resources).toContainEqual({
      method: 'POST',
      path: '/api/v1/webhooks',
      stability: 'roadmap',
    });
    expect(resources).toHaveLength(13);
  });

  test('is refused to a credential that does not hold, and not sent again to whoever has it', async () => {
    expect((await call(app.url, 'GET', '/api/v1', { key: 'sk_live_none' })).status).toBe(401);
    const headers = { 'if-none-match': (await index()).headers.get('etag') ?? '' };
    expect((await call(app.url, 'GET', '/api/v1', { headers })).status).toBe(304);
  });
});

test('each operation says how stable it is; what is on the roadmap says so first', () => {
  const operations = Object.values(readDescription().paths).flatMap(Object.values);
  expect(new Set(operations.map((operation) => operation['x-stability']))).toEqual(
    new Set(['stable', 'beta', 'roadmap']),
  );
  const planned = operations.filter((operation) => operation['x-stability'] === 'roadmap');
  expect(planned.map(({ operationId }) => operationId)).toEqual(['createWebhook']);
  expect(planned[0]).toMatchObject({
    summary: expect.stringMatching(/ \(roadmap\)$/),
    description: expect.stringMatching(/^Roadmap: not available yet/),
  });
  const { answer } = examples['POST /api/v1/webhooks'] as { answer: { secret: string } };
  // As long as a secret is.
  expect(Buffer.from(answer.secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
});

test('/docs is a page that loads from its own origin only, without inline scripts', async () => {
  const { status, headers, text } = await call(app.url, 'GET', '/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  const policy = headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect((await call(app.url, 'POST', '/docs', { body: {} })).status).toBe(405);
});
