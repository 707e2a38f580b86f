import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDb } from '../../../src/database/db.js';
import { newId } from '../../../src/domain/accounts/id.js';
import { deleteBrand } from '../../../src/services/brands/brand.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import {
  createPack,
  createPrompt,
  loadPrompts,
  updatePrompt,
} from '../../../src/services/prompts/prompt.js';
import { findPackOf } from '../../../src/services/prompts/prompt-pack.js';
import {
  countProbeRuns,
  findProbeRun,
  listProbeRuns,
} from '../../../src/services/runs/probe-run.js';
import { openWorkDatabase, startApp, type TestApp } from '../../helpers/app.js';
import { createTenant, makeBrand, start, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
let brand: { id: string };
const CONFIGURED = ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok', 'deepseek'];

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  tenant = await createTenant(app);
  brand = await makeBrand(app, tenant);
});
afterAll(() => app.dispose());

const jobsOf = (run: { id: string }) =>
  sql<{ data: unknown }>(
    app.databaseUrl,
    `select data from pgboss.job where name = 'probe-run' and data->>'runId' = $1`,
    [run.id],
  );

test('a run is queued with all that it will ask, and its job carries no more than its place', async () => {
  const run = await start(app, tenant, brand);
  expect(run).toMatchObject({
    brandId: brand.id,
    promptPackId: (await findPackOf(app.deps, tenant, brand.id, null)).id,
    kind: 'probe',
    status: 'queued',
    platforms: CONFIGURED,
    samplesPerPrompt: 1,
    sandbox: true,
    expectedAnswers: 72,
    answered: 0,
    failed: 0,
    failures: [],
    measures: null,
    startedAt: null,
    completedAt: null,
  });
  expect(run.estimatedCompletionMs).toBeGreaterThan(0);
  expect(await jobsOf(run)).toEqual([{ data: { ...tenant, runId: run.id } }]);
});

test.each<[string, string[] | null, string[]]>([
  ['all when none is named', null, CONFIGURED],
  ['those named, in the registry’s order', ['grok', 'chatgpt'], ['chatgpt', 'grok']],
  [
    'each once when it is named again',
    ['claude', 'claude', 'gemini', 'claude'],
    ['gemini', 'claude'],
  ],
])('platforms: %s', async (_, asked, chosen) => {
  const run = await start(app, tenant, brand, { platforms: asked });
  expect(run.platforms).toEqual(chosen);
  expect(run.expectedAnswers).toBe(12 * chosen.length);
});

test.each<[string, string[]]>([
  ['none at all', []],
  ['an unknown one', ['chatgpt', 'altavista']],
  ['one that is planned and not configured', ['copilot']],
  ['one in capitals', ['ChatGPT']],
  ['an empty name', ['']],
])('platforms: %s is refused, and the valid ones are listed', async (_, platforms) => {
  const before = await countProbeRuns(app.deps, tenant, { brandId: null, status: null });
  const refused = expect(start(app, tenant, brand, { platforms })).rejects;
  await refused.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining(CONFIGURED.join(', ')),
    details: { field: 'platforms', valid: CONFIGURED },
  });
  expect(await countProbeRuns(app.deps, tenant, { brandId: null, status: null })).toBe(before);
});

test('without any engine it is 503, whatever is asked for but an empty list', async () => {
  const bare = await startApp({ ROLE: 'web', SANDBOX: 'off' });
  try {
    const live = await createTenant(bare, { environment: 'live' });
    const own = await makeBrand(bare, live);
    for (const platforms of [null, ['chatgpt']])
      await expect(start(bare, live, own, { platforms })).rejects.toMatchObject({
        code: 'DEGRADED',
        retryAfterSec: 60,
      });
    await expect(start(bare, live, own, { platforms: [] })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
    // The test environment has its sandbox all the same.
    const testing = { ...live, environment: 'test' as const };
    expect(await start(bare, testing, await makeBrand(bare, testing))).toMatchObject({
      sandbox: true,
    });
  } finally {
    await bare.dispose();
  }
});

test('samplesPerPrompt is from 1 to 20, and multiplies what is asked', async () => {
  for (const samplesPerPrompt of [0, -1, 21, 1.5, Number.NaN]) {
    await expect(start(app, tenant, brand, { samplesPerPrompt })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { field: 'samplesPerPrompt' },
    });
  }
  const platforms = ['chatgpt'];
  for (const samplesPerPrompt of [1, 20]) {
    const run = await start(app, tenant, brand, { platforms, samplesPerPrompt });
    expect(run.expectedAnswers).toBe(12 * samplesPerPrompt);
  }
});

test('what is unknown, foreign, of the other environment or deleted is not found, and costs nothing', async () => {
  const foreign = await createTenant(app);
  const foreignBrand = await makeBrand(app, foreign);
  const sibling = await makeBrand(app, { ...tenant, environment: 'live' });
  const gone = await makeBrand(app, tenant);
  await deleteBrand(app.deps, tenant, gone.id);
  for (const id of [foreignBrand.id, sibling.id, gone.id, newId(), 'brand', '']) {
    await expect(start(app, tenant, { id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'brand not found',
    });
  }
  const packOf = (of: Tenant, id: string) => findPackOf(app.deps, of, id, null);
  const foreignPack = await packOf(foreign, foreignBrand.id);
  const anothersPack = await packOf(tenant, (await makeBrand(app, tenant, { name: 'Globex' })).id);
  for (const promptPackId of [foreignPack.id, anothersPack.id, newId(), 'pack']) {
    await expect(start(app, tenant, brand, { promptPackId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'prompt pack not found',
    });
  }
});

test('a run keeps the prompts and names that it was started with; branded prompts are marked', async () => {
  const pack = await createPack(app.deps, tenant, { name: 'Own', prompts: [] });
  const prompt = (text: string) =>
    createPrompt(
      app.deps,
      tenant,
      { packId: pack.id, brandId: null },
      {
        text,
        stage: 'desire',
        tags: [],
        country: 'DE',
        language: 'de',
      },
    );
  await expect(start(app, tenant, brand, { promptPackId: pack.id })).rejects.toMatchObject({
    details: { field: 'promptPackId' },
  });
  const plain = await prompt('Welches CRM ist gut?');
  const branded = await prompt('Ist ACME ein gutes CRM?');
  const off = await prompt('Wird nicht gefragt');
  await updatePrompt(app.deps, tenant, off.id, { enabled: false });
  const run = await start(app, tenant, brand, { promptPackId: pack.id, platforms: ['chatgpt'] });
  await updatePrompt(app.deps, tenant, plain.id, { text: 'Something else' });
  await updateBrand(app.deps, tenant, brand.id, { competitors: [{ name: 'Globex' }] });
  const [row] = await sql<{ plan: { prompts: object[]; brand: { competitors: object[] } } }>(
    app.databaseUrl,
    'select plan from probe_run where id = $1',
    [run.id],
  );
  const asked = { stage: 'desire', country: 'DE', language: 'de' };
  expect(row?.plan.prompts).toEqual([
    { ...asked, promptId: plain.id, text: plain.text, branded: false },
    { ...asked, promptId: branded.id, text: branded.text, branded: true },
  ]);
  expect(row?.plan.brand.competitors).toEqual([]);
  expect(await loadPrompts(app.deps, tenant, [pack.id])).toHaveLength(3);
});

test('repeats count on through a brand’s day, also when runs are started at once', async () => {
  const own = await makeBrand(app, tenant);
  const others = await makeBrand(app, tenant);
  const some = { platforms: ['chatgpt'], samplesPerPrompt: 3 };
  await Promise.all(Array.from({ length: 4 }, () => start(app, tenant, own, some)));
  await start(app, tenant, others, some);
  const repeats = (id: string) =>
    sql(
      app.databaseUrl,
      'select first_repeat as at from probe_run where brand_id = $1 order by 1',
      [id],
    );
  expect(await repeats(own.id)).toEqual([{ at: 0 }, { at: 3 }, { at: 6 }, { at: 9 }]);
  expect(await repeats(others.id)).toEqual([{ at: 0 }]);
});

test('more starts at once than the pool has connections all succeed', async () => {
  const { pool, orm, dispose } = await openWorkDatabase(app.databaseUrl);
  // Who held a connection and waited for a second would wait to the end of the test.
  pool.options.connectionTimeoutMillis = 0;
  const patient = { ...app, deps: { ...app.deps, db: createDb(pool, orm.em) } };
  try {
    const runs = await Promise.all(
      Array.from({ length: 12 }, () => start(patient, tenant, brand, { platforms: ['claude'] })),
    );
    expect(new Set(runs.map(({ id }) => id)).size).toBe(12);
  } finally {
    await dispose();
  }
});

test('the list is newest first, filtered, in stable pages', async () => {
  const own = await makeBrand(app, tenant);
  const made: string[] = [];
  for (let i = 0; i < 3; i += 1)
    made.unshift((await start(app, tenant, own, { platforms: ['grok'] })).id);
  const filter = { brandId: own.id, status: null };
  const first = await listProbeRuns(app.deps, tenant, { first: 2, after: null }, filter);
  expect(first).toMatchObject({ hasNextPage: true, rows: made.slice(0, 2).map((id) => ({ id })) });
  const rest = await listProbeRuns(app.deps, tenant, { first: 2, after: made[1] ?? null }, filter);
  expect(rest).toMatchObject({ hasNextPage: false, rows: [{ id: made[2] }] });
  expect(await countProbeRuns(app.deps, tenant, filter)).toBe(3);
  expect(await countProbeRuns(app.deps, tenant, { ...filter, status: 'completed' })).toBe(0);
  await deleteBrand(app.deps, tenant, own.id);
  expect(await countProbeRuns(app.deps, tenant, filter)).toBe(0);
  await expect(findProbeRun(app.deps, tenant, made[0] ?? '')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
