import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setAccountLimits } from '../../src/services/accounts/account.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { type Call, call } from '../helpers/client/http.js';
import { makeBrand } from '../helpers/records/probe.js';
import { createClock } from '../helpers/run/clock.js';

let app: TestApp;
const clock = createClock();
const SETTINGS = { ROLE: 'web', TRUST_PROXY: '1' };
beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp(SETTINGS, { now: clock.now });
});
afterAll(() => app.dispose());

const SCAN = { brand_name: 'Acme', industry: 'CRM software' };
const QUERY = { brand: 'Acme', category: 'CRM software' };
const from = (address: string): Call => ({ headers: { 'x-forwarded-for': address } });
const scan = (caller: Call, body: object = SCAN, at = app) =>
  call(at.url, 'POST', '/api/check/run', { ...caller, body });
const query = (caller: Call) =>
  call(app.url, 'POST', '/api/query?mode=all', { ...caller, body: QUERY });
const GRAPHQL = `f: runScan(input: { brandName: "Acme", industry: "CRM software" }) { rateLimitRemaining }`;

test('a stranger scans five times a day, through all doors together', async () => {
  const caller = from('6.6.6.6, 198.51.100.1');
  const first = await scan(caller);
  expect([first.status, first.json().rateLimitRemaining]).toEqual([200, 4]);
  expect(first.headers.get('x-ratelimit-limit')).toBe('5');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('4');
  const midnight = Math.ceil(clock.now().getTime() / 86_400_000) * 86_400;
  expect(first.headers.get('x-ratelimit-reset')).toBe(String(midnight));
  // What a client says of itself is not believed, and what is wrong is not charged.
  const wrong = await scan(from('7.7.7.7, 198.51.100.1'), { brand_name: 'Acme' });
  expect(wrong.status).toBe(400);
  const both = await ask(app, `mutation { ${GRAPHQL} ${GRAPHQL.replace('f:', 'g:')} }`, caller);
  expect(both.data).toEqual({ f: { rateLimitRemaining: 3 }, g: { rateLimitRemaining: 2 } });
  expect(both.headers.get('x-ratelimit-remaining')).toBe('2');
  await scan(caller);
  const last = await scan(caller);
  expect([last.status, last.json().rateLimitRemaining]).toEqual([200, 0]);

  const refused = await scan(caller);
  expect(refused.status).toBe(429);
  expect(refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  const waitSec = Number(refused.headers.get('retry-after'));
  expect(Math.abs(waitSec - (midnight - clock.now().getTime() / 1_000))).toBeLessThan(5);
  const told = await ask(app, `mutation { ${GRAPHQL} }`, caller);
  expect([told.status, told.codes]).toEqual([200, ['RATE_LIMITED']]);
  expect(Number(told.headers.get('retry-after'))).toBe(told.errors[0]?.extensions.retryAfterSec);
  // Bad input comes first, and queries and others count apart.
  expect((await scan(caller, {})).status).toBe(400);
  expect((await query(caller)).status).toBe(200);
  expect((await scan(from('198.51.100.2'))).status).toBe(200);
});

test('a key queries thirty times a minute; a cookie as often as the tier says', async () => {
  const { key, cookie, accountId } = await app.createAccount({ tier: 'free' });
  await setAccountLimits(app.deps, accountId, { engineCallsPerDay: 10_000 });
  const answer = await query({ key });
  expect(answer.headers.get('x-ratelimit-limit')).toBe('30');
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('29');
  const statuses: number[] = [];
  for (let times = 0; times < 4; times += 1)
    statuses.push((await query({ headers: { cookie } })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('strangers together cost no more than the operator allows, and are not charged for that', async () => {
  // A scan asks three engines four questions.
  const small = await startApp({ ...SETTINGS, ANONYMOUS_DAILY_CALLS: '36' }, { now: clock.now });
  try {
    for (let host = 1; host <= 3; host += 1)
      expect((await scan(from(`203.0.113.${host}`), SCAN, small)).status).toBe(200);
    const refused = await scan(from('203.0.113.4'), SCAN, small);
    expect(refused.status).toBe(429);
    expect(refused.json<{ error: { message: string } }>().error.message).toMatch(
      /callers without a credential are used up/,
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('5');
    const { key } = await small.createAccount();
    expect((await scan({ key }, SCAN, small)).status).toBe(200);
  } finally {
    await small.dispose();
  }
});

test('a key reads dashboards 120 times a minute: what one operation shows of brands counts once', async () => {
  const { key, accountId } = await app.createAccount();
  const { id: brandId } = await makeBrand(app, { accountId, environment: 'test' });
  const read = (path: string) => call(app.url, 'GET', path, { key });
  const left = ({ headers }: { headers: Headers }) => headers.get('x-ratelimit-remaining');
  const series = await read(`/api/dashboard/visibility/timeseries?brand_id=${brandId}`);
  expect([series.status, left(series)]).toEqual([200, '119']);
  expect(left(await read('/api/brands/compare'))).toBe('118');
  const shown = await ask(
    app,
    `{ brand(id: "${brandId}") { aida { days } p: aida(days: 7) { days } } }`,
    {
      key,
    },
  );
  expect([shown.codes, left(shown)]).toEqual([[], '117']);
  const wrong = await read(`/api/dashboard/visibility/timeseries?brand_id=${brandId}&days=91`);
  expect(wrong.status).toBe(400);
  for (let times = 117; times > 0; times -= 1) await read('/api/brands/compare');
  const refused = await read(`/api/dashboard/visibility/timeseries?brand_id=${brandId}`);
  expect([refused.status, left(refused)]).toEqual([429, '0']);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(61);
  // The rest of the API has limits of its own.
  expect((await read('/api/brands')).status).toBe(200);
});
