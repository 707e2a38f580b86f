import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readEngineUsage, toUsageRange } from '../../../src/services/accounts/usage.js';
import { countAnswers } from '../../../src/services/answers/answer.js';
import { cancelProbeRun } from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { tellRun, times } from '../../helpers/records/answers.js';
import { createBrandFixture, createNoon } from '../../helpers/records/dashboard.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

test('answers of a cancelled run can be read, and count in nothing but cost', async () => {
  const { tenant, brandId, prompts, noon, get } = await createBrandFixture(app);
  const [promptId = ''] = prompts;
  const source = { url: 'https://a.example/1', domain: 'a.example' };
  await tellRun(app, tenant, brandId, { at: noon(1), answers: times(4, { promptId }) });
  const id = await tellRun(app, tenant, brandId, {
    at: noon(0),
    status: 'running',
    answers: times(12, {
      promptId,
      rank: 1,
      sentiment: 'positive',
      citations: 1,
      sources: [source],
    }),
  });
  await sql(app.databaseUrl, 'update answer set cost_usd = 0.5 where run_id = $1', [id]);
  const numbers = async () => {
    const [compared] = (await get('/api/brands/compare?days=7')).brands;
    const { platforms } = await get(
      `/api/dashboard/competitors/breakdown?brand_id=${brandId}&days=7`,
    );
    return { compared, entries: platforms[0].entries };
  };
  expect(await numbers()).toMatchObject({
    compared: { visibility: 0.75, answers: 16, positive: 12, citations: 12 },
    entries: [{ mentions: 12, answers: 16 }],
  });

  await cancelProbeRun(app.deps, tenant, id);
  expect(await numbers()).toMatchObject({
    compared: { visibility: 0, answers: 4, positive: 0, citations: 0, averageRank: null },
    entries: [{ mentions: 0, answers: 4 }],
  });
  const all = { platform: null, promptId: null, status: null, mentioned: null };
  expect(await countAnswers(app.deps, tenant, [{ id, createdAt: noon(0) }], all)).toEqual([
    { runId: id, count: 12 },
  ]);
  const usage = await readEngineUsage(app.deps, tenant, toUsageRange(app.deps.now(), {}));
  expect(usage.byBrand).toMatchObject([{ brandId, calls: 16, costUsd: 6 }]);
});
