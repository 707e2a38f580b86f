import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';
import { cookieOf, lastMail, newAddress, postAuth, signUp } from '../../helpers/client/sign-in.js';
import { initSocket } from '../../helpers/client/socket.js';
import { findText, sql } from '../../helpers/run/sql.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' });
});
afterAll(() => app.dispose());

const signIn = (email: string, password: string) =>
  postAuth(app, '/sign-in/email', { email, password });
const getMe = (cookie: string) => call(app.url, 'GET', '/api/me', { headers: { cookie } });

describe('a password', () => {
  test('is kept as scrypt’s digest and nothing else', async () => {
    const password = 'known to nobody but this test';
    const email = 'hashed@example.com';
    const as = { hasher: undefined, databaseUrl: app.databaseUrl };
    const usual = await startApp({ TRUST_PROXY: '1' }, as);
    await postAuth(usual, '/sign-up/email', { email, password, name: 'Hashed' });
    const again = await postAuth(usual, '/sign-in/email', { email, password });
    expect(again.status).toBe(200);
    await usual.dispose();
    const [row] = await sql<{ password: string }>(
      app.databaseUrl,
      'select a.password from auth.account a join auth."user" u on u.id = a."userId" where u.email = $1',
      [email],
    );
    const [salt = '', digest] = row?.password.split(':') ?? [];
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 };
    expect(scryptSync(password, salt, 64, cost).toString('hex')).toBe(digest);
    expect(await findText(app.databaseUrl, password)).toEqual([]);
  });

  test.each([['seven77'], ['x'.repeat(129)]])(
    'of another length is refused (%#)',
    async (password) => {
      const answer = await postAuth(app, '/sign-up/email', {
        email: 'short@example.com',
        password,
        name: 'S',
      });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({
        error: { code: 'BAD_INPUT', message: expect.stringMatching(/password/i) },
      });
    },
  );

  test('that is wrong is told from an unknown address by nothing', async () => {
    const { email } = await signUp(app);
    const answers = [
      await signIn(email, 'not the password'),
      await signIn('nobody@example.com', 'not the password'),
    ];
    const [known, unknown] = answers.map((answer) => {
      const { error } = answer.json<{ error: { requestId?: string } }>();
      expect(error.requestId).toBe(answer.headers.get('x-request-id'));
      return { status: answer.status, error: { ...error, requestId: undefined } };
    });
    expect(known).toEqual({
      status: 401,
      error: {
        code: 'UNAUTHENTICATED',
        message: 'Invalid email or password',
        details: { reason: 'INVALID_EMAIL_OR_PASSWORD' },
      },
    });
    expect(unknown).toEqual(known);
  });

  test('is replaced by a mailed token, once; every session ends, with its sockets', async () => {
    const { email, password, cookie } = await signUp(app);
    const second = cookieOf(await signIn(email, password));
    const socket = await initSocket(app, undefined, { cookie: second });
    const asked = await postAuth(app, '/request-password-reset', { email });
    const unknown = await postAuth(app, '/request-password-reset', { email: 'nobody@example.com' });
    expect([asked.status, unknown.status]).toEqual([200, 200]);
    expect(unknown.text).toBe(asked.text);
    expect(await lastMail(app, 'nobody@example.com')).toBeUndefined();

    const mail = await lastMail(app, email);
    const token = /"token": "([^"]+)"/.exec(mail?.body ?? '')?.[1];
    const body = { token, newPassword: 'another password' };
    expect((await postAuth(app, '/reset-password', body)).status).toBe(200);
    expect((await socket.closed).code).toBe(4403);
    expect((await getMe(cookie)).status).toBe(401);
    expect((await getMe(second)).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(401);
    expect((await signIn(email, 'another password')).status).toBe(200);
    expect((await postAuth(app, '/reset-password', body)).status).toBe(400);
  });

  test('that is changed ends all other sessions and their sockets, unless the caller says no', async () => {
    const { email, password, cookie } = await signUp(app);
    const other = cookieOf(await signIn(email, password));
    const change = (from: string, currentPassword: string, newPassword: string, more: object) =>
      postAuth(
        app,
        '/change-password',
        { currentPassword, newPassword, ...more },
        { cookie: from, headers: { origin: app.url } },
      );
    const kept = await change(cookie, password, 'a second password', {
      revokeOtherSessions: false,
    });
    expect(kept.status).toBe(200);
    expect((await getMe(other)).status).toBe(200);

    const socket = await initSocket(app, undefined, { cookie: other });
    const changed = await change(cookie, 'a second password', 'a third password', {});
    expect(changed.status).toBe(200);
    expect((await socket.closed).code).toBe(4403);
    expect((await getMe(other)).status).toBe(401);
    expect((await getMe(cookieOf(changed))).status).toBe(200);
  });

  test('that is set makes links that were mailed before of no use', async () => {
    const { email, cookie, password } = await signUp(app);
    const tokenOf = async () => {
      await postAuth(app, '/request-password-reset', { email });
      return /"token": "([^"]+)"/.exec((await lastMail(app, email))?.body ?? '')?.[1];
    };
    const [first, second] = [await tokenOf(), await tokenOf()];
    const newPassword = 'another password';
    expect((await postAuth(app, '/reset-password', { token: second, newPassword })).status).toBe(
      200,
    );
    expect((await postAuth(app, '/reset-password', { token: first, newPassword })).status).toBe(
      400,
    );
    const third = await tokenOf();
    const again = cookieOf(await signIn(email, newPassword));
    expect([cookie, password]).not.toContain(again);
    const body = { currentPassword: newPassword, newPassword: password };
    const changed = await postAuth(app, '/change-password', body, {
      cookie: again,
      headers: { origin: app.url },
    });
    expect(changed.status).toBe(200);
    expect((await postAuth(app, '/reset-password', { token: third, newPassword })).status).toBe(
      400,
    );
  });

  test('is not reset through a link that leads elsewhere', async () => {
    const { email } = await signUp(app);
    const redirectTo = 'https://evil.example/steal';
    const answer = await postAuth(app, '/request-password-reset', { email, redirectTo });
    expect(answer.status).toBe(403);
    expect(await lastMail(app, email)).toBeUndefined();
  });
});

describe('tries', () => {
  const guess = (on: TestApp, email: string, headers: Record<string, string>) =>
    call(on.url, 'POST', '/api/auth/sign-in/email', {
      body: { email, password: 'a guess' },
      headers,
    });
  const statusesOf = async (count: number, one: (index: number) => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push((await one(index)).status);
    return statuses;
  };
  const TEN_REFUSED = Array.from({ length: 10 }, () => 401);

  test('are ten a minute from one address behind the proxy, whoever is tried', async () => {
    const { email, password } = await signUp(app);
    const from = newAddress();
    const headers = { 'x-forwarded-for': from };
    const statuses = await statusesOf(10, (index) => guess(app, `${index}${email}`, headers));
    expect(statuses).toEqual(TEN_REFUSED);
    const eleventh = await guess(app, email, headers);
    expect(eleventh.status).toBe(429);
    expect(eleventh.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    const wait = Number(eleventh.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(61);
    // A client's own words before the proxy's change nothing; another client is not in their way.
    const spoofed = { 'x-forwarded-for': `198.51.100.7, ${from}` };
    expect((await guess(app, email, spoofed)).status).toBe(429);
    expect((await signIn(email, password)).status).toBe(200);
  });

  test('are counted by the connection where no proxy is trusted', async () => {
    const direct = await startApp();
    try {
      const spoof = (index: number) => ({
        'x-forwarded-for': `198.51.100.${index}`,
        'x-real-ip': `198.51.100.${index}`,
        forwarded: `for=198.51.100.${index}`,
        'x-answerscope-address': `198.51.100.${index}`,
      });
      const guessAs = (index: number) => guess(direct, 'someone@example.com', spoof(index));
      expect(await statusesOf(11, guessAs)).toEqual([...TEN_REFUSED, 429]);
    } finally {
      await direct.dispose();
    }
  });
});
