import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { limited } from '../../resolvers/limited.js';
import { AppError } from '../../src/errors.js';
import type { Context } from '../../src/request/context.js';
import type { Allowance } from '../../src/request/rate-limiter.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';
import { createAskers } from '../helpers/records/asker.js';
import { createTenant } from '../helpers/records/probe.js';
import { whileLocked } from '../helpers/run/lock.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';

let app: TestApp;
let askers: ReturnType<typeof createAskers>;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  askers = createAskers(app);
});
afterAll(async () => {
  askers.dispose();
  await app.dispose();
});

const draw = (context: Context, allowance: Allowance): Promise<unknown> =>
  limited(context, allowance, async ({ remaining }) => remaining).catch(({ code }) => code);

/** Statements of the windows that wait for the store. */
const countWaiting = async (): Promise<number> =>
  (
    await sql(
      app.databaseUrl,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%take_places%'`,
    )
  ).length;

test('without the store reads go on, counted here, and what spends money does not', async () => {
  const key = askers.key(await createTenant(app));
  expect(await draw(key, 'dashboard')).toBe(119);
  await whileLocked(app.databaseUrl, 'auth.rate_window', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => draw(key, 'dashboard')));
    expect(outcomes).toEqual(Array.from({ length: 10 }, (_, at) => 119 - at));
    // After the first timeout, later requests do not wait for the store again, and the limit holds without it.
    const before = await countWaiting();
    for (let left = 110; left > 0; left -= 1) await draw(askers.again(key), 'dashboard');
    expect(await countWaiting()).toBeLessThanOrEqual(before);
    expect(await draw(key, 'dashboard')).toBe('RATE_LIMITED');
    expect(await draw(key, 'query')).toBe('DEGRADED');
  });
  expect(await draw(key, 'query')).toBe(29);
});

test('without the quotas’ table nothing that spends money is begun', async () => {
  const stranger = askers.stranger();
  await whileLocked(app.databaseUrl, 'auth.daily_quota', async () => {
    expect(await draw(stranger, 'scan')).toBe('DEGRADED');
  });
  expect(await draw(stranger, 'scan')).toBe(4);
});

test.each([
  ['scan', 'auth.daily_quota', 4],
  ['query', 'auth.rate_window', 28],
] as const)(
  'a place of %s that cannot go back at once goes back once the store answers',
  async (allowance, table, left) => {
    const asker =
      allowance === 'scan' ? askers.stranger('192.0.2.77') : askers.key(await createTenant(app));
    const [drawn, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const failed = limited(asker, allowance, async () => {
      drawn.resolve();
      await locked.promise;
      throw new AppError('DEGRADED', 'the database is away');
    }).catch(({ code }) => code);
    await drawn.promise;
    // Places that came with another trip to the store go back there.
    if (allowance === 'query') expect(await draw(askers.again(asker), allowance)).toBe(28);
    await whileLocked(app.databaseUrl, table, async () => {
      locked.resolve();
      expect(await failed).toBe('DEGRADED');
    });
    const look = () =>
      limited(askers.again(asker), allowance, async ({ remaining, refund: spare }) => {
        await spare();
        return remaining;
      });
    await until(async () => (await look()) === left, 20_000);
  },
);

test('what strangers’ calls reserved goes back when the call cannot be begun', async () => {
  const reserved = async () => {
    const rows = await sql<{ used: number }>(
      app.databaseUrl,
      "select used from auth.daily_quota where allowance = 'anonymous-calls'",
    );
    return rows[0]?.used ?? 0;
  };
  const before = await reserved();
  const body = { brand_name: 'Acme', industry: 'CRM' };
  await whileLocked(app.databaseUrl, 'check_run', async () => {
    expect((await call(app.url, 'POST', '/api/check/run', { body })).status).toBe(503);
  });
  expect(await reserved()).toBe(before);
});
