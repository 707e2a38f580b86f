import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Tenant } from '../../src/deps.js';
import { makeSecret, signatureHeaders, toSigningKey } from '../../src/webhooks/sign.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { freePort } from '../helpers/run/port.js';
import { until } from '../helpers/run/until.js';
import { deliveriesOf, makeEndpoint } from '../webhooks/ground.js';

const MAIN = join(import.meta.dirname, '../../src/cli/main.js');

let app: TestApp;
let account: TestAccount;
let tenant: Tenant;
let port: number;
const children: ChildProcess[] = [];
beforeAll(async () => {
  port = await freePort();
  app = await startApp({ WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${port}`, WEBHOOK_RETRY_DELAYS: '1h' });
  account = await app.createAccount();
  tenant = { accountId: account.accountId, environment: 'test' };
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => app.dispose());

function cli(args: string[]) {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    SECRET_KEY: 'a secret of the test suite, long enough',
    WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${port}`,
  };
  const child = spawn(process.execPath, [MAIN, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => void lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => void said.push(line));
  const ended = once(child, 'close').then(([code]) => code as number);
  return { lines, said, ended, child };
}

async function listen(secret: string, ...more: string[]) {
  const started = cli(['webhook', 'listen', '--port', String(port), '--secret', secret, ...more]);
  await until(() => started.said.some((line) => line.startsWith('Listening')), 15_000);
  return started;
}
const ofUser = () => ['--email', account.email, '--environment', 'test', '--json'];

test('listen prints what the server sends, verified, as test and replay make it send', async () => {
  const { secret } = await makeEndpoint(app, tenant, `http://127.0.0.1:${port}/`);
  const listening = await listen(secret, '--json', '--count', '3');
  const first = cli(['webhook', 'test', ...ofUser()]);
  expect(await first.ended).toBe(0);
  expect(JSON.parse(first.lines[0] ?? '')).toMatchObject({
    event: 'webhook.test',
    status: 'delivered',
    attempt: { statusCode: 204, error: null },
  });
  const second = cli(['webhook', 'test', '--event', 'uplift.measured', ...ofUser()]);
  expect(await second.ended).toBe(0);
  const { id, eventId } = JSON.parse(second.lines[0] ?? '');
  const third = cli(['webhook', 'replay', id, ...ofUser()]);
  expect(await third.ended).toBe(0);
  expect(JSON.parse(third.lines[0] ?? '')).toMatchObject({ id, eventId, attempt: { number: 2 } });
  expect(await listening.ended).toBe(0);
  const seen = listening.lines.map((line) => JSON.parse(line));
  const genuine = { isGenuine: true, isStandardGenuine: true };
  expect(seen).toMatchObject([
    { scheme: 'timestamped', ...genuine },
    { scheme: 'digest', ...genuine },
    { scheme: 'digest', ...genuine },
  ]);
  expect(seen[2].body).toBe(seen[1].body);
});

test('with another secret it says so, refuses, and the command fails', async () => {
  const listening = await listen(makeSecret());
  const sent = cli(['webhook', 'test', '--email', account.email, '--environment', 'test']);
  expect(await sent.ended).toBe(1);
  expect(sent.lines.join('\n')).toMatch(/status +pending\nanswer +it answered 401/);
  expect(listening.lines[0]).toMatch(
    /NOT GENUINE {2}\(t=…,v1=… does not hold; webhook-signature does not/,
  );
  const [delivery] = await deliveriesOf(app, tenant);
  expect(listening.lines[1]).toBe(delivery?.body);
  listening.child.kill('SIGTERM');
  expect(await listening.ended).toBe(0);
});

test('what is not signed, or too long, is refused', async () => {
  const secret = makeSecret();
  await listen(secret);
  const post = async (body: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
  const at = Math.floor(Date.now() / 1_000);
  const signed = signatureHeaders({
    scheme: 'digest',
    eventId: 'e',
    body: '{}',
    at,
    keys: [toSigningKey(secret)],
  });
  expect(await post('{}', signed)).toBe(204);
  expect(await post('{}')).toBe(401);
  expect(await post('{} ', signed)).toBe(401);
  expect(await post('x'.repeat(70_000))).toBe(413);
});
