import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../helpers/app.js';
import { ask } from '../../helpers/client/graphql.js';
import { call } from '../../helpers/client/http.js';
import { cookieOf, postAuth, signUp } from '../../helpers/client/sign-in.js';
import { sql } from '../../helpers/run/sql.js';

const DAY_SEC = 86_400;

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' });
});
afterAll(() => app.dispose());

const getMe = (cookie: string) => call(app.url, 'GET', '/api/me', { headers: { cookie } });

describe('a session', () => {
  test('begins with signing up, and with each signing in; ends with signing out', async () => {
    const { email, password, answer, cookie } = await signUp(app);
    expect(answer.status).toBe(200);
    expect((await getMe(cookie)).json()).toMatchObject({ user: { email, name: 'Person' } });

    const again = await postAuth(app, '/sign-in/email', { email, password });
    expect(again.status).toBe(200);
    const second = cookieOf(again);
    const session = await call(app.url, 'GET', '/api/auth/get-session', {
      headers: { cookie: second },
    });
    expect(session.json()).toMatchObject({ user: { email } });

    const out = await postAuth(app, '/sign-out', {}, { cookie: second });
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/i);
    expect((await getMe(second)).status).toBe(401);
    expect(
      (await ask(app, '{ me { user { id } } }', { headers: { cookie: second } })).codes,
    ).toEqual(['UNAUTHENTICATED']);
    expect((await getMe(cookie)).status).toBe(200);
  });

  test('is one cookie, of this site alone and out of reach of scripts', async () => {
    const { answer } = await signUp(app);
    const [line = '', ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(line).toMatch(/^answerscope\.session_token=[^;]+;/);
    const flags = line.split('; ').slice(1).sort();
    expect(flags).toEqual(['HttpOnly', `Max-Age=${DAY_SEC}`, 'Path=/', 'SameSite=Lax']);
  });

  test('is bound to the host where that is https', async () => {
    const secure = await startApp(
      { PUBLIC_URL: 'https://answerscope.example', TRUST_PROXY: '1' },
      { databaseUrl: app.databaseUrl },
    );
    try {
      const { answer, cookie } = await signUp(secure);
      const [line = ''] = answer.headers.getSetCookie();
      expect(line).toMatch(/^__Host-answerscope\.session_token=/);
      const flags = line.split('; ').slice(1).sort();
      expect(flags).toEqual(['HttpOnly', `Max-Age=${DAY_SEC}`, 'Path=/', 'SameSite=Lax', 'Secure']);
      const me = await call(secure.url, 'GET', '/api/me', { headers: { cookie } });
      expect(me.status).toBe(200);
      const origin = 'https://answerscope.example';
      expect(
        (await postAuth(secure, '/sign-out', {}, { cookie, headers: { origin } })).status,
      ).toBe(200);
    } finally {
      await secure.dispose();
    }
  });

  test('does not hold with another signature', async () => {
    const { cookie } = await signUp(app);
    expect((await getMe(cookie.replace(/.{4}$/, 'AAAA'))).status).toBe(401);
    expect((await getMe(cookie.replace(/\..*/, ''))).status).toBe(401);
  });
});

describe('a session’s life', () => {
  /** Moves the one session of the cookie, as time would. */
  const age = (cookie: string, change: string) =>
    sql(app.databaseUrl, `update auth.session set ${change} where token = $1`, [tokenOf(cookie)]);
  const tokenOf = (cookie: string) => decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0];
  const read = async (cookie: string) => {
    const [row] = await sql<{ leftSec: number; lifeSec: number }>(
      app.databaseUrl,
      `select extract(epoch from "expiresAt" - now())::float as "leftSec",
         extract(epoch from "expiresAt" - "createdAt")::float as "lifeSec"
       from auth.session where token = $1`,
      [tokenOf(cookie)],
    );
    return row;
  };

  test.each([
    ['REST', (cookie: string) => getMe(cookie)],
    ['GraphQL', (cookie: string) => ask(app, '{ me { user { id } } }', { headers: { cookie } })],
    [
      'sign-in',
      (cookie: string) => call(app.url, 'GET', '/api/auth/get-session', { headers: { cookie } }),
    ],
  ])('is a day from its last use over %s, in the browser too', async (_name, use) => {
    const { cookie } = await signUp(app);
    expect((await use(cookie)).headers.getSetCookie()).toEqual([]);
    await age(cookie, `"expiresAt" = now() + interval '23 hours'`);
    const renewed = await use(cookie);
    expect(renewed.status).toBe(200);
    expect((await read(cookie))?.leftSec).toBeGreaterThan(DAY_SEC - 10);
    const [line = ''] = renewed.headers.getSetCookie();
    expect(line).toContain(`${cookie}; Max-Age=${DAY_SEC}; Path=/; HttpOnly; SameSite=Lax`);
    expect((await use(cookie)).headers.getSetCookie()).toEqual([]);
  });

  test('ends a day after its last use', async () => {
    const { cookie } = await signUp(app);
    await age(cookie, `"expiresAt" = now() - interval '1 second'`);
    expect((await getMe(cookie)).status).toBe(401);
    expect(await read(cookie)).toBeUndefined();
  });

  test('ends fourteen days after its beginning, however much it is used', async () => {
    const { cookie } = await signUp(app);
    await age(
      cookie,
      `"createdAt" = now() - interval '13 days 23 hours', "expiresAt" = now() + interval '30 minutes'`,
    );
    expect((await getMe(cookie)).status).toBe(200);
    expect((await read(cookie))?.lifeSec).toBeCloseTo(14 * DAY_SEC, 0);
    await age(
      cookie,
      `"createdAt" = "createdAt" - interval '1 hour', "expiresAt" = "expiresAt" - interval '1 hour'`,
    );
    expect((await getMe(cookie)).status).toBe(401);
    expect(await read(cookie)).toBeUndefined();
  });

  test('a row that outlived them is of no use', async () => {
    const { cookie } = await signUp(app);
    await age(cookie, `"createdAt" = now() - interval '15 days'`);
    expect((await getMe(cookie)).status).toBe(401);
  });
});
