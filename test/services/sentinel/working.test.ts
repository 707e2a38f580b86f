import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../helpers/app.js';
import { start } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
import { until } from '../../helpers/run/until.js';
import { createWatched } from './fixture.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp(
    {},
    { sandbox: { truth: () => ({ mention: 0.1, positive: 0.5, neutral: 0.5, negative: 0 }) } },
  );
});
afterAll(() => app.dispose());

test('a worker asks, looks, asks again and opens the incident by itself', async () => {
  const watched = await createWatched(app);
  await watched.quietMonth({ mentioned: 9 });
  const { tenant, brandId } = watched;
  const run = await start(app, tenant, { id: brandId });
  await until(async () => (await watched.incidents()).length > 0, 50_000);
  expect(await watched.incidents()).toMatchObject([
    { type: 'ranking_collapse', severity: 'critical', status: 'open' },
  ]);
  const asked = await sql<{ id: string; expected_answers: number }>(
    app.databaseUrl,
    `select id, expected_answers from probe_run where brand_id = $1 and platforms <> '{}' order by id`,
    [brandId],
  );
  // The one that was asked for, and the one that confirms it.
  expect(asked).toMatchObject([{ id: run.id, expected_answers: 72 }, { expected_answers: 72 }]);
  expect(await watched.events()).toHaveLength(1);
});
