import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SIGN_IN_PATHS } from '../../../src/http/sign-in/sign-in-paths.js';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';

interface Endpoint {
  path?: string;
  options?: { method?: string | string[] };
}

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  account = await app.createAccount();
});
afterAll(() => app.dispose());

const endpoints = () =>
  (Object.values(app.deps.auth.api) as Endpoint[]).flatMap(({ path, options }) =>
    path === undefined ? [] : [{ path, methods: [options?.method ?? 'GET'].flat() }],
  );
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

const ask = (method: string, path: string) =>
  call(app.url, method, path, {
    headers: { cookie: account.cookie, origin: app.url },
    ...(['GET', 'HEAD', 'OPTIONS'].includes(method) ? {} : { body: {} }),
  });

/** All that tells one answer from another, but for its own id. */
async function lookOf(method: string, path: string) {
  const { status, headers, text } = await ask(method, path);
  const told = Object.fromEntries(headers);
  const requestId = told['x-request-id'] ?? '';
  for (const name of ['x-request-id', 'date']) delete told[name];
  return { status, told, text: text.replace(requestId, 'ID') };
}

test('every door on the list is one that the library has', () => {
  const has = endpoints().flatMap(({ path, methods }) => methods.map((name) => `${name} ${path}`));
  expect(Object.keys(SIGN_IN_PATHS).filter((door) => !has.includes(door))).toEqual([]);
});

test('whatever else the library has answers as a path that is not there, to every method', async () => {
  const closed = endpoints().flatMap(({ path }) =>
    METHODS.filter((method) => !Object.hasOwn(SIGN_IN_PATHS, `${method} ${path}`)).map(
      (method) => ({
        method,
        path: path.replace(/:\w+/g, 'x'),
      }),
    ),
  );
  expect(closed.length).toBeGreaterThan(200);
  const unknown = new Map<string, unknown>();
  for (const method of METHODS)
    unknown.set(method, await lookOf(method, '/api/auth/nothing-of-the-kind'));
  expect(unknown.get('POST')).toMatchObject({ status: 404 });
  for (const { method, path } of closed) {
    const look = await lookOf(method, `/api/auth${path}`);
    expect({ method, path, look }).toEqual({ method, path, look: unknown.get(method) });
  }
});

/** A request as it is written here: a client of HTTP would tidy the path. */
const askRaw = (method: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${account.cookie}\r\nConnection: close\r\n` +
          `Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      ),
    );
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('end', () => resolve(Number(text.split(' ')[1])));
    socket.on('error', reject);
  });

test.each([
  '/api/auth/list-sessions/',
  '/api/auth//list-sessions',
  '//api/auth/list-sessions',
  '/api/auth/LIST-SESSIONS',
  '/API/AUTH/list-sessions',
  '/api/auth/%6cist-sessions',
  '/api/auth/list%2dsessions',
  '/api/auth/get-session/../list-sessions',
  '/api/auth/get-session/%2e%2e/list-sessions',
  '/api/auth/./list-sessions',
  '/api/auth/%2e/list-sessions',
  '/api/auth\\list-sessions',
  '/api/auth/reset-password/..%2flist-sessions',
  '/api/auth/reset-password/../list-sessions',
  '/api/auth/reset-password/..\\list-sessions',
  '/api/auth/get-session;/list-sessions',
  '/api/auth/list-sessions?x=/get-session',
  '/api/auth/list-sessions#/get-session',
  '/api/./auth/list-sessions',
  '/api/auth/organization%2fget-full-organization',
])('no spelling of a closed door opens it: %s', async (path) => {
  expect(await askRaw('GET', path)).toBe(404);
  expect(await askRaw('POST', path)).toBe(404);
});

test('a body that is not JSON is refused before it is read', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const path of ['/sign-in/email', '/sign-up/email', '/sign-out']) {
    const { status } = await call(app.url, 'POST', `/api/auth${path}`, {
      headers: form,
      body: `email=${account.email}&password=${account.password}&name=x`,
    });
    expect([path, status]).toEqual([path, 415]);
  }
});

test.each([
  'x'.repeat(201),
  'two\nlines',
  'two\u2028lines',
  'two\u0000lines',
  '\u001b[31mred',
  ' ',
])('a name that is no name is refused wherever one is given: %j', async (name) => {
  const headers = { cookie: account.cookie, origin: app.url };
  const post = (path: string, body: object) =>
    call(app.url, 'POST', `/api/auth${path}`, { headers, body });
  const answers = [
    await post('/sign-up/email', { email: 'named@example.com', password: 'a password', name }),
    await post('/update-user', { name }),
    await post('/organization/update', { organizationId: account.accountId, data: { name } }),
  ];
  for (const { status, text } of answers) {
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { details: { field: 'name' } } });
  }
});
