import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { readDescription } from '../helpers/client/description.js';
import { call } from '../helpers/client/http.js';

const PATH = '/api/v1/openapi.json';

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
