import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { performRun } from '../../../src/services/runs/perform-run.js';
import { findProbeRun } from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  createScript,
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
const script = createScript();
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { sandbox: script.sandbox });
  tenant = await createTenant(app);
});
afterAll(() => app.dispose());

test('sandbox answers of live data are kept and shown, and raise no event', async () => {
  const live = await createTenant(app, { environment: 'live' });
  const own = await makeBrand(app, live);
  expect(await perform(app, live, await start(app, live, own))).toMatchObject({
    status: 'completed',
    sandbox: true,
  });
  const count = (table: string) =>
    sql(app.databaseUrl, `select 1 from ${table} where brand_id = $1`, [own.id]);
  expect((await count('citation')).length).toBeGreaterThan(0);
  expect(await count('outbox')).toEqual([]);
});

test('when its last step fails nothing of the completion is there, and the next try makes all of it', async () => {
  const own = await makeBrand(app, tenant);
  const queued = await start(app, tenant, own);
  const ofRun = (table: string) =>
    sql(app.databaseUrl, `select 1 from ${table} where run_id = $1`, [queued.id]);
  const never = new AbortController().signal;
  await sql(
    app.databaseUrl,
    'alter table auth.owed_look add constraint out_of_luck check (false) not valid',
  );
  await expect(
    performRun(app.deps, tenant, queued.id, { stop: never, abort: never }),
  ).rejects.toThrow('out_of_luck');
  await sql(app.databaseUrl, 'alter table auth.owed_look drop constraint out_of_luck');
  expect(await findProbeRun(app.deps, tenant, queued.id)).toMatchObject({
    status: 'running',
    answered: 72,
    measures: null,
    completedAt: null,
  });
  for (const table of ['probe_result', 'result_citation']) expect(await ofRun(table)).toEqual([]);
  const ofBrand = (table: string) =>
    sql(app.databaseUrl, `select 1 from ${table} where brand_id = $1`, [own.id]);
  for (const table of ['citation', 'outbox']) expect(await ofBrand(table)).toEqual([]);
  script.asked.length = 0;
  expect(await perform(app, tenant, queued)).toMatchObject({ status: 'completed', answered: 72 });
  expect(script.asked).toEqual([]);
  expect(await ofRun('probe_result')).toHaveLength(6);
  expect((await ofBrand('outbox')).length).toBe((await ofBrand('cited_page')).length);
});
