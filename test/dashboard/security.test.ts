import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { heading } from '../helpers/browser/steps.js';
import { call } from '../helpers/client/http.js';
import { cookieOf } from '../helpers/client/sign-in.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';

/** As much of a page's window as is used here, where there is none. */
interface Element {
  src: string;
  onload: (() => void) | ((value: unknown) => void);
  append(child: Element): void;
  submit(): void;
}
interface Window {
  document: { body: Element; createElement(name: string): Element };
}

/** What a browser lets other pages do to whoever is signed in here, and what this page lets itself do. */

let app: TestApp;
let account: TestAccount;
/** A page of somebody else on another port: another origin of the same site, so cookies come along. */
let stranger: Server;
let strangerUrl: string;
const visit = useBrowser();

beforeAll(async () => {
  app = await startApp();
  account = await app.createAccount({ tier: 'growth' });
  stranger = createServer((_req, res) => {
    res
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>A prize</title>');
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app?.dispose();
  stranger?.close();
});

const policyOf = (headers: Headers): Record<string, string[]> =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources];
    }),
  );

test.each(['/dashboard', '/dashboard/sign-in', '/dashboard/keys', '/scan', '/status'])(
  '%s may load from its own origin, runs no inline script and is framed by nobody',
  async (path) => {
    const { headers, text } = await call(app.url, 'GET', path);
    const policy = policyOf(headers);
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'worker-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    expect(policy['connect-src']).toEqual(["'self'", app.url.replace('http', 'ws')]);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-eval|\*|https?:\/\//);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(text).not.toMatch(/<script(?![^>]* src=)[^>]*>|\son\w+=/i);
  },
);

test('the browser holds the page to it', async () => {
  const { page, faults } = await visit(app.url, { cookie: account.cookie, path: '/dashboard' });
  await heading(page, 'Brands');
  await page.evaluate(`{
    const place = document.createElement('div');
    place.innerHTML = '<img src="/nothing" onerror="window.struck = 1">';
    const script = document.createElement('script');
    script.textContent = 'window.struck = 2';
    document.body.append(place, script);
  }`);
  const refused = () => faults.filter((fault) => fault.startsWith('policy: script-src'));
  await until(() => refused().length >= 2, 30_000);
  expect(await page.evaluate('window.struck')).toBeUndefined();
  faults.splice(0);
});

/** A page of the stranger, in a browser where somebody is signed in here. */
async function lure(cookie = account.cookie): Promise<Page> {
  // The page is the stranger's, and what it tries is refused.
  const { page } = await visit(app.url, { cookie, expected: /./ });
  await page.goto(strangerUrl);
  return page;
}

const CREATE = JSON.stringify({
  query: 'mutation { createBrand(input: { name: "Struck", category: "x" }) { brand { id } } }',
});

/** Sends a form there, as a link of a prize would, and answers what came of it. */
async function sendForm(
  page: Page,
  path: string,
  fields: Record<string, string>,
  type: string,
): Promise<number> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url() === app.url + path),
    page.evaluate(
      ([action, enctype, parts]) => {
        const { document } = globalThis as unknown as Window;
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action, enctype });
        for (const [name, value] of Object.entries(parts)) {
          const field = document.createElement('input');
          Object.assign(field, { name, value });
          form.append(field);
        }
        document.body.append(form);
        form.submit();
      },
      [app.url + path, type, fields] as const,
    ),
  ]);
  return answer.status();
}

test.each([
  ['/graphql', { [CREATE.slice(0, -1)]: '}' }, 'text/plain'],
  ['/api/brands', { '{"name":"Struck","category":"': '"}' }, 'text/plain'],
  ['/api/auth/sign-out', {}, 'application/x-www-form-urlencoded'],
  ['/api/auth/update-user', { '{"name":"Struck","x":"': '"}' }, 'text/plain'],
])('a foreign form to %s is refused, whoever is signed in', async (path, fields, type) => {
  const page = await lure();
  expect(await sendForm(page, path, fields as Record<string, string>, type)).toBe(403);
  expect(await sql(app.databaseUrl, `select 1 from brand where name = 'Struck'`)).toEqual([]);
  const me = await call(app.url, 'GET', '/api/me', { headers: { cookie: account.cookie } });
  expect(me.json()).toMatchObject({ user: { email: account.email } });
  expect(me.text).not.toContain('Struck');
});

test('a foreign page reads nothing, is let into no socket and frames nothing', async () => {
  const page = await lure();
  const came = await page.evaluate(async (url) => {
    const ask = (init: RequestInit) =>
      fetch(`${url}/graphql`, { method: 'POST', credentials: 'include', ...init }).then(
        async (answer) => `${answer.type} ${answer.status} ${await answer.text()}`,
        (error: Error) => error.name,
      );
    const body = '{"query":"{ me { user { email } } }"}';
    const json = await ask({ body, headers: { 'content-type': 'application/json' } });
    const plain = await ask({ body });
    const blind = await ask({ body, mode: 'no-cors' });
    const closed = await new Promise<number>((resolve) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      socket.onopen = () => socket.send('{"type":"connection_init"}');
      socket.onclose = ({ code }) => resolve(code);
    });
    return { json, plain, blind, closed };
  }, app.url);
  expect(came).toEqual({ json: 'TypeError', plain: 'TypeError', blind: 'TypeError', closed: 4403 });
  await page.evaluate((url) => {
    const { document } = globalThis as unknown as Window;
    const frame = document.createElement('iframe');
    frame.src = `${url}/dashboard`;
    document.body.append(frame);
    return new Promise((resolve) => {
      frame.onload = resolve;
    });
  }, app.url);
  // What stands there instead is the browser's own page of an error.
  await until(() => page.frames().at(-1)?.url().startsWith('chrome-error:') ?? false, 30_000);
});

test('a foreign page signs nobody in, as the stranger or as anybody', async () => {
  const body = { email: account.email, password: account.password };
  const foreign: Record<string, string>[] = [
    { origin: strangerUrl },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { origin: strangerUrl, cookie: account.cookie },
  ];
  for (const headers of foreign) {
    const answer = await call(app.url, 'POST', '/api/auth/sign-in/email', {
      body,
      headers,
    });
    expect({ headers, status: answer.status, cookie: cookieOf(answer) }).toEqual({
      headers,
      status: 403,
      cookie: '',
    });
  }
  for (const [fields, type] of [
    [body, 'application/x-www-form-urlencoded'],
    [{ [`${JSON.stringify(body).slice(0, -1)},"x":"`]: '"}' }, 'text/plain'],
  ] as const) {
    const page = await lure('');
    const status = await sendForm(page, '/api/auth/sign-in/email', fields, type);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await page.context().cookies(app.url)).toEqual([]);
  }
});

test('the cookie is read by no script and sent by no other site', async () => {
  const signedIn = await call(app.url, 'POST', '/api/auth/sign-in/email', {
    body: { email: account.email, password: account.password },
  });
  const [cookie = ''] = signedIn.headers.getSetCookie();
  expect(cookie).toMatch(/; HttpOnly/i);
  expect(cookie).toMatch(/; SameSite=Lax/i);
});
