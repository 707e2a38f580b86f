import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { call } from '../helpers/client/http.js';
import { cookieOf, lastMail, postAuth } from '../helpers/client/sign-in.js';
import { initSocket, refusedSocket } from '../helpers/client/socket.js';
import { captureLogs } from '../helpers/run/logs.js';
import { findText, sql } from '../helpers/run/sql.js';

const PASSWORD = 'open sesame of the secrets test';
const WRONG = 'wrong sesame of the secrets test';
const EMAIL = 'secretive@example.com';

let app: TestApp;
let account: TestAccount;
const logs = captureLogs();
/** What a library says past the log: it is no place for secrets either. */
const said = jest.spyOn(console, 'error').mockImplementation(() => {});

beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' }, { log: logs.log });
  account = await app.createAccount();
});
afterAll(() => app.dispose());

const tokenOf = (body = '') => /"token": "([^"]+)"/.exec(body)?.[1] ?? '';
const hide = (table: string) =>
  sql(app.databaseUrl, `alter table auth."${table}" rename to hidden`);
const show = (table: string) =>
  sql(app.databaseUrl, `alter table auth.hidden rename to "${table}"`);

test('no password, key, cookie or token reaches the log, whether all goes well or not', async () => {
  const secrets = new Map([
    ['password', PASSWORD],
    ['wrong password', WRONG],
  ]);
  const signIn = { email: EMAIL, password: PASSWORD };
  const signedUp = await postAuth(app, '/sign-up/email', { ...signIn, name: 'S' });
  const cookie = cookieOf(signedUp);
  secrets.set('session', decodeURIComponent(cookie).split('=')[1]?.split('.')[0] ?? '');
  secrets.set('signature', cookie.split('.').at(-1) ?? '');
  expect((await postAuth(app, '/sign-in/email', { ...signIn, password: WRONG })).status).toBe(401);
  expect((await call(app.url, 'GET', '/api/me', { headers: { cookie } })).status).toBe(200);

  // Keys: made, used on every door, refused, rotated.
  const makeKey =
    'mutation { createApiKey(input: { name: "k", scopes: [ADMIN] }) { apiKey { id } secret } }';
  const { data } = await ask(app, makeKey, { headers: { cookie, origin: app.url } });
  const { apiKey, secret } = (data as { createApiKey: { apiKey: { id: string }; secret: string } })
    .createApiKey;
  secrets.set('key', secret);
  const unknown = `sk_live_${'U'.repeat(30)}`;
  secrets.set('unknown key', unknown);
  await call(app.url, 'GET', '/api/v1/brands', { key: secret });
  await call(app.url, 'GET', '/api/v1/brands', { key: unknown });
  await call(app.url, 'POST', '/api/v1/brands', { key: secret, body: '{' });
  await (await initSocket(app, { authorization: secret })).close();
  await refusedSocket(app, { authorization: unknown });
  await ask(app, `mutation { rotateApiKey(input: { id: "${apiKey.id}" }) { secret } }`, {
    key: secret,
  });

  // A reset: asked for, followed as a link, done.
  await postAuth(app, '/request-password-reset', { email: EMAIL });
  const token = tokenOf((await lastMail(app, EMAIL))?.body);
  secrets.set('reset token', token);
  const readable = 'select 1 from auth.verification where strpos(identifier, $1) > 0';
  expect(await sql(app.databaseUrl, readable, [token])).toEqual([]);
  const link = await call(app.url, 'GET', `/api/auth/reset-password/${token}?callbackURL=/reset`);
  expect(link.status).toBe(302);
  await postAuth(app, '/reset-password', { token: `${token}x`, newPassword: WRONG });
  await postAuth(app, '/reset-password', { token, newPassword: WRONG });

  // The same while tables are missing: then errors are logged, with what the database says of them.
  const sending = jest.spyOn(app.deps.mail, 'sendLater');
  await hide('mail');
  await postAuth(app, '/request-password-reset', { email: EMAIL });
  await show('mail');
  secrets.set('token of the lost mail', tokenOf(sending.mock.calls[0]?.[0].text));
  for (const table of ['verification', 'session', 'account', 'user']) {
    await hide(table);
    await postAuth(app, '/request-password-reset', { email: EMAIL });
    await postAuth(app, '/sign-in/email', { email: EMAIL, password: WRONG });
    await postAuth(app, '/sign-up/email', { email: 'x@example.com', password: WRONG, name: 'X' });
    await call(app.url, 'GET', '/api/me', { headers: { cookie } });
    await show(table);
  }
  await hide('key_hash');
  expect((await call(app.url, 'GET', '/api/v1/brands', { key: account.key })).status).toBe(500);
  await ask(app, makeKey, { headers: { cookie: account.cookie } });
  await show('key_hash');

  const log = logs.text() + inspect(said.mock.calls, { depth: 10, maxStringLength: null });
  expect(log).toContain('a message could not be stored');
  for (const [name, value] of secrets) {
    expect(value.length).toBeGreaterThan(15);
    expect({ name, lines: log.split('\n').filter((line) => line.includes(value)) }).toEqual({
      name,
      lines: [],
    });
  }
  // What is stored of a key is its digest; of a mailed token, the mail.
  expect(await findText(app.databaseUrl, secret)).toEqual([]);
  expect(await findText(app.databaseUrl, PASSWORD)).toEqual([]);
});
