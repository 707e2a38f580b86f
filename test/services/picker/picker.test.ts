import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { listPicks, loadPicks } from '../../../src/services/picker/picker.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { askUnevenly, PICKED } from '../../helpers/records/picks.js';
import {
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

const DAY_MS = 86_400_000;
const clock = createClock();
let app: TestApp;
let tenant: Tenant;
let brandId: string;

const picks = (limit = 50, id = brandId) => listPicks(app.deps, tenant, id, limit);

/** Makes every prompt's answers of each platform these many, of which so many are hits, asked so long ago. */
async function hear(hits: number, answers: number, daysAgo: number): Promise<Date> {
  const askedAt = new Date(clock.now().getTime() - daysAgo * DAY_MS);
  await sql(
    app.databaseUrl,
    `with model as (delete from answer where brand_id = $1 returning *),
       one as (select distinct on (prompt_id, platform) * from model order by prompt_id, platform, repeat)
     insert into answer select (jsonb_populate_record(one::answer, jsonb_build_object('repeat', n, 'status', 'answered',
       'mentioned', n <= $2, 'asked_at', $4::timestamptz))).* from one, generate_series(1, $3::int) n`,
    [brandId, hits, answers, askedAt],
  );
  return askedAt;
}

beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
});
beforeEach(async () => {
  tenant = await createTenant(app);
  ({ id: brandId } = await makeBrand(app, tenant));
});
afterAll(() => app.dispose());

test('a brand that was never asked about has a prompt to ask: one of twelve', async () => {
  const picker = await picks();
  expect(picker).toMatchObject({ brandId, total: 1 });
  expect(picker.items).toHaveLength(1);
  expect(picker.items[0]).toMatchObject({
    priorityScore: 1,
    lastSampledAt: null,
    reason: 'never_sampled',
  });
  expect(picker.items[0]?.gains).toHaveLength(6);
});

test.each([
  [6, 12, 0, 0.1205, 'high_uncertainty'],
  [6, 12, 28, 0.3579, 'stale'],
  [0, 12, 56, 0.6477, 'stale'],
  [12, 12, 0, 0.0914, 'high_uncertainty'],
])('%d hits of %d, %d days old', async (hits, answers, daysAgo, priorityScore, reason) => {
  if ((await picks()).items[0]?.lastSampledAt === null)
    await perform(app, tenant, await start(app, tenant, { id: brandId }));
  const askedAt = await hear(hits, answers, daysAgo);
  const { items } = await picks();
  expect(items[0]).toMatchObject({ priorityScore, reason });
  expect(items[0]?.lastSampledAt).toEqual(askedAt);
});

test('failed answers were never heard, and a prompt that is not asked any more is not picked', async () => {
  const [{ id: promptId } = { id: '' }] = await sql<{ id: string }>(
    app.databaseUrl,
    'select id from prompt where account_id = $1 order by id limit 1',
    [tenant.accountId],
  );
  await sql(app.databaseUrl, `update answer set status = 'failed' where prompt_id = $1`, [
    promptId,
  ]);
  expect((await picks()).items[0]).toMatchObject({ promptId, priorityScore: 1 });
  await sql(app.databaseUrl, 'update prompt set enabled = false where id = $1', [promptId]);
  expect((await picks()).items[0]?.promptId).not.toBe(promptId);
});

test('of a thousand prompts 5 % are picked, those that would tell most first, and counted before the limit', async () => {
  const other = await createTenant(app);
  const { id } = await makeBrand(app, other);
  const expected = await askUnevenly(app, other, id);
  const list = async (limit: number) => {
    const { items, total } = await listPicks(app.deps, other, id, limit);
    return { ids: items.map(({ promptId }) => promptId), total, items };
  };
  const { items, ...all } = await list(200);
  expect(all).toEqual({ ids: expected, total: PICKED });
  expect(new Set(items.map(({ priorityScore }) => priorityScore)).size).toBe(2);
  expect(await list(50)).toMatchObject({ ids: expected.slice(0, 50), total: PICKED });
  expect(await list(1)).toMatchObject({ ids: expected.slice(0, 1), total: PICKED });
});

test('of several brands at once, each its own prompts by its own answers', async () => {
  const other = await makeBrand(app, tenant, { name: 'Globex' });
  await perform(app, tenant, await start(app, tenant, { id: brandId }));
  const both = await loadPicks(app.deps, tenant, [brandId, other.id]);
  const all = [await picks(200), await picks(200, other.id)];
  expect(both).toHaveLength(2);
  expect(both).toEqual(expect.arrayContaining(all));
  expect(all.map(({ items }) => items[0]?.lastSampledAt === null)).toEqual([false, true]);
});

test.each([0, 201, -1, 1.5])('a limit of %d is refused by name', async (limit) =>
  expect(picks(limit)).rejects.toMatchObject({ details: { field: 'limit' } }),
);

test('a brand of nobody’s is not found', async () =>
  expect(picks(50, tenant.accountId)).rejects.toMatchObject({ code: 'NOT_FOUND' }));
