import { type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Tenant } from '../../src/deps.js';
import { makeSecret, signatureHeaders, toSigningKey } from '../../src/webhooks/sign.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { freePort } from '../helpers/run/port.js';
import { deliveriesOf, makeEndpoint } from '../webhooks/fixture.js';
import { createOperator, type Operator } from './operator.js';

let app: TestApp;
let account: TestAccount;
let tenant: Tenant;
let port: number;
let operator: Operator;
let env: Record<string, string>;
const children: ChildProcess[] = [];
beforeAll(async () => {
  port = await freePort();
  app = await startApp({ WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${port}`, WEBHOOK_RETRY_DELAYS: '1h' });
  account = await app.createAccount();
  tenant = { accountId: account.accountId, environment: 'test' };
  operator = await createOperator({ database: false });
  env = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${port}`,
  };
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await operator.dispose();
  await app.dispose();
});

/** A listening command, once it listens. */
async function listen(secret: string, more = '') {
  const said = Promise.withResolvers<ChildProcess>();
  const ended = operator.spawn(`webhook listen --port ${port} --secret ${secret} ${more}`, {
    meet: (child) => {
      children.push(child);
      if (child.stderr) createInterface(child.stderr).once('line', () => said.resolve(child));
    },
  });
  const child = await Promise.race([said.promise, ended.then(() => null)]);
  return { child, ended };
}
const ask = (args: string) =>
  operator.ask(`${args} --email ${account.email} --environment test`, { env });

test('listen prints what the server sends, verified, as test and replay make it send', async () => {
  const { secret } = await makeEndpoint(app, tenant, `http://127.0.0.1:${port}/`);
  const { ended } = await listen(secret, '--json --count 3');
  expect(await ask('webhook test')).toMatchObject({
    event: 'webhook.test',
    status: 'delivered',
    attempt: { statusCode: 204, error: null },
  });
  const { id, eventId } = await ask('webhook test --event uplift.measured');
  expect(await ask(`webhook replay ${id}`)).toMatchObject({ id, eventId, attempt: { number: 2 } });
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  const seen = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const genuine = { isGenuine: true, isStandardGenuine: true };
  expect(seen).toMatchObject([
    { scheme: 'timestamped', ...genuine },
    { scheme: 'digest', ...genuine },
    { scheme: 'digest', ...genuine },
  ]);
  expect(seen[2].body).toBe(seen[1].body);
});

test('what is not genuine, not signed or too long is refused, and the command that sent it fails', async () => {
  const account = await app.createAccount();
  const other: Tenant = { accountId: account.accountId, environment: 'test' };
  await makeEndpoint(app, other, `http://127.0.0.1:${port}/`);
  const secret = makeSecret();
  const { child, ended } = await listen(secret);
  const sent = await operator.run(`webhook test --email ${account.email} --environment test`, {
    env,
  });
  expect(sent.code).toBe(1);
  expect(sent.stdout).toMatch(/status +pending\nanswer +it answered 401/);

  const post = async (body: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
  const at = Math.floor(Date.now() / 1_000);
  const keys = [toSigningKey(secret)];
  const signed = signatureHeaders({ scheme: 'digest', eventId: 'e', body: '{}', at, keys });
  expect(await post('{}', signed)).toBe(204);
  expect(await post('{}')).toBe(401);
  expect(await post('{} ', signed)).toBe(401);
  expect(await post('x'.repeat(70_000))).toBe(413);

  child?.kill('SIGTERM');
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  const [first, body] = stdout.split('\n');
  expect(first).toMatch(/NOT GENUINE {2}\(t=…,v1=… invalid; webhook-signature invalid/);
  const [delivery] = await deliveriesOf(app, other);
  expect(body).toBe(delivery?.body);
});
