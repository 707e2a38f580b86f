import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deleteBrand, findBrand, listBrands } from '../../../src/services/brands/brand.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { removeBrand } from '../../../src/services/brands/remove-brand.js';
import { findProbeRun } from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  createTenant,
  makeBrand,
  start,
  type Tenant,
  untilEnded,
} from '../../helpers/records/probe.js';
import { findText, sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startApp();
  tenant = await createTenant(app);
});
afterAll(() => app.dispose());

/** A brand with everything that can hang on one. */
async function makeMeasured(): Promise<{ brandId: string; runId: string }> {
  const brand = await makeBrand(app, tenant);
  await updateBrand(app.deps, tenant, brand.id, { competitors: [{ name: 'Globex' }] });
  const run = await untilEnded(app, tenant, await start(app, tenant, brand));
  expect(run.status).toBe('completed');
  return { brandId: brand.id, runId: run.id };
}
const calls = async () =>
  (
    await sql<{ calls: number }>(
      app.databaseUrl,
      'select calls from engine_usage where account_id = $1',
      [tenant.accountId],
    )
  )[0]?.calls;

/** The queue forgets its finished jobs by itself, an hour later. */
const RECORDS = /^pgboss\./;

test('a deleted brand is gone at once, and then no table holds a row of it', async () => {
  const { brandId, runId } = await makeMeasured();
  const kept = await makeMeasured();
  const before = await findText(app.databaseUrl, brandId);
  expect(before).toEqual(
    expect.arrayContaining([
      'public.brand',
      'public.competitor',
      'public.outbox',
      'public.citation',
      'public.probe_run',
    ]),
  );

  expect(await deleteBrand(app.deps, tenant, brandId)).toBe(brandId);
  const gone = { code: 'NOT_FOUND' };
  await expect(findBrand(app.deps, tenant, brandId)).rejects.toMatchObject(gone);
  await expect(findProbeRun(app.deps, tenant, runId)).rejects.toMatchObject(gone);
  await expect(updateBrand(app.deps, tenant, brandId, { name: 'Back' })).rejects.toMatchObject(
    gone,
  );
  await expect(deleteBrand(app.deps, tenant, brandId)).rejects.toMatchObject(gone);
  const { rows } = await listBrands(app.deps, tenant, { first: 100, after: null });
  expect(rows.map(({ id }) => id)).toEqual([kept.brandId]);

  const left = async (id: string) =>
    (await findText(app.databaseUrl, id)).filter((table) => !RECORDS.test(table));
  // The job's end is told by nothing but what is no longer there.
  for (let tries = 0; tries < 200 && (await left(brandId)).length > 0; tries += 1) await sleep(50);
  expect(await left(brandId)).toEqual([]);
  expect(await left(runId)).toEqual([]);
  expect(await findText(app.databaseUrl, kept.runId)).toEqual(
    expect.arrayContaining(['public.probe_result', 'public.result_citation']),
  );
});

test('the removal of a brand may be broken off and begun again', async () => {
  const { brandId, runId } = await makeMeasured();
  let left = 6;
  const { db } = app.deps;
  const flaky: typeof db = {
    ...db,
    command: (...args) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : db.command(...args);
    },
  };
  await expect(removeBrand({ ...app.deps, db: flaky }, tenant, brandId)).rejects.toThrow('killed');
  await removeBrand(app.deps, tenant, brandId);
  await removeBrand(app.deps, tenant, brandId);
  for (const id of [brandId, runId])
    expect((await findText(app.databaseUrl, id)).filter((table) => !RECORDS.test(table))).toEqual(
      [],
    );
});

test('it ends the brand’s runs and gives back the calls that were not made', async () => {
  const brand = await makeBrand(app, tenant);
  const before = (await calls()) ?? 0;
  const web = await startApp({ ROLE: 'web' }, { databaseUrl: app.databaseUrl });
  try {
    // Without its job, so that no worker takes it meanwhile.
    const run = await start(
      { deps: { ...web.deps, queue: { send: async () => {} } } },
      tenant,
      brand,
    );
    expect(await calls()).toBe(before + 72);
    const ended = new Promise<void>((resolve) => {
      web.deps.events.on('run', (event) => event.runId === run.id && event.ended && resolve());
    });
    await removeBrand(app.deps, tenant, brand.id);
    await ended;
    expect(await calls()).toBe(before);
    expect(await sql(app.databaseUrl, 'select 1 from probe_run where id = $1', [run.id])).toEqual(
      [],
    );
  } finally {
    await web.dispose();
  }
});

test('a start that raced with the deletion finds no brand and leaves no run', async () => {
  const brand = await makeBrand(app, tenant);
  const { db } = app.deps;
  const racing: typeof db = {
    ...db,
    transaction: async (subject, work) => {
      await deleteBrand(app.deps, tenant, brand.id).catch(() => {});
      return db.transaction(subject, work);
    },
  };
  await expect(start({ deps: { ...app.deps, db: racing } }, tenant, brand)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(
    await sql(app.databaseUrl, 'select 1 from probe_run where brand_id = $1', [brand.id]),
  ).toEqual([]);
});
