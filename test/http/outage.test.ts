import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createMigratedDatabase,
  startApp,
  type TestAccount,
  type TestApp,
} from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { type Answer, call } from '../helpers/client/http.js';
import { initSocket, refusedSocket } from '../helpers/client/socket.js';
import { createProxy, type DatabaseProxy } from '../helpers/outside/proxy.js';
import { makeBrand, start, type Tenant, untilEnded } from '../helpers/records/probe.js';
import type { TestDatabase } from '../helpers/run/database.js';
import { whileLocked } from '../helpers/run/lock.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';

/** Promised are 5 s; a busy machine takes longer, and without a limit no answer would come. */
const LIMIT_MS = 10_000;
/** What a machine with much else to do may add to it. */
const BUSY_MS = 5_000;

let database: TestDatabase;
let proxy: DatabaseProxy;
let app: TestApp;
let account: TestAccount;
let tenant: Tenant;
/** Known to the process, so that it is let in without a look at the database. */
let known: string;

beforeAll(async () => {
  database = await createMigratedDatabase();
  proxy = await createProxy(database.url);
  app = await startApp({}, { databaseUrl: proxy.url });
  account = await app.createAccount();
  tenant = { accountId: account.accountId, environment: 'test' };
  known = account.key;
});
afterAll(async () => {
  await app.dispose();
  await proxy.dispose();
  await database.dispose();
});
beforeEach(() => until(async () => (await list(known)).status === 200, LIMIT_MS + BUSY_MS));
afterEach(() => proxy.restore());

const list = (key: string) => call(app.url, 'GET', '/api/v1/brands', { key });

interface Door {
  name: string;
  ask(): Promise<Answer & { codes?: string[] }>;
  /** It may get as far as a field, whose error is told under 200. */
  isField?: boolean;
}

async function createDoors(): Promise<Door[]> {
  const [unknown, other] = [await account.makeKey(), await account.makeKey()];
  const { cookie, email, password } = account;
  const headers = { cookie, origin: app.url };
  const body = { name: 'Late', category: 'things' };
  const credentials = { email, password };
  const fields = '{ brands { nodes { id } } }';
  return [
    { name: 'REST, known key', ask: () => list(known) },
    { name: 'REST, unknown key', ask: () => list(unknown) },
    { name: 'REST, cookie', ask: () => call(app.url, 'GET', '/api/brands', { headers }) },
    {
      name: 'REST, POST',
      ask: () => call(app.url, 'POST', '/api/v1/brands', { key: known, body }),
    },
    { name: 'GraphQL, known key', isField: true, ask: () => ask(app, fields, { key: known }) },
    { name: 'GraphQL, unknown key', ask: () => ask(app, fields, { key: other }) },
    { name: 'GraphQL, cookie', ask: () => ask(app, fields, { headers }) },
    {
      name: 'sign-in',
      ask: () => call(app.url, 'POST', '/api/auth/sign-in/email', { body: credentials }),
    },
    { name: 'session', ask: () => call(app.url, 'GET', '/api/auth/get-session', { headers }) },
  ];
}

/** Everyone asks at once, and is told soon that it cannot be done now. */
async function expectDegraded(doors: readonly Door[]): Promise<void> {
  let slowest = 0;
  const answers = await Promise.all(
    doors.map(async (door) => {
      const startedMs = performance.now();
      const { status, headers, text } = await door.ask();
      slowest = Math.max(slowest, performance.now() - startedMs);
      const code = /"code":"(\w+)"/.exec(text)?.[1];
      return [door.name, { status, code, wait: headers.get('retry-after') }] as const;
    }),
  );
  const expected = doors.map(({ name, isField }) => {
    return [name, { status: isField ? expect.anything() : 503, code: 'DEGRADED', wait: '5' }];
  });
  expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected));
  expect(slowest).toBeLessThan(LIMIT_MS);
}

/** Everyone asks until it is done, on the same process as before. */
async function expectRecovery(doors: readonly Door[]): Promise<void> {
  for (const door of doors) {
    await until(async () => {
      const { status, text } = await door.ask();
      return status < 300 && !text.includes('"errors"');
    }, LIMIT_MS + BUSY_MS);
  }
}

describe('a database behind', () => {
  test('a wire on which nothing arrives: 503 everywhere, and all is well afterwards', async () => {
    const doors = await createDoors();
    const authorization = await account.makeKey();
    proxy.stall();
    const [ready, alive, socket] = await Promise.all([
      call(app.url, 'GET', '/readyz'),
      call(app.url, 'GET', '/livez'),
      refusedSocket(app, { authorization }),
      expectDegraded(doors),
    ]);
    expect([ready.status, alive.status, socket.code]).toEqual([503, 200, 1013]);
    proxy.restore();
    await expectRecovery(doors);
    expect((await call(app.url, 'GET', '/readyz')).status).toBe(200);
  });

  test('a wire that is cut: 503 everywhere, and all is well afterwards', async () => {
    const doors = await createDoors();
    proxy.cut();
    await expectDegraded(doors);
    proxy.restore();
    await expectRecovery(doors);
  });

  test('a wire on which nothing ever arrives again, beside one that works: it is left behind', async () => {
    const doors = await createDoors();
    proxy.stall();
    await expectDegraded(doors);
    proxy.abandon();
    await expectRecovery(doors);
  });

  test('connections that the server ends while nobody uses them: nobody notices', async () => {
    const doors = await createDoors();
    await sql(
      database.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await expectRecovery(doors);
  });

  test('connections that the server ends in the middle of a transaction: none is missing afterwards', async () => {
    const loseOne = () =>
      app.deps.db.transaction(tenant, async (tx) => {
        const [row] = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
        await sql(database.url, 'select pg_terminate_backend($1, 5000)', [row?.pid]);
        await tx.execute('select 1');
      });
    // More than the pool has places.
    for (let left = 12; left > 0; left -= 1) await expect(loseOne()).rejects.toThrow();
    await until(async () => (await list(known)).status === 200, LIMIT_MS + BUSY_MS);
    const crowd = Array.from({ length: 10 }, () => list(known));
    expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(crowd.map(() => 200));
  });

  test('a lock that everybody waits for: 503, for those without a connection too', async () => {
    const doors = (await createDoors()).slice(0, 1);
    const crowd = Array.from({ length: 25 }, (_, index) => ({ ...doors[0]!, name: `${index}` }));
    await whileLocked(database.url, 'brand', () => expectDegraded(crowd));
    await expectRecovery(doors);
  });
});

test.each([
  ['a wire that is cut', () => proxy.cut(), () => proxy.restore()],
  ['a wire that is dead beside one that works', () => proxy.stall(), () => proxy.abandon()],
])('a socket outlives %s, and is told what happens afterwards', async (_name, lose, find) => {
  const brand = await makeBrand(app, tenant);
  const socket = await initSocket(app, { authorization: known });
  socket.subscribe('a', `subscription { probeRunCompleted(brandId: "${brand.id}") { id } }`);
  const untilTold = async () => {
    const run = await start(app, tenant, brand);
    await untilEnded(app, tenant, run);
    // What ended around a loss may be told twice.
    const isTold = async () => {
      const message = (await socket.receive()) as {
        payload: { data: { probeRunCompleted: { id: string } } };
      };
      return message.payload.data.probeRunCompleted.id === run.id;
    };
    await until(isTold, 2 * LIMIT_MS + BUSY_MS);
  };
  await untilTold();
  lose();
  await until(async () => (await list(known)).status === 503, 2 * LIMIT_MS + BUSY_MS);
  find();
  await until(async () => (await list(known)).status === 200, LIMIT_MS + BUSY_MS);
  await untilTold();
  await socket.close();
});
