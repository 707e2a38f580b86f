import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { connect, firstOf } from '../helpers/client/client.js';
import { ask } from '../helpers/client/graphql.js';
import { call } from '../helpers/client/http.js';
import { createClock } from '../helpers/run/clock.js';

let app: TestApp;
let account: TestAccount;
const clock = createClock();
beforeAll(async () => {
  app = await startApp({ ROLE: 'web', CORS_ORIGINS: 'https://front.example' }, { now: clock.now });
});
beforeEach(async () => {
  account = await app.createAccount();
});
afterAll(() => app.dispose());

const told = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`);
    return value === null ? null : Number(value);
  });
const withCookie = () => ({ headers: { cookie: account.cookie } });
const fields = (count: number) =>
  `{ ${Array.from({ length: count }, (_, at) => `f${at}: platforms { name }`).join(' ')} }`;

test('an answer says how the limit stands, over REST and GraphQL alike, errors too, and each alias counts', async () => {
  const first = await call(app.url, 'GET', '/api/brands', withCookie());
  expect(first.status).toBe(200);
  const [limit, remaining, reset] = told(first);
  expect([limit, remaining]).toEqual([600, 599]);
  const aheadSec = (reset ?? 0) - clock.now().getTime() / 1_000;
  expect(aheadSec).toBeGreaterThan(55);
  expect(aheadSec).toBeLessThanOrEqual(62);
  expect(told(await ask(app, fields(10), withCookie())).slice(0, 2)).toEqual([600, 589]);
  // A compiled document counts as one that is not.
  for (let times = 0; times < 4; times += 1) await ask(app, fields(10), withCookie());
  expect(told(await ask(app, fields(10), withCookie())).slice(0, 2)).toEqual([600, 539]);

  const missing = await call(app.url, 'GET', '/api/brands/nowhere', withCookie());
  expect([missing.status, ...told(missing).slice(0, 2)]).toEqual([404, 600, 538]);
  const refused = await ask(app, '{ brand(id: "nowhere") { id } }', withCookie());
  expect([refused.codes, ...told(refused).slice(0, 2)]).toEqual([['NOT_FOUND'], 600, 537]);
});

test('who has no limit is told none', async () => {
  for (const path of ['/api/health', '/api/me'])
    for (const caller of [withCookie(), { key: account.key }])
      expect(told(await call(app.url, 'GET', path, caller))).toEqual([null, null, null]);
});

test('the front ends that may call are let read the headers', async () => {
  const headers = { cookie: account.cookie, origin: 'https://front.example' };
  const answer = await call(app.url, 'GET', '/api/brands', { headers });
  const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase() ?? '';
  expect(exposed).toContain('x-ratelimit-remaining');
  expect(exposed).toContain('retry-after');
});

test('above the cap all doors answer 429 and when to come again; who one is can still be asked', async () => {
  const other = await app.createAccount();
  const asOther = { headers: { cookie: other.cookie } };
  for (let left = 600; left > 0; left -= 15) await ask(app, fields(15), asOther);
  const rest = await call(app.url, 'GET', '/api/brands', asOther);
  const waitSec = Number(rest.headers.get('retry-after'));
  expect(rest.status).toBe(429);
  expect(rest.json()).toMatchObject({ error: { code: 'RATE_LIMITED', details: { limit: 600 } } });
  expect(waitSec).toBeGreaterThanOrEqual(1);
  expect(waitSec).toBeLessThanOrEqual(61);
  expect(told(rest).slice(0, 2)).toEqual([600, 0]);
  const graphql = await ask(app, '{ platforms { name } }', asOther);
  expect([graphql.status, graphql.codes]).toEqual([200, ['RATE_LIMITED']]);
  expect(graphql.errors[0]?.extensions.retryAfterSec).toBe(
    Number(graphql.headers.get('retry-after')),
  );
  expect(told(graphql).slice(0, 2)).toEqual([600, 0]);
  const changing = await call(app.url, 'POST', '/api/brands', {
    ...asOther,
    body: { name: 'a', category: 'b', website: 'https://a.example' },
  });
  expect(changing.status).toBe(429);
  const socket = connect(app.url, { cookie: other.cookie });
  const following = await firstOf(
    socket,
    'subscription { probeRunProgress(runId: "x") { sequence } }',
    {},
  );
  expect(following.errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
  await socket.dispose();
  expect((await call(app.url, 'GET', '/api/me', asOther)).status).toBe(200);
  // Another person is not held up, and neither is this one after the wait.
  expect((await call(app.url, 'GET', '/api/brands', withCookie())).status).toBe(200);
  clock.move(waitSec * 1_000);
  expect((await call(app.url, 'GET', '/api/brands', asOther)).status).toBe(200);
});
