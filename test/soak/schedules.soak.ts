import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SYSTEM } from '../../src/database/db.js';
import { createSchedule } from '../../src/services/schedules/change-schedule.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { createProducts, until } from '../helpers/product.js';
import { createTenant, makeBrand, ownerOf, type Tenant } from '../helpers/records/probe.js';
import { whileLocked } from '../helpers/run/lock.js';
import { sql } from '../helpers/run/sql.js';

/** Schedules as workers find them: processes of their own, woken by the queue's clock. */

const LIMIT_MS = 40_000;
const products = createProducts();
let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  tenant = await createTenant(app);
});
afterAll(async () => {
  await products.dispose();
  await app.dispose();
});

const work = () =>
  products.start({
    env: {
      ...{ ROLE: 'worker', DATABASE_URL: app.databaseUrl, SANDBOX_LATENCY_MS: '0' },
      SECRET_KEY: 'a secret of the test suite, long enough',
    },
  });
/** What the minute's clock does, without waiting for it. */
const sendClock = () =>
  app.deps.db.transaction(SYSTEM, (tx) => app.deps.queue.send(tx, 'schedules', {}));

async function makeDue(): Promise<string> {
  const { id: brandId } = await makeBrand(app, tenant);
  const input = { brandId, cron: '0 6 * * *' };
  const { id } = await createSchedule(app.deps, ownerOf(tenant), input, null);
  await sql(
    app.databaseUrl,
    `update auth.schedule_due set due_at = now() - interval '1 minute' where schedule_id = $1`,
    [id],
  );
  return id;
}
const ticksOf = (id: string) =>
  sql<{ outcome: string }>(
    app.databaseUrl,
    'select outcome from schedule_tick where schedule_id = $1',
    [id],
  );
const runsOf = (id: string) =>
  sql<{ status: string }>(app.databaseUrl, 'select status from probe_run where schedule_id = $1', [
    id,
  ]);

test('a worker that is killed between the time and its run leaves nothing half done, and the next ones start it once', async () => {
  const id = await makeDue();
  const first = await work();
  const waiting = () =>
    sql(
      app.databaseUrl,
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%engine_usage%'`,
    );
  // The last thing that its transaction does is to take the day's calls.
  await whileLocked(app.databaseUrl, 'engine_usage', async () => {
    await sendClock();
    await until(async () => (await waiting()).length > 0, LIMIT_MS, 'the transaction', 5);
    await first.kill('SIGKILL');
  });
  // What its connection still held goes with it.
  await until(async () => (await waiting()).length === 0, LIMIT_MS, 'the end of the transaction');
  expect(await ticksOf(id)).toEqual([]);
  expect(await runsOf(id)).toEqual([]);

  await Promise.all([work(), work()]);
  await sendClock();
  const isDone = async () => (await runsOf(id))[0]?.status === 'completed';
  await until(isDone, LIMIT_MS, 'the run');
  await sendClock();
  const asked = await makeDue();
  await until(
    async () => {
      await sendClock();
      return (await runsOf(asked)).length > 0;
    },
    LIMIT_MS,
    'another run',
    500,
  );
  expect(await ticksOf(id)).toEqual([{ outcome: 'started' }]);
  expect(await runsOf(id)).toEqual([{ status: 'completed' }]);
}, 180_000);

test('the clock itself wakes the workers within two minutes', async () => {
  const id = await makeDue();
  await work();
  await until(async () => (await ticksOf(id)).length > 0, 130_000, 'the clock', 500);
  expect(await ticksOf(id)).toEqual([{ outcome: 'started' }]);
}, 180_000);
