import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeApiKey } from '../../src/domain/accounts/api-key.js';
import { METRICS_TOKEN, startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';
import { refusedSocket } from '../helpers/client/socket.js';
import { createClock } from '../helpers/run/clock.js';

const MOST = 30;
const MINUTE_MS = 60_000;

const clock = createClock();
let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web', TRUST_PROXY: '1' }, { now: clock.now });
  account = await app.createAccount();
});
afterAll(() => app.dispose());

/** Sent as it is, since clients join what comes twice. */
async function send(method: string, path: string, headers: readonly string[]): Promise<string> {
  const { port, host } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...headers, 'Connection: close'];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  await once(socket, 'close');
  return said;
}

const DOORS: readonly [method: string, path: string][] = [
  ['GET', '/api/v1/brands'],
  ['POST', '/api/v1/brands'],
  ['GET', '/api/health'],
  ['GET', '/graphql?query=%7Bhealth%7Bstatus%7D%7D'],
  ['POST', '/graphql'],
  ['GET', '/api/v1/openapi.json'],
  ['GET', '/api/auth/get-session'],
  ['POST', '/api/auth/sign-in/email'],
  ['GET', '/metrics'],
  ['GET', '/nowhere'],
];

test.each(DOORS)('%s %s refuses a header that came twice, by its name', async (method, path) => {
  const good = `Authorization: Bearer ${path === '/metrics' ? METRICS_TOKEN : account.key}`;
  const bad = `authorization: Bearer ${makeApiKey('sk', 'test').key}`;
  for (const [field, ...pair] of [
    ['Authorization', good, bad],
    ['Authorization', bad, good],
    ['Authorization', good, good],
    ['Host', 'Host: elsewhere.example'],
    ['X-Environment', 'X-Environment: live', 'X-Environment: test'],
    ['Idempotency-Key', 'Idempotency-Key: a', 'Idempotency-Key: b'],
    ['Origin', 'Origin: https://a.example', `Origin: ${app.url}`],
    ['Content-Type', 'Content-Type: application/json', 'Content-Type: text/plain'],
  ]) {
    const said = await send(method, path, pair);
    expect([pair, said.split('\r\n')[0]]).toEqual([pair, 'HTTP/1.1 400 Bad Request']);
    // Of two hosts Node itself says no, before anybody is asked.
    if (field !== 'Host') expect(said).toContain(`${field} must be sent only once`);
  }
});

const from = (address: string, key: string) =>
  call(app.url, 'GET', '/api/v1/brands', { key, headers: { 'x-forwarded-for': address } });
/** Well formed, and never issued. */
const guess = () => makeApiKey('sk', 'test').key;

test('whoever shows bad keys is told to wait after thirty in a minute; a good key is let in all the same', async () => {
  const place = '192.0.2.10';
  for (let shown = 0; shown < MOST; shown += 1)
    expect((await from(place, shown % 2 === 0 ? guess() : 'no-key')).status).toBe(401);
  for (const key of [guess(), 'no-key', '']) {
    const refused = await from(place, key);
    expect(refused.status).toBe(429);
    expect(refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // By whatever door, and on no other place.
  const headers = { 'x-forwarded-for': place };
  for (const path of ['/api/health', '/api/v1/openapi.json', '/graphql?query=%7Bme%7Bid%7D%7D'])
    expect((await call(app.url, 'GET', path, { key: guess(), headers })).status).toBe(429);
  const socket = await refusedSocket(app, { authorization: guess() }, headers);
  expect(socket.code).toBe(4403);
  expect((await from('192.0.2.11', guess())).status).toBe(401);
  expect((await from(place, account.key)).status).toBe(200);
  expect((await from(place, await account.makeKey())).status).toBe(200);
  clock.move(MINUTE_MS);
  expect((await from(place, guess())).status).toBe(401);
});

test('an IPv6 address counts as its /64', async () => {
  for (let shown = 0; shown < MOST; shown += 1) await from(`2001:db8:1:2::${shown}`, guess());
  expect((await from('2001:db8:1:2:ffff::1', guess())).status).toBe(429);
  expect((await from('2001:db8:1:3::1', guess())).status).toBe(401);
});
