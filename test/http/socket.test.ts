import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import {
  errorsOf,
  initSocket,
  openSocket,
  type RawSocket,
  refusedSocket,
  toSocketUrl,
} from '../helpers/client/socket.js';
import { makeBrand, start, type Tenant } from '../helpers/records/probe.js';
import { until } from '../helpers/run/until.js';

const FORBIDDEN = 4403;

let app: TestApp;
let account: TestAccount;
let tenant: Tenant;
let brandId: string;
const open: RawSocket[] = [];

/** A socket that is let in, and closed when the test is over. */
async function connect(...[payload, headers]: [object?, Record<string, string>?]) {
  const socket = await initSocket(app, payload, headers);
  open.push(socket);
  return socket;
}

/** The code of the first thing that comes of a subscription: of the brand's runs, unless it fails. */
async function firstCode(socket: RawSocket, query: string): Promise<string | undefined> {
  socket.subscribe('only', query);
  return errorsOf(await socket.receive())[0]?.extensions.code;
}

const COMPLETED = (id: string) => `subscription { probeRunCompleted(brandId: "${id}") { id } }`;

beforeAll(async () => {
  app = await startApp();
  account = await app.createAccount();
  tenant = { accountId: account.accountId, environment: 'test' };
  brandId = (await makeBrand(app, tenant)).id;
});
afterAll(async () => {
  await Promise.all(open.map((socket) => socket.close()));
  await app.dispose();
});

describe('let in', () => {
  test.each([
    ['a key', () => ({ authorization: account.key })],
    ['a bearer token', () => ({ authorization: `Bearer ${account.key}` })],
    ['a bearer token in small letters', () => ({ authorization: `bearer ${account.key}` })],
    ['a key under a capital letter', () => ({ Authorization: account.key })],
    ['a key and its environment', () => ({ authorization: account.key, environment: 'test' })],
  ])('%s', async (_name, payload) => {
    const socket = await connect(payload());
    expect(await firstCode(socket, COMPLETED('none'))).toBe('NOT_FOUND');
    await socket.close();
  });

  test('a key of the other format', async () => {
    const key = await account.makeKey({ format: 'service', environment: 'live' });
    await (await connect({ authorization: key })).close();
  });

  test.each([
    ['of this site', () => ({ origin: app.url })],
    ['of no browser', () => ({})],
  ])('a cookie %s, in the environment it names', async (_name, headers) => {
    const all = { cookie: account.cookie, ...headers() };
    const live = await connect(undefined, all);
    expect(await firstCode(live, COMPLETED(brandId))).toBe('NOT_FOUND');
    const inTest = await connect({ environment: 'test' }, all);
    inTest.subscribe('follow', COMPLETED(brandId));
    await start(app, tenant, { id: brandId });
    expect(await inTest.receive()).toMatchObject({ type: 'next', id: 'follow' });
    await Promise.all([live.close(), inTest.close()]);
  });
});

describe('not let in', () => {
  test.each<[string, () => object | undefined, () => Record<string, string>]>([
    ['nobody', () => undefined, () => ({})],
    ['an unknown key', () => ({ authorization: `sk_test_${'a'.repeat(40)}` }), () => ({})],
    ['a key that is no text', () => ({ authorization: { key: account.key } }), () => ({})],
    [
      'an empty key beside a cookie',
      () => ({ authorization: '' }),
      () => ({ cookie: account.cookie }),
    ],
    [
      'a key with another environment',
      () => ({ authorization: account.key, environment: 'live' }),
      () => ({}),
    ],
    [
      'a cookie with an environment that is none',
      () => ({ environment: 'prod' }),
      () => ({ cookie: account.cookie }),
    ],
    [
      'a cookie from another origin',
      () => undefined,
      () => ({ cookie: account.cookie, origin: 'https://evil.example' }),
    ],
    [
      'a cookie from an opaque origin',
      () => undefined,
      () => ({ cookie: account.cookie, origin: 'null' }),
    ],
    [
      'a cookie that a browser calls cross-site',
      () => undefined,
      () => ({ cookie: account.cookie, 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'a cookie of no session',
      () => undefined,
      () => ({ cookie: 'answerscope.session_token=a.b' }),
    ],
  ])('%s', async (_name, payload, headers) => {
    expect(await refusedSocket(app, payload(), headers())).toMatchObject({ code: FORBIDDEN });
  });

  test('the sixth socket of a key, until one of the five has gone', async () => {
    const authorization = await account.makeKey();
    const five = await Promise.all(Array.from({ length: 5 }, () => connect({ authorization })));
    expect(await refusedSocket(app, { authorization })).toEqual({
      code: FORBIDDEN,
      reason: 'a key may open at most 5 sockets',
    });
    await (await connect({ authorization: account.key })).close();
    await five[0]?.close();
    await (await connect({ authorization })).close();
    await Promise.all(five.map((socket) => socket.close()));
  });

  test('a twenty-first of one person, until one of theirs closes', async () => {
    const headers = { cookie: account.cookie, origin: app.url };
    const open = () => initSocket(app, undefined, headers);
    const twenty = await Promise.all(Array.from({ length: 20 }, open));
    expect(await refusedSocket(app, undefined, headers)).toEqual({
      code: FORBIDDEN,
      reason: 'a person may open at most 20 sockets',
    });
    await (await connect({ authorization: account.key })).close();
    await twenty[0]?.close();
    await (await open()).close();
    await Promise.all(twenty.map((socket) => socket.close()));
  });

  test('a fifty-first of one address that has not said who it is; those who have take none of its places', async () => {
    const known = await connect({ authorization: account.key });
    const silent = Array.from({ length: 50 }, () => openSocket(app));
    await Promise.all(silent.map(({ socket }) => once(socket, 'open')));
    const refused = openSocket(app);
    const [error] = await once(refused.socket, 'error');
    expect(String(error)).toContain('429');
    await Promise.all(silent.map((socket) => socket.close()));
    await until(async () => {
      const again = openSocket(app);
      const isOpen = await once(again.socket, 'open').then(
        () => true,
        () => false,
      );
      again.socket.terminate();
      return isOpen;
    }, 5_000);
    await known.close();
  });

  test('two credentials at once', async () => {
    const { key } = account;
    const two = await refusedSocket(app, { authorization: key, Authorization: key });
    expect(two.code).toBe(FORBIDDEN);
    const head = [
      'GET /graphql HTTP/1.1',
      `Host: ${new URL(app.url).host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      `Authorization: Bearer ${key}`,
      `Authorization: Bearer ${key}`,
    ];
    const tcp = connectTcp(Number(new URL(app.url).port), '127.0.0.1');
    tcp.write(`${head.join('\r\n')}\r\n\r\n`);
    const [said] = await once(tcp, 'data');
    expect(String(said)).toMatch(/^HTTP\/1\.1 400 /);
    tcp.destroy();
  });

  test('sockets that leave before they are let in take no place', async () => {
    const authorization = await account.makeKey();
    for (let left = 10; left > 0; left -= 1) {
      const hasty = openSocket(app);
      await once(hasty.socket, 'open');
      hasty.send({ type: 'connection_init', payload: { authorization } });
      hasty.socket.terminate();
      await hasty.closed;
    }
    await (await connect({ authorization })).close();
  });

  test('whoever says nothing for three seconds', async () => {
    const startedMs = performance.now();
    const silent = openSocket(app);
    expect(await silent.closed).toEqual({
      code: 4408,
      reason: 'Connection initialisation timeout',
    });
    expect(performance.now() - startedMs).toBeGreaterThan(2_900);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  test('another protocol', async () => {
    const other = new WebSocket(toSocketUrl(app));
    const [code] = await once(other, 'close');
    expect(code).toBe(4406);
  });

  test('another path', async () => {
    const lost = new WebSocket(`${toSocketUrl(app)}/more`);
    const [error] = await once(lost, 'error');
    expect(error.message).toMatch(/400/);
  });
});
