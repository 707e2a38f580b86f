import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { WebSocket } from 'ws';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { call } from '../helpers/client/http.js';
import { initSocket, toSocketUrl } from '../helpers/client/socket.js';
import { openStalled } from '../helpers/client/stalled.js';
import { makeBrand, start, untilEnded } from '../helpers/records/probe.js';
import { captureLogs } from '../helpers/run/logs.js';
import { until } from '../helpers/run/until.js';

/** Promised is a second; a busy machine may take longer, but not as long as whatever does not hear of it. */
const LIMIT_MS = 5_000;
const CREDENTIAL_GONE = { code: 4403, reason: 'the credential is no longer valid' };

let one: TestApp;
let other: TestApp;
let account: TestAccount;
const logs = captureLogs();

beforeAll(async () => {
  one = await startApp({}, { log: logs.log });
  other = await startApp({ ROLE: 'web' }, { databaseUrl: one.databaseUrl });
});
beforeEach(async () => {
  account = await one.createAccount();
});
afterAll(async () => {
  await other.dispose();
  await one.dispose();
});

/** Under way from the start, since they take their time. */
const pings = { came: Promise.resolve(0), missed: Promise.resolve(0) };
beforeAll(async () => {
  const authorization = (await one.createAccount()).key;
  const mute = new WebSocket(toSocketUrl(one), GRAPHQL_TRANSPORT_WS_PROTOCOL, { autoPong: false });
  await once(mute, 'open');
  mute.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  const { socket } = await initSocket(one, { authorization });
  const openedMs = performance.now();
  const sinceOpened = () => performance.now() - openedMs;
  pings.came = once(socket, 'ping').then(sinceOpened);
  pings.missed = once(mute, 'close').then(sinceOpened);
});

describe('a key that is revoked on another process', () => {
  test('closes its sockets and no others within a second, and is 401 on every door', async () => {
    const key = await account.makeKey();
    const { data } = await ask(one, '{ me { auth { keyId } } }', { key });
    const { keyId } = (data as { me: { auth: { keyId: string } } }).me.auth;
    const doors = [one, other].flatMap((app) => [
      () => call(app.url, 'GET', '/api/v1/brands', { key }),
      () => ask(app, '{ me { user { id } } }', { key }),
    ]);
    // Known to both processes now.
    for (const door of doors) expect((await door()).status).toBe(200);
    const [first, second, third] = await Promise.all([
      initSocket(one, { authorization: key }),
      initSocket(other, { authorization: key }),
      initSocket(one, { authorization: account.key }),
    ]);

    const revoke = `mutation { revokeApiKey(input: { id: "${keyId}" }) { apiKey { revokedAt } } }`;
    expect((await ask(other, revoke, { key: account.key })).errors).toEqual([]);
    const startedMs = performance.now();
    expect(await first.closed).toEqual(CREDENTIAL_GONE);
    expect(await second.closed).toEqual(CREDENTIAL_GONE);
    await until(async () => {
      const answers = await Promise.all(doors.map((door) => door()));
      return answers.every(({ status }) => status === 401);
    }, LIMIT_MS);
    expect(performance.now() - startedMs).toBeLessThan(LIMIT_MS);
    expect(third.socket.readyState).toBe(WebSocket.OPEN);
    await third.close();
  });

  test('is not kept by a read that was under way when it was revoked', async () => {
    for (let left = 20; left > 0; left -= 1) {
      const key = await account.makeKey();
      const { data } = await ask(other, '{ me { auth { keyId } } }', { key });
      const { keyId } = (data as { me: { auth: { keyId: string } } }).me.auth;
      const revoke = `mutation { revokeApiKey(input: { id: "${keyId}" }) { apiKey { id } } }`;
      await Promise.all([
        ask(one, '{ me { user { id } } }', { key }),
        ask(other, revoke, { key: account.key }),
      ]);
      await until(
        async () => (await call(one.url, 'GET', '/api/v1/brands', { key })).status === 401,
        LIMIT_MS,
      );
    }
  });
});

describe('a session that ends on another process', () => {
  test('closes its sockets, and not those of the user’s other session', async () => {
    const { email, password, cookie } = await one.createAccount();
    const body = { email, password };
    const signedIn = await call(one.url, 'POST', '/api/auth/sign-in/email', { body });
    const second = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const [ending, staying] = await Promise.all([
      initSocket(one, undefined, { cookie, origin: one.url }),
      initSocket(one, undefined, { cookie: second, origin: one.url }),
    ]);
    const startedMs = performance.now();
    const out = await call(other.url, 'POST', '/api/auth/sign-out', {
      headers: { cookie },
      body: {},
    });
    expect(out.status).toBe(200);
    expect(await ending.closed).toEqual(CREDENTIAL_GONE);
    expect(performance.now() - startedMs).toBeLessThan(LIMIT_MS);
    expect(staying.socket.readyState).toBe(WebSocket.OPEN);
    await staying.close();
  });
});

describe('a reader that has stopped reading', () => {
  const SNAPSHOT = (runId: string) =>
    `subscription { probeRunProgress(runId: "${runId}") { probeRun { answers(first: 100) { nodes { text } } } } }`;
  let runId: string;
  let reading: TestAccount;

  beforeAll(async () => {
    reading = await one.createAccount();
    const tenant = { accountId: reading.accountId, environment: 'test' } as const;
    const run = await start(one, tenant, await makeBrand(one, tenant));
    runId = (await untilEnded(one, tenant, run)).id;
  });

  test('is cut off at one mebibyte', async () => {
    const stalled = await openStalled(one, await reading.makeKey());
    const cutOff = () =>
      logs.lines().find(({ msg }) => msg === 'a client that reads too slowly was disconnected');
    let id = 0;
    await until(() => {
      for (let left = 10; left > 0; left -= 1) {
        id += 1;
        const payload = { query: SNAPSHOT(runId) };
        stalled.send({ type: 'subscribe', id: String(id), payload });
      }
      return cutOff() !== undefined;
    }, 20_000);
    const { bufferedBytes } = cutOff() as unknown as { bufferedBytes: number };
    expect(bufferedBytes).toBeGreaterThan(1_048_576);
    expect(bufferedBytes).toBeLessThan(2 * 1_048_576);
    stalled.tcp.resume();
    await stalled.closed;
  });

  test('is not one who reads as much as it is sent', async () => {
    const reader = await initSocket(one, { authorization: await reading.makeKey() });
    let bytes = 0;
    for (let id = 1; bytes < 8 * 1_048_576; id += 1) {
      reader.subscribe(String(id), SNAPSHOT(runId));
      const message = await reader.receive();
      expect(message.type).toBe('next');
      bytes += JSON.stringify(message).length;
      expect((await reader.receive()).type).toBe('complete');
    }
    await reader.close();
  });
});

describe('pings', () => {
  test('come every twelve seconds', async () => {
    const ms = await pings.came;
    expect(ms).toBeGreaterThan(11_500);
    expect(ms).toBeLessThan(20_000);
  });

  test('that nobody answers end the socket', async () => {
    const ms = await pings.missed;
    expect(ms).toBeGreaterThan(23_500);
    expect(ms).toBeLessThan(35_000);
  });
});

describe('a server that stops', () => {
  test('says so to its sockets, and waits for nobody who does not hear it', async () => {
    const stopping = await startApp({ ROLE: 'web' }, { databaseUrl: one.databaseUrl });
    const authorization = await account.makeKey();
    const { closed } = await initSocket(stopping, { authorization });
    const stalled = await openStalled(stopping, authorization);
    const startedMs = performance.now();
    await stopping.dispose();
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    expect(await closed).toEqual({ code: 1001, reason: 'the server is stopping' });
    stalled.tcp.destroy();
  });
});
