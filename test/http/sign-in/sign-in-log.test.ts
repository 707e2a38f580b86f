import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createUser, resetPassword } from '../../../src/services/accounts/user.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { ask } from '../../helpers/client/graphql.js';
import { cookieOf, lastMail, newAddress, postAuth } from '../../helpers/client/sign-in.js';
import { captureLogs } from '../../helpers/run/logs.js';

let app: TestApp;
const logs = captureLogs();
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' }, { log: logs.log });
});
afterAll(() => app.dispose());

/** The security lines that some work writes, without what differs each time. */
async function told(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = logs.lines().length;
  await work();
  return logs
    .lines()
    .slice(before)
    .filter(({ security }) => security !== undefined)
    .map(({ level: _l, time: _t, pid: _p, hostname: _h, requestId: _r, ...line }) => line);
}

const PASSWORD = 'a password for the log';
const addressDigest = expect.stringMatching(/^[\w-]{43}$/);

test('each step at sign-in is a line with the user and no address of theirs', async () => {
  const email = 'told.of@example.com';
  const from = newAddress();
  const post = (path: string, body: object, cookie?: string) =>
    postAuth(app, path, body, { from, ...(cookie && { cookie }), headers: { origin: app.url } });
  let cookie = '';
  let userId = '';
  const events = async (work: () => Promise<unknown>) =>
    (await told(work)).map(({ security, userId: whose }) => [security, whose === userId]);

  const lines = await told(async () => {
    const made = await post('/sign-up/email', { email, password: PASSWORD, name: 'T' });
    cookie = cookieOf(made);
    userId = made.json<{ user: { id: string } }>().user.id;
  });
  expect(lines).toEqual([{ security: 'sign_up', userId, addressDigest, msg: expect.any(String) }]);
  expect(await events(() => post('/sign-out', {}, cookie))).toEqual([['sign_out', true]]);
  expect(
    await events(async () => {
      cookie = cookieOf(await post('/sign-in/email', { email, password: PASSWORD }));
    }),
  ).toEqual([['sign_in', true]]);
  const wrong = { currentPassword: 'wrong', newPassword: 'a new password' };
  expect(await events(() => post('/sign-in/email', { email, password: 'wrong' }))).toEqual([
    ['sign_in_failed', true],
  ]);
  expect(await events(() => post('/change-password', wrong, cookie))).toEqual([
    ['sign_in_failed', true],
  ]);
  const right = { currentPassword: PASSWORD, newPassword: 'a new password' };
  expect(await events(() => post('/change-password', right, cookie))).toEqual([
    ['password_changed', true],
  ]);
  expect(await events(() => post('/request-password-reset', { email }))).toEqual([
    ['password_reset_asked', true],
  ]);
  const token = /"token": "([^"]+)"/.exec((await lastMail(app, email))?.body ?? '')?.[1];
  expect(await events(() => post('/reset-password', { token, newPassword: PASSWORD }))).toEqual([
    ['password_changed', true],
  ]);

  const unknown = await told(() =>
    post('/sign-in/email', { email: 'nobody.here@example.com', password: PASSWORD }),
  );
  expect(unknown).toEqual([
    {
      security: 'sign_in_failed',
      emailDigest: expect.stringMatching(/^[\w-]{43}$/),
      addressDigest,
      msg: expect.any(String),
    },
  ]);
  const again = await told(() =>
    post('/sign-in/email', { email: 'Nobody.Here@example.com', password: PASSWORD }),
  );
  expect(again[0]?.emailDigest).toBe(unknown[0]?.emailDigest);

  const all = JSON.stringify(logs.lines().filter(({ security }) => security !== undefined));
  for (const secret of ['@', PASSWORD, from, token ?? '']) expect(all).not.toContain(secret);
});

test('what the operator does by command is told alike', async () => {
  const input = { email: 'by.command@example.com', password: PASSWORD, name: 'C' };
  let userId = '';
  const lines = await told(async () => {
    userId = (await createUser(app.deps, input)).id;
    await resetPassword(app.deps, userId, null);
    await resetPassword(app.deps, userId, 'another password');
  });
  expect(lines.map(({ msg: _m, ...line }) => line)).toEqual([
    { security: 'sign_up', userId },
    { security: 'password_reset_asked', userId },
    { security: 'password_changed', userId },
  ]);
});

test('keys and webhook secrets are told with their ids, and once', async () => {
  const { accountId, userId, cookie } = await app.createAccount();
  const headers = { cookie, origin: app.url };
  const run = async <Data>(document: string, more: Record<string, string> = {}) => {
    const { data, codes } = await ask(app, document, { headers: { ...headers, ...more } });
    expect(codes).toEqual([]);
    return data as Data;
  };
  const make = `mutation { made: createApiKey(input: { name: "k", scopes: [READ] }) { apiKey { id prefix } } }`;
  type Made = { made: { apiKey: { id: string; prefix: string } } };
  const repeated = { 'idempotency-key': 'once' };
  let key: Made['made']['apiKey'] = { id: '', prefix: '' };
  const made = await told(async () => {
    key = (await run<Made>(make, repeated)).made.apiKey;
    await run(make, repeated);
  });
  const keyId = key.id;
  const msg = expect.any(String);
  expect(made).toEqual([
    { security: 'key_made', accountId, userId, keyId, prefix: key.prefix, msg },
  ]);
  const rotate = `mutation { made: rotateApiKey(input: { id: "${keyId}" }) { apiKey { id prefix } } }`;
  const rotated = await told(() => run<Made>(rotate));
  expect(rotated).toEqual([
    {
      security: 'key_made',
      accountId,
      userId,
      keyId: expect.any(String),
      replaces: keyId,
      prefix: expect.any(String),
      msg,
    },
  ]);
  const revoke = `mutation { revokeApiKey(input: { id: "${keyId}" }) { apiKey { id } } }`;
  const revoked = await told(async () => {
    await run(revoke);
    await run(revoke);
  });
  expect(revoked).toEqual([{ security: 'key_revoked', accountId, keyId, prefix: key.prefix, msg }]);

  const endpoint = `mutation { made: createWebhookEndpoint(input: { url: "https://93.184.216.34/hook", events: ["citation.discovered"] }) { webhookEndpoint { id } } }`;
  let endpointId = '';
  const secrets = await told(async () => {
    const { made: created } = await run<{ made: { webhookEndpoint: { id: string } } }>(endpoint);
    endpointId = created.webhookEndpoint.id;
    await run(
      `mutation { rotateWebhookSecret(input: { id: "${endpointId}" }) { secret } }`,
      repeated,
    );
    await run(
      `mutation { rotateWebhookSecret(input: { id: "${endpointId}" }) { secret } }`,
      repeated,
    );
  });
  expect(secrets).toEqual([
    { security: 'webhook_secret_made', accountId, endpointId, msg },
    { security: 'webhook_secret_rotated', accountId, endpointId, msg },
  ]);
});
