import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { reviewSuspicions } from '../../../src/services/sentinel/review.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createNoon } from '../../helpers/records/dashboard.js';
import { sql } from '../../helpers/run/sql.js';
import { createWatched, type Watched } from './fixture.js';

let app: TestApp;
let watched: Watched;
// 42 mentions a run, two of them negative; then fourteen.
const QUIET = { mentioned: 7, negative: 2 };
const LOUD = { mentioned: 7, negative: 14 };

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
  watched = await createWatched(app);
  await watched.quietMonth(QUIET);
});
afterAll(() => app.dispose());

test('a surge that a second run confirms is an incident with its negative answers, over after three windows of p above 0.05', async () => {
  await watched.look(10, QUIET);
  expect(await watched.suspicions()).toEqual([]);
  const crossing = await watched.look(9, LOUD);
  expect(await watched.suspicions()).toMatchObject([{ type: 'negative_surge', run_id: crossing }]);
  await watched.look(9, LOUD, 5);
  expect(await watched.incidents()).toMatchObject([
    {
      type: 'negative_surge',
      status: 'open',
      severity: 'high',
      title: '14 of 42 mentions are negative, up from 56 of 1176 in the previous 28 days',
      evidence_count: 14,
    },
  ]);
  expect(await watched.events()).toHaveLength(1);
  const { negative } = (
    await sql<{ negative: boolean }>(
      app.databaseUrl,
      `select bool_and(a.sentiment = 'negative') as negative from incident_answer e
         join answer a using (account_id, environment, run_id, platform, prompt_id, repeat)
       join incident i on i.id = e.incident_id where i.brand_id = $1`,
      [watched.brandId],
    )
  )[0] as { negative: boolean };
  expect(negative).toBe(true);

  for (const day of [8, 7]) await watched.look(day, QUIET);
  expect(await watched.incidents()).toMatchObject([{ status: 'open', calm_windows: 2 }]);
  await watched.look(6, QUIET);
  expect(await watched.incidents()).toMatchObject([{ status: 'resolved' }]);
});

test('with the switch off no run is paid for; the next one that crosses opens it', async () => {
  const other = await createWatched(app);
  await updateBrand(app.deps, other.tenant, other.brandId, { confirmIncidents: false });
  await other.quietMonth(QUIET);
  await other.look(9, LOUD);
  expect(await other.suspicions()).toMatchObject([{ confirming_run_id: null }]);
  const queued = `select 1 from probe_run where brand_id = $1 and status = 'queued'`;
  expect(await sql(app.databaseUrl, queued, [other.brandId])).toEqual([]);
  await other.look(8, LOUD);
  expect(await other.incidents()).toMatchObject([{ type: 'negative_surge' }]);
});

test('with no calls left for the day it stays suspected, until a day has some', async () => {
  const poor = await createWatched(app);
  const allow = (calls: number) =>
    sql(app.databaseUrl, `update account_setting set limits = $1 where account_id = $2`, [
      { engineCallsPerDay: calls },
      poor.tenant.accountId,
    ]);
  await allow(71);
  await poor.quietMonth(QUIET);
  await poor.look(0, LOUD);
  await reviewSuspicions(app.deps);
  expect(await poor.suspicions()).toMatchObject([{ confirming_run_id: null }]);
  expect(await poor.incidents()).toEqual([]);
  await allow(500);
  await reviewSuspicions(app.deps);
  expect(await poor.suspicions()).toMatchObject([{ confirming_run_id: expect.any(String) }]);
});

test('a suspicion that the number of the day’s tests explains is dropped', async () => {
  const one = await createWatched(app);
  await updateBrand(app.deps, one.tenant, one.brandId, { confirmIncidents: false });
  await one.quietMonth(QUIET);
  await one.look(0, { mentioned: 7, negative: 8 });
  expect(await one.suspicions()).toHaveLength(1);
  const { accountId } = one.tenant;
  await sql(
    app.databaseUrl,
    `insert into detector_test select account_id, environment, day, sandbox, brand_id, 'other ' || n, 0.9
     from detector_test, generate_series(1, 500) n where account_id = $1 and subject = 'negative_surge'`,
    [accountId],
  );
  await reviewSuspicions(app.deps);
  expect(await one.suspicions()).toEqual([]);
});

test('sandbox answers open an incident in live, and raise no event', async () => {
  const live = await createWatched(app, 'live');
  await live.quietMonth(QUIET);
  await live.look(9, LOUD);
  await live.look(9, LOUD, 5);
  expect(await live.incidents()).toHaveLength(1);
  expect(await live.events()).toEqual([]);
});
