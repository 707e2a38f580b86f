import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setAccountLimits } from '../../../src/services/accounts/account.js';
import {
  cancelProbeRun,
  countProbeRuns,
  retryProbeRun,
} from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { performPaused } from '../../helpers/records/paused-run.js';
import {
  createScript,
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
const clock = createClock();
const script = createScript();
beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' }, { now: clock.now, sandbox: script.sandbox });
});
afterAll(() => app.dispose());

const ONE = { platforms: ['chatgpt'] };
const usage = async ({ accountId, environment }: Tenant) =>
  (
    await sql<{ calls: number }>(
      app.databaseUrl,
      'select calls from engine_usage where account_id = $1 and environment = $2 order by day',
      [accountId, environment],
    )
  ).map(({ calls }) => calls);

test('what does not fit under the day’s ceiling is refused whole, and says how much is left', async () => {
  const tenant = await createTenant(app, { limits: { engineCallsPerDay: 30 } });
  const brand = await makeBrand(app, tenant);
  await start(app, tenant, brand, ONE);
  await start(app, tenant, brand, ONE);
  const midnight = Math.ceil((86_400_000 - (clock.now().getTime() % 86_400_000)) / 1_000);
  const refused = await start(app, tenant, brand, ONE).catch((error) => error);
  expect(refused).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/12 engine calls.* 6 of today's 30/),
    details: { ceiling: 30, needed: 12 },
  });
  expect(Math.abs(refused.retryAfterSec - midnight)).toBeLessThan(30);
  expect(await usage(tenant)).toEqual([24]);
  expect(await countProbeRuns(app.deps, tenant, { brandId: brand.id, status: null })).toBe(2);
});

test('of many starts at once as many are admitted as fit', async () => {
  const tenant = await createTenant(app, { limits: { engineCallsPerDay: 40 } });
  const brand = await makeBrand(app, tenant);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => start(app, tenant, brand, ONE)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await usage(tenant)).toEqual([36]);
});

test('the two environments of an account, and two accounts, count apart', async () => {
  const limits = { engineCallsPerDay: 12 };
  const tenant = await createTenant(app, { limits });
  const live: Tenant = { ...tenant, environment: 'live' };
  for (const own of [tenant, live, await createTenant(app, { limits })]) {
    const brand = await makeBrand(app, own);
    await start(app, own, brand, ONE);
    await expect(start(app, own, brand, ONE)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  }
});

test('what a cancelled run never asked is free again', async () => {
  const tenant = await createTenant(app, { limits: { engineCallsPerDay: 24 } });
  const brand = await makeBrand(app, tenant);
  const run = await start(app, tenant, brand, { ...ONE, samplesPerPrompt: 2 });
  await cancelProbeRun(app.deps, tenant, run.id);
  expect(await usage(tenant)).toEqual([0]);
  const half = await start(app, tenant, brand, { ...ONE, samplesPerPrompt: 2 });
  const held = performPaused(app, tenant, half, 11);
  await held.reached;
  const { answered } = await cancelProbeRun(app.deps, tenant, half.id);
  held.release();
  await held.ended;
  expect(answered).toBeLessThan(24);
  expect(await usage(tenant)).toEqual([answered]);
});

test('a retry draws on the ceiling for what it asks again', async () => {
  const tenant = await createTenant(app, { limits: { engineCallsPerDay: 30 } });
  const brand = await makeBrand(app, tenant);
  script.failing.gemini = 'TIMEOUT';
  const run = await perform(
    app,
    tenant,
    await start(app, tenant, brand, { platforms: ['chatgpt', 'gemini'] }),
  );
  delete script.failing.gemini;
  expect(await usage(tenant)).toEqual([24]);
  await expect(retryProbeRun(app.deps, tenant, run.id)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  // Refused, it is as it was.
  const [row] = await sql(app.databaseUrl, 'select status, failed from probe_run where id = $1', [
    run.id,
  ]);
  expect(row).toEqual({ status: 'completed', failed: 12 });
  await setAccountLimits(app.deps, tenant.accountId, { engineCallsPerDay: 36 });
  await retryProbeRun(app.deps, tenant, run.id);
  expect(await usage(tenant)).toEqual([36]);
});

test('the next UTC day begins anew, and what is given back goes to the day that it was taken from', async () => {
  const tenant = await createTenant(app, { limits: { engineCallsPerDay: 24 } });
  const brand = await makeBrand(app, tenant);
  const yesterdays = await start(app, tenant, brand, ONE);
  await start(app, tenant, brand, ONE);
  await expect(start(app, tenant, brand, ONE)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  clock.moveToNextDay();
  await start(app, tenant, brand, ONE);
  expect(await usage(tenant)).toEqual([24, 12]);
  await cancelProbeRun(app.deps, tenant, yesterdays.id);
  expect(await usage(tenant)).toEqual([12, 12]);
  await start(app, tenant, brand, ONE);
  await expect(start(app, tenant, brand, ONE)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});
