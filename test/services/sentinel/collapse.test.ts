import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { examineRuns } from '../../../src/services/analysis/examine-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createNoon } from '../../helpers/records/dashboard.js';
import { sql } from '../../helpers/run/sql.js';
import { countStatements } from '../../helpers/run/statements.js';
import { createWatched, type Watched } from './fixture.js';

let app: TestApp;
let watched: Watched;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
beforeEach(async () => {
  watched = await createWatched(app);
  await watched.quietMonth({ mentioned: 7 });
});
afterAll(() => app.dispose());

const queued = (brandId: string) =>
  sql<{ id: string; expected_answers: number }>(
    app.databaseUrl,
    `select id, expected_answers from probe_run where brand_id = $1 and status = 'queued'`,
    [brandId],
  );

test('with nothing changed nobody is suspected', async () => {
  for (let day = 10; day > 7; day -= 1) await watched.look(day, { mentioned: 7 });
  expect([await watched.suspicions(), await watched.incidents()]).toEqual([[], []]);
});

test('a look is as few statements as its windows take', async () => {
  const last = await watched.look(8, { mentioned: 7 }, 5);
  const look = () => examineRuns(app.deps, watched.tenant, [last]);
  const statements = await countStatements(look);
  expect(statements.length).toBe(11);
});

test('a collapse is suspected, then confirmed and told once, and over after three calm windows', async () => {
  const crossing = await watched.look(7, { mentioned: 3 });
  await examineRuns(app.deps, watched.tenant, [crossing]);
  const runs = await queued(watched.brandId);
  expect(runs).toMatchObject([{ expected_answers: 72 }]);
  expect(await watched.suspicions()).toMatchObject([
    { type: 'ranking_collapse', run_id: crossing, confirming_run_id: runs[0]?.id },
  ]);
  expect([await watched.incidents(), await watched.events()]).toEqual([[], []]);

  // The next run crosses as well.
  const run = await watched.tell(7, { mentioned: 3 }, 5);
  const origin = { requestId: 'req-of-the-run', traceparent: null };
  await sql(
    app.databaseUrl,
    `insert into auth.owed_look (account_id, environment, run_id, brand_id, owed_at, origin)
     values ($1, $2, $3, $4, now(), $5)`,
    [watched.tenant.accountId, watched.tenant.environment, run, watched.brandId, origin],
  );
  await examineRuns(app.deps, watched.tenant, [run]);
  await examineRuns(app.deps, watched.tenant, [run]);
  const told = await sql(
    app.databaseUrl,
    `select origin from outbox where brand_id = $1 and event = 'sentinel.triggered'`,
    [watched.brandId],
  );
  expect(told).toEqual([{ origin }]);
  const [incident, ...others] = await watched.incidents();
  expect(others).toEqual([]);
  expect(incident).toMatchObject({
    type: 'ranking_collapse',
    severity: 'critical',
    status: 'open',
    title: 'Named in 25 % of answers, down from 58 %',
    evidence_count: 54,
  });
  expect(await watched.suspicions()).toEqual([]);
  expect(await watched.events()).toEqual([
    {
      data: {
        brandId: watched.brandId,
        incidentId: incident?.id,
        severity: 'critical',
        type: 'ranking_collapse',
        title: incident?.title,
        openedAt: app.deps.now().toISOString(),
      },
    },
  ]);
  const linked = await sql(
    app.databaseUrl,
    'select * from incident_answer where incident_id = $1',
    [incident?.id],
  );
  expect(linked).toHaveLength(54);

  // A later crossing says anew what it is, and opens no second incident.
  await watched.look(6, { mentioned: 2 });
  expect(await watched.incidents()).toMatchObject([
    {
      ...{ title: 'Named in 17 % of answers, down from 58 %', evidence_count: 60 },
      ...{ severity: 'critical', status: 'open' },
    },
  ]);
  const newest = await sql(
    app.databaseUrl,
    'select * from incident_answer where incident_id = $1',
    [incident?.id],
  );
  expect(newest).toHaveLength(60);
  expect(await watched.events()).toHaveLength(1);

  // A window that is not calm begins the count anew.
  await watched.look(5, { mentioned: 7 });
  await watched.look(4, { mentioned: 7 });
  await watched.look(3, { mentioned: 3 });
  for (const day of [2, 1]) await watched.look(day, { mentioned: 7 });
  expect(await watched.incidents()).toMatchObject([{ status: 'open', calm_windows: 2 }]);
  await watched.look(0, { mentioned: 7 });
  expect(await watched.incidents()).toMatchObject([{ status: 'resolved' }]);
  expect(await watched.suspicions()).toEqual([]);
});

test('a crossing that the next run does not repeat is forgotten', async () => {
  const other = await createWatched(app);
  await other.quietMonth({ mentioned: 7 });
  await other.look(7, { mentioned: 3 });
  expect(await other.suspicions()).toHaveLength(1);
  await other.look(7, { mentioned: 7 }, 5);
  expect(await other.suspicions()).toEqual([]);
  await other.look(6, { mentioned: 3 });
  expect(await other.suspicions()).toHaveLength(1);
  expect(await other.incidents()).toEqual([]);
});

test('for seven days after the pack was changed there is no collapse', async () => {
  const other = await createWatched(app);
  await other.quietMonth({ mentioned: 7 });
  const change = (day: number) =>
    sql(app.databaseUrl, `update prompt set updated_at = $1 where id = $2`, [
      new Date(other.noon(day).getTime() + 1),
      other.prompts[0],
    ]);
  await sql(app.databaseUrl, `update prompt_pack set created_at = $1 where account_id = $2`, [
    other.noon(50),
    other.tenant.accountId,
  ]);
  await change(12);
  await other.look(9, { mentioned: 3 });
  expect(await other.suspicions()).toEqual([]);
  await other.look(4, { mentioned: 2 });
  expect(await other.suspicions()).toHaveLength(1);
});
