import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { createPages } from '../../src/http/pages.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.dispose());

const get = (path: string, headers: Record<string, string> = {}) =>
  call(app.url, 'GET', path, { headers });

/** The files that the page loads. */
const filesOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);

describe('where people look first', () => {
  const lead = async (path: string, accept: string, method = 'GET') => {
    const asked = request(app.url + path, { method, headers: { accept } }).end();
    const [{ statusCode, headers }] = await once(asked, 'response');
    asked.destroy();
    return [statusCode, headers.location];
  };
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test('/ leads to the dashboard, whoever asks', async () => {
    for (const accept of [BROWSER, '*/*'])
      expect(await lead('/', accept)).toEqual([302, '/dashboard']);
    expect(await lead('/', BROWSER, 'HEAD')).toEqual([302, '/dashboard']);
  });

  test('/graphql leads a browser to GraphiQL, and answers every program', async () => {
    expect(await lead('/graphql', BROWSER)).toEqual([302, '/graphiql']);
    for (const accept of ['*/*', 'application/json', 'application/graphql-response+json'])
      expect(await lead('/graphql', accept)).toEqual([400, undefined]);
    const query = '/graphql?query=%7Bhealth%7Bstatus%7D%7D';
    expect((await lead(query, 'application/json'))[0]).toBe(200);
    expect((await lead(query, BROWSER))[1]).toBeUndefined();
    expect(await lead('/graphql', BROWSER, 'POST')).toEqual([415, undefined]);
  });
});

describe('/graphiql', () => {
  test('is a page for everyone, asked for anew each time', async () => {
    const { status, headers, text } = await get('/graphiql');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toContain('<title>Explore · Answerscope</title>');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  });

  test('may load from its own origin only, and runs no inline script', async () => {
    const { headers } = await get('/graphiql');
    const { host } = new URL(app.url);
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self' data:",
      "img-src 'self' data:",
      `connect-src 'self' ws://${host}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  test('lets no word of the request into its policy', async () => {
    const asked = request(`${app.url}/graphiql`, { headers: { host: 'x; script-src *' } }).end();
    const [{ headers }] = await once(asked, 'response');
    expect(headers['content-security-policy']).toContain("connect-src 'self'; base-uri");
  });

  test('names files that are there, of their type, for ever', async () => {
    const files = filesOf((await get('/graphiql')).text);
    const types: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
    };
    expect(files.map((path) => path.split('.').at(-1))).toEqual(
      expect.arrayContaining(['js', 'css', 'svg']),
    );
    for (const path of files) {
      expect(path).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/);
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(types[path.split('.').at(-1) ?? '']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    }
  });

  test('is read and not written', async () => {
    const answer = await call(app.url, 'POST', '/graphiql', { body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await call(app.url, 'OPTIONS', '/graphiql')).status).toBe(204);
    expect((await call(app.url, 'HEAD', '/graphiql')).status).toBe(200);
  });
});

describe('/dashboard', () => {
  test.each(['/dashboard', '/dashboard/sign-in', '/dashboard/brands/x/runs/y?days=7'])(
    '%s is the same page, which reads the address itself',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(text).toContain('<div id="root">');
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("font-src 'self';");
      expect(policy).not.toMatch(/data:|https?:|unsafe-eval/);
    },
  );

  test('sets its theme by the first script, which waits for nothing', async () => {
    const { text } = await get('/dashboard');
    const [first = ''] = text.match(/<script[^>]*>/) ?? [];
    expect(first).toMatch(/^<script src="\/assets\/theme-/);
  });

  test('sends scripts as they were compressed, to whoever takes that', async () => {
    const html = (await get('/dashboard')).text;
    const path = /src="(\/assets\/dashboard-[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const sizes = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const asked = request(app.url + path, { headers: { 'accept-encoding': encoding } }).end();
        const [{ headers }] = await once(asked, 'response');
        asked.destroy();
        expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(headers.vary).toMatch(/Accept-Encoding/i);
        expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        return Number(headers['content-length']);
      }),
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes[0]).toBeGreaterThan(0);
  });

  test('is read and not written', async () => {
    const answer = await call(app.url, 'POST', '/dashboard/brands', { body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

test.each([
  '/assets/none-12345678.js',
  '/assets/',
  '/assets',
  '/assets/../graphiql/index.html',
  '/assets/%2e%2e/.stamp',
  '/assets/..%2f.stamp',
])('%s is nothing', async (path) => {
  const { status, headers } = await get(path);
  expect(status).toBe(404);
  expect(headers.get('cache-control')).not.toMatch(/immutable/);
});

describe('before the pages are built', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer(express().use(createPages('/nowhere'))).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test('says what to do', async () => {
    const { port } = server.address() as AddressInfo;
    const { status, headers, text } = await call(`http://127.0.0.1:${port}`, 'GET', '/graphiql');
    expect([status, headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toContain('npm run build');
  });
});
