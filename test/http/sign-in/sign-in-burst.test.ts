import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { PasswordHasher } from '../../../src/auth/auth.js';
import { createUser, resetPassword } from '../../../src/services/accounts/user.js';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';
import { newAddress, postAuth } from '../../helpers/client/sign-in.js';
import { quickHasher } from '../../helpers/quick-hasher.js';
import { until } from '../../helpers/run/until.js';

let app: TestApp;
let account: TestAccount;

/** Takes its time as scrypt does, and counts. */
let begun = 0;
let atOnce = 0;
let mostAtOnce = 0;
/** Nothing is hashed before it settles. */
let gate: Promise<void> = Promise.resolve();
async function count<T>(work: () => Promise<T>): Promise<T> {
  begun += 1;
  atOnce += 1;
  mostAtOnce = Math.max(mostAtOnce, atOnce);
  await Promise.all([gate, sleep(10)]);
  atOnce -= 1;
  return work();
}
const hasher: PasswordHasher = {
  hash: (password) => count(() => quickHasher.hash(password)),
  verify: (guess) => count(() => quickHasher.verify(guess)),
};

beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' }, { hasher });
  account = await app.createAccount();
});
afterAll(() => app.dispose());
beforeEach(() => {
  begun = 0;
  mostAtOnce = 0;
});

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

/** Pages and probes are answered while no hash of the burst comes to its end. */
async function serveOthers<T>(burst: () => Promise<T>, isCrowded = () => true): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const over = burst();
  try {
    await until(() => begun === 2, 60_000);
    for (const path of ['/livez', '/dashboard', '/api/health'])
      expect([path, (await call(app.url, 'GET', path)).status]).toEqual([path, 200]);
    await until(isCrowded, 60_000);
    expect(begun).toBe(2);
  } finally {
    resolve();
  }
  return over;
}

test('ten sign-ins and ten sign-ups at once take two threads, and leave the rest of the product be', async () => {
  const from = newAddress();
  const answers = await serveOthers(() =>
    Promise.all([
      ...range(10).map((at) => signIn(at, from)),
      ...range(10).map((at) => signUp(at, from)),
    ]),
  );
  expect(answers.filter(({ status }) => status !== 503)).toHaveLength(begun);
  expect(mostAtOnce).toBe(2);
});

test('two hundred sign-ins from two hundred addresses: those beyond eighteen are told at once to come back', async () => {
  let refusedAtOnce = 0;
  const enter = async (at: number) => {
    const answer = await signIn(at);
    if (answer.status === 503) refusedAtOnce += 1;
    return answer;
  };
  const answers = await serveOthers(
    () => Promise.all(range(200).map(enter)),
    () => refusedAtOnce >= 182,
  );
  const tried = answers.filter(({ status }) => status === 401);
  const refused = answers.filter(({ status }) => status === 503);
  expect(tried.length + refused.length).toBe(200);
  expect(tried.length).toBe(begun);
  expect(tried.length).toBeLessThanOrEqual(18);
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
