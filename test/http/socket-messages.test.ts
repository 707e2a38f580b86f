import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { errorsOf, initSocket, openSocket, type RawSocket } from '../helpers/client/socket.js';
import { makeBrand, start, type Tenant } from '../helpers/records/probe.js';

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

describe('closed for what was sent', () => {
  test.each<[string, (socket: RawSocket) => void, number]>([
    ['no JSON', (socket) => socket.send('{'), 4400],
    ['a batch', (socket) => socket.send([{ type: 'ping' }, { type: 'ping' }]), 4400],
    ['an unknown word', (socket) => socket.send({ type: 'start' }), 4400],
    ['a second beginning', (socket) => socket.send({ type: 'connection_init' }), 4429],
    [
      'the same id twice',
      (socket) => {
        socket.subscribe('a', COMPLETED(brandId));
        socket.subscribe('a', COMPLETED(brandId));
      },
      4409,
    ],
    [
      'more than 64 KiB',
      (socket) => socket.subscribe('a', `${COMPLETED(brandId)}${' '.repeat(65_536)}`),
      1009,
    ],
  ])('%s', async (_name, act, code) => {
    const socket = await connect({ authorization: account.key });
    act(socket);
    expect((await socket.closed).code).toBe(code);
  });

  test('a subscription before the beginning', async () => {
    const early = openSocket(app);
    await once(early.socket, 'open');
    early.subscribe('a', COMPLETED(brandId));
    expect((await early.closed).code).toBe(4401);
  });

  test('just what a message may have passes', async () => {
    const socket = await connect({ authorization: account.key });
    const empty = JSON.stringify({ type: 'subscribe', id: 'a', payload: { query: '' } }).length;
    socket.subscribe('a', COMPLETED('none').padEnd(65_536 - empty - 8));
    expect(errorsOf(await socket.receive())[0]?.extensions.code).toBe('NOT_FOUND');
    await socket.close();
  });
});

describe('a subscription', () => {
  test.each([
    ['a query', '{ health { status } }', /only subscriptions/],
    [
      'a mutation',
      'mutation { createApiKey(input: { name: "x" }) { secret } }',
      /only subscriptions/,
    ],
    ['nothing', '', /Syntax Error/],
    ['no operation', 'fragment F on Query { __typename }', /never used/],
    ['introspection', 'subscription { __schema { queryType { name } } }', /introspection|root/i],
  ])('is not %s', async (_name, query, message) => {
    const socket = await connect({ authorization: account.key });
    socket.subscribe('a', query);
    const answer = await socket.receive();
    expect(answer).toMatchObject({ type: 'error', id: 'a' });
    expect(errorsOf(answer)[0]?.message).toMatch(message);
    expect(errorsOf(answer)[0]?.extensions).toMatchObject({ code: 'BAD_INPUT' });
    await socket.close();
  });

  test('variables that do not fit are told', async () => {
    const socket = await connect({ authorization: account.key });
    const query = 'subscription S($id: ID!) { probeRunCompleted(brandId: $id) { id } }';
    socket.subscribe('a', query, { id: {} });
    const [error] = errorsOf(await socket.receive());
    expect(error?.message).toMatch(/\$id/);
    expect(error?.extensions.code).toBe('BAD_INPUT');
    await socket.close();
  });

  test('is one of at most fifty, until one has ended', async () => {
    const socket = await connect({ authorization: account.key });
    for (let id = 1; id <= 51; id += 1) socket.subscribe(String(id), COMPLETED(brandId));
    const refused = await socket.receive();
    expect(refused).toMatchObject({ type: 'error', id: '51' });
    expect(errorsOf(refused)[0]?.message).toMatch(/at most 50/);
    socket.send({ type: 'complete', id: '1' });
    socket.subscribe('52', COMPLETED(brandId));
    await start(app, tenant, { id: brandId });
    const told = new Set<string | undefined>();
    for (let left = 50; left > 0; left -= 1) told.add((await socket.receive()).id);
    expect(told.size).toBe(50);
    expect(told.has('1')).toBe(false);
    expect(told.has('52')).toBe(true);
    await socket.close();
  });
});
