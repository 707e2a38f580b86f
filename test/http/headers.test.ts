import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { type Call, call } from '../helpers/client/http.js';

const FRIEND = 'https://app.example.com';
const QUERY = { query: '{ me { user { id } } }' };

let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  app = await startApp({ CORS_ORIGINS: FRIEND });
  account = await app.createAccount();
});
afterAll(() => app.dispose());

const send = (method: string, path: string, options?: Call) => call(app.url, method, path, options);

describe('every answer', () => {
  test.each([
    ['GraphQL', 'POST', '/graphql', { body: QUERY }],
    ['a refused document', 'POST', '/graphql', { body: { query: '{' } }],
    ['REST', 'GET', '/api/health', {}],
    ['REST without a credential', 'GET', '/api/v1/brands', {}],
    ['sign-in', 'GET', '/api/auth/get-session', {}],
    ['liveness', 'GET', '/livez', {}],
    ['readiness', 'GET', '/readyz', {}],
    ['metrics', 'GET', '/metrics', {}],
    ['nothing', 'GET', '/nowhere', {}],
    ['a URL too long', 'GET', `/api/health?x=${'x'.repeat(2_048)}`, {}],
  ])('of %s is hardened', async (_name, method, path, options) => {
    const { headers } = await send(method, path, options);
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test.each([['x'.repeat(65)], ['two words'], ['<script>']])(
    'has an id of our own when the caller’s is "%s"',
    async (sent) => {
      const { headers } = await send('GET', '/livez', { headers: { 'x-request-id': sent } });
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    },
  );

  test.each([
    ['GraphQL by key', 'POST', '/graphql', () => ({ key: account.key, body: QUERY })],
    ['REST by key', 'GET', '/api/v1/brands', () => ({ key: account.key })],
    ['REST by cookie', 'GET', '/api/brands', () => ({ headers: { cookie: account.cookie } })],
    ['a session', 'GET', '/api/auth/get-session', () => ({ headers: { cookie: account.cookie } })],
    ['health by key', 'GET', '/api/health', () => ({ key: account.key })],
    ['a refusal', 'GET', '/api/v1/brands', () => ({})],
  ])('of %s is stored nowhere', async (_name, method, path, options) => {
    expect((await send(method, path, options())).headers.get('cache-control')).toBe('no-store');
  });

  test('of health may be kept as long as it holds', async () => {
    const { headers } = await send('GET', '/api/health');
    expect(headers.get('cache-control')).toBe('public, max-age=30');
  });
});

describe('a key that does not hold is 401 everywhere, also where nobody need be there', () => {
  const doors: [string, string, Call][] = [
    ['POST', '/graphql', { body: { query: '{ health { status } }' } }],
    ['GET', '/graphql?query=%7Bhealth%7Bstatus%7D%7D', {}],
    ['GET', '/api/health', {}],
    ['GET', '/api/v1/health', {}],
    ['GET', '/api/v1/brands', {}],
    ['POST', '/api/v1/brands', { body: { name: 'A', category: 'b' } }],
  ];
  const keys: [string, string][] = [
    ['unknown', `Bearer sk_live_${'a'.repeat(40)}`],
    ['another product’s', 'Bearer sk-proj-abc'],
    ['empty', 'Bearer '],
    ['of another scheme', 'Basic dXNlcjpwYXNz'],
  ];
  const each = doors.flatMap((door) => keys.map((key) => [...key, ...door] as const));

  test.each(each)('%s (%s): %s %s', async (_name, authorization, method, path, options) => {
    const answer = await send(method, path, { ...options, headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.text).toContain('UNAUTHENTICATED');
  });

  test('no credential where one is needed: 401 and how to send it', async () => {
    const answer = await send('GET', '/api/v1/brands');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('a cookie from another site', () => {
  const cookie = () => ({ cookie: account.cookie });
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['a front end that may call with keys', { origin: FRIEND }],
    ['an opaque origin', { origin: 'null' }],
    ['a browser that says so', { 'sec-fetch-site': 'cross-site' }],
  ];

  test.each(foreign)('%s: GraphQL is 403, by POST and by GET', async (_name, headers) => {
    const all = { ...cookie(), ...headers };
    const answer = await ask(app, QUERY.query, { headers: all });
    expect(answer.status).toBe(403);
    expect(answer.codes).toEqual(['FORBIDDEN']);
    const url = `/graphql?query=${encodeURIComponent(QUERY.query)}`;
    expect((await send('GET', url, { headers: all })).status).toBe(403);
  });

  test.each(foreign)('%s: REST is 403 and makes nothing', async (_name, headers) => {
    const body = { name: 'Stolen', category: 'brands' };
    const answer = await send('POST', '/api/brands', {
      headers: { ...cookie(), ...headers },
      body,
    });
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ error: { code: 'FORBIDDEN' } });
    const brands = await send('GET', '/api/brands', { headers: cookie() });
    expect(brands.json()).toMatchObject({ brands: [] });
  });

  test.each(foreign)('%s: no sign-out, and no sign-in either', async (_name, headers) => {
    const out = { headers: { ...cookie(), ...headers }, body: {} };
    expect((await send('POST', '/api/auth/sign-out', out)).status).toBe(403);
    const { email, password } = account;
    const into = await send('POST', '/api/auth/sign-in/email', {
      headers,
      body: { email, password },
    });
    expect(into.status).toBe(403);
    expect(into.headers.get('set-cookie')).toBeNull();
  });

  test.each([
    ['this origin', () => ({ origin: app.url })],
    ['a browser that says same-origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['no browser', () => ({})],
  ])('%s passes', async (_name, headers) => {
    const answer = await ask(app, QUERY.query, { headers: { ...cookie(), ...headers() } });
    expect(answer.data).toEqual({ me: { user: { id: account.userId } } });
  });

  test('a key needs no origin of ours', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const answer = await ask(app, QUERY.query, { key: account.key, headers });
    expect(answer.status).toBe(200);
  });
});

describe('front ends elsewhere', () => {
  const preflight = (origin: string) =>
    send('OPTIONS', '/graphql', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  test('may ask with a key and read what they need', async () => {
    const before = await preflight(FRIEND);
    expect(before.status).toBe(204);
    expect(before.headers.get('access-control-allow-origin')).toBe(FRIEND);
    expect(before.headers.get('access-control-allow-headers')).toMatch(
      /Authorization,Content-Type/,
    );
    const answer = await ask(app, QUERY.query, { key: account.key, headers: { origin: FRIEND } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(FRIEND);
    expect(answer.headers.get('access-control-expose-headers')?.split(',').sort()).toEqual([
      'Deprecation',
      'Link',
      'Retry-After',
      'Sunset',
      'X-RateLimit-Backoff',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
    ]);
    expect(answer.headers.get('vary')).toMatch(/Origin/);
  });

  test.each([
    [401, '/api/v1/brands', {}],
    [404, '/nowhere', {}],
    [413, '/api/v1/probes', { body: 'x'.repeat(70_000) }],
  ])('may read why they were refused: %i', async (status, path, options) => {
    const method = 'body' in options ? 'POST' : 'GET';
    const answer = await send(method, path, { ...options, headers: { origin: FRIEND } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(FRIEND);
  });

  test('others may not', async () => {
    const stranger = 'https://stranger.example';
    expect((await preflight(stranger)).headers.get('access-control-allow-origin')).toBeNull();
    const answer = await ask(app, QUERY.query, { key: account.key, headers: { origin: stranger } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
