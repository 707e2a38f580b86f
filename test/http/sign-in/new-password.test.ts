import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { resetPassword } from '../../../src/services/accounts/user.js';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';
import { lastMail, newAddress, postAuth } from '../../helpers/client/sign-in.js';

const PAGE = '/reset-password';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' });
  account = await app.createAccount();
});
afterAll(() => app.dispose());

const makeToken = async (): Promise<string> =>
  (await resetPassword(app.deps, account.userId, null)).token ?? '';
/** As a browser sends the form. */
const set = (token: string, newPassword: string, headers: Record<string, string> = {}) =>
  call(app.url, 'POST', PAGE, {
    body: new URLSearchParams({ token, newPassword }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': newAddress(),
      origin: app.url,
      ...headers,
    },
  });
const canSignIn = async (password: string): Promise<boolean> =>
  (await postAuth(app, '/sign-in/email', { email: account.email, password })).status === 200;

test('the page asks for a password, runs nothing and is kept nowhere', async () => {
  const { status, headers, text } = await call(app.url, 'GET', `${PAGE}?token=a"><script>`);
  expect(status).toBe(200);
  expect(text).toContain('name="token" value="a&quot;&gt;&lt;script&gt;"');
  expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
});

test('it sets a password once, and ends every session', async () => {
  const token = await makeToken();
  const done = await set(token, 'a password from the page');
  expect(done.status).toBe(200);
  expect(done.text).toContain('Your password is set');
  expect(await canSignIn('a password from the page')).toBe(true);
  const { status } = await call(app.url, 'GET', '/api/me', { headers: { cookie: account.cookie } });
  expect(status).toBe(401);

  const again = await set(token, 'another from the page');
  expect(again.status).toBe(400);
  expect(again.text).toContain('already been used');
  expect(await canSignIn('another from the page')).toBe(false);
});

test('one that is too short may be tried again; another site may not try at all', async () => {
  const token = await makeToken();
  const short = await set(token, 'short');
  expect(short.status).toBe(400);
  expect(short.text).toMatch(/role="alert">Password too short/i);
  expect(short.text).toContain(`value="${token}"`);
  const foreign = await set(token, 'set by a stranger', { origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  const fields = { 'sec-fetch-site': 'cross-site' };
  expect((await set(token, 'set by a stranger', fields)).status).toBe(403);
  expect((await set(token, 'x'.repeat(5_000))).status).toBe(413);
  expect((await set('', '')).status).toBe(400);
  expect((await set(token, 'long enough now')).status).toBe(200);
});

test('the mail leads to the page, unless whoever asked has one', async () => {
  await postAuth(app, '/request-password-reset', { email: account.email });
  const mail = await lastMail(app, account.email);
  const [, path = '', token] = /(\/reset-password\?token=(\S+))\n/.exec(mail?.body ?? '') ?? [];
  expect((await call(app.url, 'GET', path)).text).toContain(`value="${token}"`);
});
