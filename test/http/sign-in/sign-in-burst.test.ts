import { createHook } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createUser, resetPassword } from '../../../src/services/accounts/user.js';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';
import { newAddress, postAuth } from '../../helpers/client/sign-in.js';

let app: TestApp;
let account: TestAccount;

/** What the runtime itself says of hashes: those that were handed to a thread, and those that came back. */
const scrypts = new Set<number>();
let begun = 0;
let mostAtOnce = 0;
const hook = createHook({
  init(id, type) {
    if (type !== 'SCRYPTREQUEST') return;
    scrypts.add(id);
    begun += 1;
    mostAtOnce = Math.max(mostAtOnce, scrypts.size);
  },
  before: (id) => void scrypts.delete(id),
});

beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' });
  account = await app.createAccount();
});
afterAll(() => app.dispose());
beforeEach(() => {
  begun = 0;
  mostAtOnce = 0;
  hook.enable();
});
afterEach(() => void hook.disable());

const PASSWORD = 'correct horse battery';
const signIn = (at: number, from = newAddress()) =>
  postAuth(app, '/sign-in/email', { email: `s${at}@example.com`, password: PASSWORD }, { from });
const signUp = (at: number, from: string) =>
  postAuth(
    app,
    '/sign-up/email',
    { email: `u${at}@example.com`, password: PASSWORD, name: 'U' },
    { from },
  );
const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Pages and probes are answered while the burst goes on, and so do not wait for it. */
async function expectOthersServed(burst: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = burst.finally(() => {
    isOver = true;
  });
  for (const path of ['/livez', '/dashboard', '/api/health']) {
    await call(app.url, 'GET', path);
    expect([path, isOver]).toEqual([path, false]);
  }
  await over;
}

test('ten sign-ins and ten sign-ups at once take two threads, and leave the rest of the product be', async () => {
  const from = newAddress();
  const burst = Promise.all([
    ...range(10).map((at) => signIn(at, from)),
    ...range(10).map((at) => signUp(at, from)),
  ]);
  await expectOthersServed(burst);
  const statuses = (await burst).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 503)).toHaveLength(begun);
  expect(mostAtOnce).toBe(2);
});

test('two hundred sign-ins from two hundred addresses: those beyond eighteen are told at once to come back', async () => {
  const burst = Promise.all(range(200).map((at) => signIn(at)));
  await expectOthersServed(burst);
  const answers = await burst;
  const tried = answers.filter(({ status }) => status === 401);
  const refused = answers.filter(({ status }) => status === 503);
  expect(tried.length + refused.length).toBe(200);
  expect(tried.length).toBe(begun);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['2']));
  expect(mostAtOnce).toBe(2);
});

test('a hundred changes of a password at once make no more than that either', async () => {
  const body = { currentPassword: 'a guess', newPassword: 'another password' };
  const cookie = account.cookie;
  const headers = { origin: app.url };
  const answers = await Promise.all(
    range(100).map(() => postAuth(app, '/change-password', body, { cookie, headers })),
  );
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
  expect(mostAtOnce).toBeLessThanOrEqual(2);
  expect(begun).toBeLessThanOrEqual(20);
});

test('a link that was not followed for want of room may be followed again', async () => {
  const { token } = await resetPassword(app.deps, account.userId, null);
  const crowd = range(40).map((at) => signIn(at));
  const body = { token, newPassword: 'a password after the crowd' };
  const statuses: number[] = [];
  // From the first that finds no room, until one does.
  while (statuses.at(-1) !== 200) {
    const { status } = await postAuth(app, '/reset-password', body);
    statuses.push(status);
    expect([200, 503]).toContain(status);
  }
  await Promise.all(crowd);
});

test('what goes past the doors waits for its turn too', async () => {
  const made = await Promise.all(
    range(8).map((at) =>
      createUser(app.deps, { email: `made${at}@example.com`, password: PASSWORD, name: 'M' }),
    ),
  );
  expect(made).toHaveLength(8);
  expect([begun, mostAtOnce]).toEqual([8, 2]);
});

test('who signed in from here before is let in while strangers crowd', async () => {
  const home = newAddress();
  const known = await app.createAccount();
  const body = { email: known.email, password: known.password };
  const enter = () => postAuth(app, '/sign-in/email', body, { from: home });
  expect((await enter()).status).toBe(200);
  const crowd = Promise.all(range(60).map((at) => signIn(1_000 + at)));
  expect((await enter()).status).toBe(200);
  await crowd;
});
