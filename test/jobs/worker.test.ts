import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPack, createPrompt } from '../../src/services/prompts/prompt.js';
import { cancelProbeRun, findProbeRun } from '../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../helpers/app.js';
import {
  createTenant,
  makeBrand,
  start,
  type Tenant,
  untilEnded,
} from '../helpers/records/probe.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';

const LIMIT_MS = 60_000;
let app: TestApp;
beforeAll(async () => {
  // What runs, runs until it is cancelled.
  app = await startApp({ ROLE: 'worker', SANDBOX_LATENCY_MS: '60000' });
});
afterAll(() => app.dispose());

/** An account whose runs ask one question each. */
async function open() {
  const tenant = await createTenant(app);
  const { id: promptPackId } = await createPack(app.deps, tenant, { name: 'One', prompts: [] });
  await createPrompt(
    app.deps,
    tenant,
    { packId: promptPackId, brandId: null },
    {
      ...{ text: 'Which CRM?', stage: 'desire', tags: [] },
      ...{ country: null, language: 'en' },
    },
  );
  const brand = await makeBrand(app, tenant);
  const queue = () => start(app, tenant, brand, { promptPackId, platforms: ['chatgpt'] });
  return { tenant, queue };
}

const countRunning = async ({ accountId }: Tenant): Promise<number> => {
  const rows = await sql(
    app.databaseUrl,
    `select from probe_run where account_id = $1 and status = 'running'`,
    [accountId],
  );
  return rows.length;
};

test('one account with many long runs has half of the places, and runs of others start at once', async () => {
  const [greedy, modest] = [await open(), await open()];
  const runs = [];
  for (let count = 0; count < 24; count += 1) runs.push(await greedy.queue());
  await until(async () => (await countRunning(greedy.tenant)) === 8, LIMIT_MS);
  // Though they were queued behind sixteen that wait.
  for (let count = 1; count <= 5; count += 1) {
    await modest.queue();
    await until(async () => (await countRunning(modest.tenant)) === count, LIMIT_MS);
  }
  expect(await countRunning(greedy.tenant)).toBe(8);

  // Where one ends, the next of its account begins.
  const isRunning = await Promise.all(
    runs.map(async ({ id }) => (await findProbeRun(app.deps, greedy.tenant, id)).status),
  );
  const ending = runs[isRunning.indexOf('running')] ?? { id: '' };
  await cancelProbeRun(app.deps, greedy.tenant, ending.id);
  await untilEnded(app, greedy.tenant, ending);
  await until(async () => (await countRunning(greedy.tenant)) === 8, LIMIT_MS);
  for (const { tenant } of [greedy, modest])
    await sql(app.databaseUrl, `update probe_run set status = 'cancelled' where account_id = $1`, [
      tenant.accountId,
    ]);
});

test('the clock of the queue wakes the workers each minute, and for the housekeeping each day', async () => {
  const clocks = await sql(app.databaseUrl, 'select name, cron from pgboss.schedule order by name');
  expect(clocks).toEqual([
    { name: 'daily', cron: '17 3 * * *' },
    { name: 'schedules', cron: '* * * * *' },
  ]);
});
