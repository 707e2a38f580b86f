import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { citationIdOf } from '../../../src/domain/answers/analyse-answer.js';
import {
  type CitationFilter,
  type CitationRow,
  checkCitationFilter,
  countCitations,
  countCitationsByDay,
  fromCitationCursor,
  listCitations,
  toCitationCursor,
} from '../../../src/services/answers/citation.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { behave, createOpenAiServer } from '../../helpers/outside/openai-server.js';
import {
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
let brandId: string;
const clock = createClock();

const filter = (fields: Partial<CitationFilter> = {}): CitationFilter => ({
  brandId,
  days: 7,
  platform: null,
  ...fields,
});
const list = (
  fields: Partial<CitationFilter> = {},
  page = { first: 1_000, after: null as CitationRow | null },
) => listCitations(app.deps, tenant, filter(fields), page);
/** The midnight that began the day so many days ago. */
const midnight = (daysAgo: number) =>
  new Date(Math.floor(clock.now().getTime() / 86_400_000) * 86_400_000 - daysAgo * 86_400_000);

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
});
beforeEach(async () => {
  clock.moveToNoon();
  tenant = await createTenant(app);
  ({ id: brandId } = await makeBrand(app, tenant));
  await perform(app, tenant, await start(app, tenant, { id: brandId }, { samplesPerPrompt: 2 }));
});
afterAll(() => app.dispose());

test('a run’s citations are all there, in an order that is the same each time', async () => {
  const all = await list();
  const rows = await sql<{ id: string }>(
    app.databaseUrl,
    'select id from citation where brand_id = $1 order by discovered_at desc, id desc',
    [brandId],
  );
  expect(all.length).toBeGreaterThan(50);
  expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(await countCitations(app.deps, tenant, filter())).toBe(all.length);
  expect(all[0]).toMatchObject({
    brandId,
    sandbox: true,
    promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    discoveredAt: expect.any(Date),
  });
});

test('what is cited again is listed for it, with how often and when last', async () => {
  const before = await list();
  const first = clock.now();
  clock.moveToNextDay();
  await perform(app, tenant, await start(app, tenant, { id: brandId }, { samplesPerPrompt: 2 }));
  const after = await list();
  const links = await sql<{ pageId: string; platform: string; answers: number }>(
    app.databaseUrl,
    `select page_id as "pageId", platform, count(*)::int as answers from answer_citation
     where run_id in (select id from probe_run where brand_id = $1) group by 1, 2`,
    [brandId],
  );
  const answers = new Map(
    links.map((row) => [citationIdOf(row.pageId, row.platform), row.answers]),
  );
  expect(new Map(after.map((row) => [row.id, row.answers]))).toEqual(answers);
  const today = await list({ days: 1 });
  const ids = new Set(today.map(({ id }) => id));
  const again = before.filter(({ id }) => ids.has(id));
  expect(again.length).toBeGreaterThan(10);
  for (const { id, ...was } of again) {
    const now = today.find((row) => row.id === id);
    expect(now).toMatchObject({
      ...was,
      lastSeenAt: expect.any(Date),
      answers: expect.any(Number),
    });
    expect(now?.lastSeenAt.getTime()).toBeGreaterThan(first.getTime());
    expect(now?.answers).toBe((answers.get(id) ?? 0) - was.answers);
  }
  const times = after.map(({ discoveredAt }) => discoveredAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test('pages follow one another without a gap or a repeat, though all were found in one moment', async () => {
  const all = await list();
  expect(new Set(all.map((row) => row.discoveredAt.getTime())).size).toBe(1);
  const seen: CitationRow[] = [];
  for (let after: CitationRow | null = null; ; after = seen.at(-1) ?? null) {
    const ref = after && fromCitationCursor(toCitationCursor(after));
    const rows = await listCitations(app.deps, tenant, filter(), { first: 7, after: ref });
    seen.push(...rows.slice(0, 7));
    if (rows.length <= 7) break;
  }
  expect(seen).toEqual(all);
});

test('a platform’s own citations, and those of one that cited nothing', async () => {
  const all = await list();
  const byPlatform = Map.groupBy(all, ({ platform }) => platform);
  expect(byPlatform.size).toBeGreaterThan(1);
  for (const [platform, own] of byPlatform) {
    expect(await list({ platform })).toEqual(own);
    expect(await countCitations(app.deps, tenant, filter({ platform }))).toBe(own.length);
  }
  checkCitationFilter(app.deps, filter({ platform: 'copilot' }));
  expect(await list({ platform: 'copilot' })).toEqual([]);
});

test('the window is of whole UTC days, today included, and of when something was cited', async () => {
  const [moved, kept, old] = await list();
  const move = async (row: CitationRow | undefined, at: Date) => {
    await sql(app.databaseUrl, 'update citation set discovered_at = $2 where id = $1', [
      row?.id,
      at,
    ]);
    await sql(app.databaseUrl, 'update result_citation set cited_at = $2 where citation_id = $1', [
      row?.id,
      at,
    ]);
  };
  const before = await countCitations(app.deps, tenant, filter({ days: 3 }));
  await move(moved, midnight(2));
  await move(kept, new Date(midnight(2).getTime() - 1));
  await move(old, midnight(89));
  const ids = async (days: number) => (await list({ days })).map(({ id }) => id);
  const count = async (days: number) => countCitations(app.deps, tenant, filter({ days }));
  expect(await ids(3)).toContain(moved?.id);
  expect(await ids(3)).not.toContain(kept?.id);
  expect(await ids(4)).toContain(kept?.id);
  expect([
    await count(1),
    await count(3),
    await count(4),
    await count(89),
    await count(90),
  ]).toEqual([before - 3, before - 2, before - 1, before - 1, before]);
  const days = await countCitationsByDay(app.deps, tenant, filter({ days: 4 }));
  const dateOf = (daysAgo: number) => midnight(daysAgo).toISOString().slice(0, 10);
  expect(days).toEqual([
    { date: dateOf(3), count: 1 },
    { date: dateOf(2), count: 1 },
    { date: dateOf(1), count: 0 },
    { date: dateOf(0), count: before - 3 },
  ]);
  clock.moveToNextDay();
  expect(await count(1)).toBe(0);
  expect(await countCitationsByDay(app.deps, tenant, filter({ days: 1 }))).toEqual([
    { date: dateOf(0), count: 0 },
  ]);
});

test.each<[string, Partial<CitationFilter>, string]>([
  ['no days', { days: 0 }, 'days'],
  ['too many days', { days: 91 }, 'days'],
  ['half a day', { days: 1.5 }, 'days'],
  ['an unknown platform', { platform: 'altavista' }, 'platform'],
])('%s is refused by name', (_, fields, field) => {
  const refusal = expect.objectContaining({
    code: 'BAD_INPUT',
    details: expect.objectContaining({ field }),
  });
  expect(() => checkCitationFilter(app.deps, filter(fields))).toThrow(refusal as never);
});

const cursor = (text: string) => Buffer.from(text).toString('base64url');
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
test.each([
  ['nothing', ''],
  ['noise', '%%%'],
  ['no time', cursor(`/${ID}`)],
  ['no id', cursor('2026-01-01T00:00:00.000Z/x')],
  ['a time after all times', cursor(`+275760-09-13T00:00:00.000Z/${ID}`)],
  ['a time before all times', cursor(`-271821-04-20T00:00:00.000Z/${ID}`)],
])('a cursor of %s is refused', (_, text) => {
  expect(() => fromCitationCursor(text)).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT', details: { field: 'after' } }),
  );
});

test('what the sandbox invented for live callers does not hide what an engine finds later', async () => {
  const live: Tenant = await createTenant(app, { environment: 'live' });
  const brand = await makeBrand(app, live);
  const invented = await perform(app, live, await start(app, live, brand, { samplesPerPrompt: 5 }));
  expect(invented.sandbox).toBe(true);
  const own = { brandId: brand.id, days: 7, platform: 'chatgpt' };
  const known = await listCitations(app.deps, live, own, { first: 1_000, after: null });
  const ours = known.find(({ owned }) => owned);
  expect(ours).toBeDefined();
  // The brand's own pages are the ones that both may cite.
  const vendor = await createOpenAiServer(behave.citing([{ url: ours?.sourceUrl ?? '' }]));
  const real = await startApp(
    { ROLE: 'web', CHATGPT_API: 'openai', CHATGPT_API_KEY: 'k', CHATGPT_BASE_URL: vendor.url },
    { databaseUrl: app.databaseUrl, now: clock.now },
  );
  try {
    const run = await perform(real, live, await start(real, live, brand));
    expect(run).toMatchObject({ status: 'completed', sandbox: false, answered: 12 });
    const found = await listCitations(real.deps, live, own, { first: 1_000, after: null });
    expect(found).toEqual([
      expect.objectContaining({ sourceUrl: ours?.sourceUrl, sandbox: false, answers: 12 }),
    ]);
    const events = await sql(app.databaseUrl, 'select 1 from outbox where brand_id = $1', [
      brand.id,
    ]);
    expect(events).toHaveLength(1);
    // Whoever sees the sandbox's environment still sees the sandbox's links.
    expect(await listCitations(app.deps, live, own, { first: 1_000, after: null })).toEqual(known);
  } finally {
    await real.dispose();
    await vendor.dispose();
  }
});
