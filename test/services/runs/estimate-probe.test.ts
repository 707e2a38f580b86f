import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listPicks } from '../../../src/services/picker/picker.js';
import { loadPrompts } from '../../../src/services/prompts/prompt.js';
import { findPackOf } from '../../../src/services/prompts/prompt-pack.js';
import { estimateProbe } from '../../../src/services/runs/estimate-probe.js';
import type { NewProbe } from '../../../src/services/runs/plan-probe.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
let brandId: string;
let promptIds: string[];

const PLATFORMS = ['chatgpt', 'grok'];
const estimate = (fields: Partial<NewProbe> = {}) =>
  estimateProbe(app.deps, tenant, {
    brandId,
    platforms: PLATFORMS,
    promptPackId: null,
    samplesPerPrompt: 1,
    ...fields,
  });

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  tenant = await createTenant(app);
  ({ id: brandId } = await makeBrand(app, tenant));
  const pack = await findPackOf(app.deps, tenant, brandId, null);
  promptIds = (await loadPrompts(app.deps, tenant, [pack.id])).map(({ id }) => id);
});
afterAll(() => app.dispose());

test('at first the cost is not known and the interval is the widest; afterwards it is what answers have cost', async () => {
  const unknown = await estimate({ platforms: null });
  // Wilson, 36 of 72: 0.3875 to 0.6125.
  expect(unknown).toMatchObject({
    prompts: 12,
    answers: 72,
    costUsd: null,
    assumedVisibility: 0.5,
    intervalWidth: 0.2251,
    sandbox: true,
  });
  expect(unknown.platforms).toHaveLength(6);
  await expect(estimate({ budgetUsd: 1 })).rejects.toMatchObject({
    details: { field: 'budgetUsd' },
  });

  await perform(app, tenant, await start(app, tenant, { id: brandId }, { platforms: PLATFORMS }));
  await sql(
    app.databaseUrl,
    `update answer set cost_usd = case platform when 'grok' then 0.03 else 0.01 end, mentioned = prompt_id = any($2) where brand_id = $1`,
    [brandId, promptIds.slice(0, 3)],
  );
  const found = await estimate();
  expect(found).toMatchObject({ answers: 24, assumedVisibility: 0.25 });
  expect(found.costUsd).toBeCloseTo(12 * 0.04, 9);
  expect(found.platforms.map(({ costUsd }) => costUsd?.toFixed(2))).toEqual(['0.12', '0.36']);
  // Repeats tell less than prompts.
  const [once, thrice] = [
    found.intervalWidth ?? 0,
    (await estimate({ samplesPerPrompt: 3 })).intervalWidth ?? 1,
  ];
  // Wilson, 6 of 24: 0.1200 to 0.4490; three repeats at a design effect of 1.6 are worth 45 answers.
  expect(once).toBeCloseTo(0.329, 3);
  expect(thrice).toBeCloseTo(0.246, 3);

  // A budget buys the first prompts, in the order of their naming.
  const wanted = [promptIds[5], promptIds[2], promptIds[5], promptIds[9]].map((id) => id ?? '');
  expect(await estimate({ promptIds: wanted })).toMatchObject({ prompts: 3, answers: 6 });
  const run = await start(
    app,
    tenant,
    { id: brandId },
    { platforms: PLATFORMS, promptIds: wanted, budgetUsd: 0.08 },
  );
  expect(run.expectedAnswers).toBe(4);
  const [{ plan } = { plan: null }] = await sql<{
    plan: { prompts: { promptId: string }[] } | null;
  }>(app.databaseUrl, 'select plan from probe_run where id = $1', [run.id]);
  expect(plan?.prompts.map(({ promptId }) => promptId)).toEqual([promptIds[5], promptIds[2]]);
});

test('a run may ask what the picker names', async () => {
  const { items } = await listPicks(app.deps, tenant, brandId, 50);
  const picked = items.map(({ promptId }) => promptId);
  const run = await start(
    app,
    tenant,
    { id: brandId },
    { platforms: PLATFORMS, promptIds: picked },
  );
  expect(run.expectedAnswers).toBe(2 * picked.length);
});

test.each<[string, Partial<NewProbe>]>([
  ['budgetUsd', { budgetUsd: 0 }],
  ['budgetUsd', { budgetUsd: -1 }],
  ['budgetUsd', { budgetUsd: Number.NaN }],
  ['budgetUsd', { budgetUsd: 0.039 }],
  ['promptIds', { promptIds: [] }],
  ['platforms', { platforms: [] }],
])('%s is refused by name: %j', (field, fields) =>
  expect(estimate(fields)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field } }),
);

test('a prompt of nobody’s, or of another pack, is not found', () =>
  expect(estimate({ promptIds: [promptIds[0] ?? '', tenant.accountId] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  }));
