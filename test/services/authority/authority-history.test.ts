import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readAuthority } from '../../../src/services/authority/authority.js';
import {
  keepAuthority,
  loadAuthorityHistory,
} from '../../../src/services/authority/authority-history.js';
import { queueSiteReads, readBrandSite } from '../../../src/services/site/page.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { bearer, post } from '../../helpers/client/client.js';
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
const SITE: Record<string, string> = {
  '/': '<a href="/about">About</a> <p>We tested it for 30 days.</p>',
  '/about': '<p>According to a survey, 7 years are usual.</p>',
};
let app: TestApp;

beforeAll(async () => {
  clock.moveToNoon();
  const readUrl = async (url: string) => {
    const text = SITE[new URL(url).pathname];
    const status = text === undefined ? 404 : 200;
    return { status, location: null, type: 'text/html', text: text ?? '' };
  };
  const settings = { ROLE: 'web', CHATGPT_API_KEY: 'unused' };
  app = await startApp(settings, { now: clock.now, readUrl });
});
afterAll(() => app.dispose());

async function probed(tenant: Tenant) {
  const brand = await makeBrand(app, tenant);
  await perform(app, tenant, await start(app, tenant, brand));
  return brand;
}

test('a run stores how much of each answer every name takes', async () => {
  const tenant = await createTenant(app);
  const brand = await probed(tenant);
  const rows = await sql<{ mentioned: boolean; prominence: number; total: number | null }>(
    app.databaseUrl,
    `select mentioned, prominence, (select sum(m.prominence) from answer_mention m
       where (m.run_id, m.platform, m.prompt_id, m.repeat) = (a.run_id, a.platform, a.prompt_id, a.repeat)) as total
     from answer a where brand_id = $1`,
    [brand.id],
  );
  expect(new Set(rows.map(({ mentioned }) => mentioned))).toEqual(new Set([true, false]));
  for (const { mentioned, prominence, total } of rows) {
    expect(prominence > 0).toBe(mentioned);
    if (total !== null) expect(total).toBeCloseTo(1, 12);
  }
});

test('each day leaves one row per brand with answers, of the kind that it was measured with', async () => {
  const tenant = await createTenant(app);
  const brand = await probed(tenant);
  const silent = await makeBrand(app, tenant, { name: 'Silent' });
  const days = (id = brand.id, sandbox = true, of = 30) =>
    loadAuthorityHistory(app.deps, tenant, { brandId: id, sandbox }, of);
  await keepAuthority(app.deps);
  await keepAuthority(app.deps);
  const today = await readAuthority(app.deps, tenant, brand.id);
  const { geoScore, eeatScore, answers, version } = today;
  expect(await days()).toEqual([
    {
      date: clock.now().toISOString().slice(0, 10),
      ...{ version, geoScore, eeatScore, answers },
      citationDensity: today.citationDensity.value,
      smoothedTrend7d: null,
    },
  ]);
  expect(geoScore).toBeGreaterThan(0);
  expect(eeatScore).toBeGreaterThan(0);
  expect(await days(silent.id)).toEqual([]);
  expect(await days(brand.id, false)).toEqual([]);
  clock.move(DAY_MS);
  await keepAuthority(app.deps);
  expect(await days()).toHaveLength(2);
  expect(await days(brand.id, true, 1)).toHaveLength(1);
});

test('each day tells the smoothed trend of the seven days that end with it, of one version and with gaps', async () => {
  const tenant = await createTenant(app);
  const { id: brandId } = await makeBrand(app, tenant);
  const scores = [61.0, 61.4, 60.8, 62.0, 62.3, 61.9, 63.1];
  const store = (daysAgo: number, score: number, version = '2026-1') =>
    sql(
      app.databaseUrl,
      `insert into authority_score (account_id, environment, brand_id, date, sandbox, version, geo_score, answers, scored_at)
       values ($1, $2, $3, ($4::timestamptz at time zone 'UTC')::date, true, $5, $6, 30, $4)`,
      [
        ...[tenant.accountId, tenant.environment, brandId],
        ...[new Date(clock.now().getTime() - daysAgo * DAY_MS), version, score],
      ],
    );
  for (const [at, score] of scores.entries()) await store(6 - at, score);
  await store(7, 10);
  await store(8, 99, '2025-9');
  const trends = async (days: number) => {
    const of = { brandId, sandbox: true };
    const list = await loadAuthorityHistory(app.deps, tenant, of, days);
    return list.map(({ smoothedTrend7d }) => smoothedTrend7d);
  };
  // 0.3333 a day; what lies before the window of the list counts as well, what lies before the week does not.
  expect(await trends(1)).toEqual([2.3]);
  // Of 10, 61, 61.4 and 60.8 the median slope lies between 0.4 and 16.9333.
  expect((await trends(5))[0]).toBeCloseTo(60.7, 1);
  expect((await trends(9)).slice(0, 4)).toEqual([null, null, null, null]);
});

test('GraphQL shows what each score is made of, whose index it is, and its days', async () => {
  const account = await app.createAccount();
  const brand = await probed({ accountId: account.accountId, environment: 'test' });
  await keepAuthority(app.deps);
  const query = `query($brandId: ID!) { authority(brandId: $brandId) {
    version notice windowDays components { component weight points } citationDensity { denominator low high state }
    subscores { expertise { coverage signals { id strength weight of } } } trend7d { value reason isCertain }
    geoScore history(days: 7) { date geoScore } } }`;
  const answer = await post(app.url, bearer(account.key), query, { brandId: brand.id });
  expect(answer.errors).toBeUndefined();
  const { authority } = answer.data;
  expect(authority).toMatchObject({
    version: '2026-1',
    notice: expect.stringContaining('Answerscope’s own'),
    windowDays: 28,
    // Twelve prompts on the five platforms that cite.
    citationDensity: { denominator: 72, state: 'LOW' },
    trend7d: { value: null, reason: 'TOO_FEW_ANSWERS', isCertain: false },
    history: [{ geoScore: authority.geoScore }],
  });
  const { components } = authority as { components: { component: string; points: number }[] };
  expect(components.map(({ component }) => component)).toEqual([
    'VISIBILITY',
    'PROMINENCE',
    'SENTIMENT',
    'CITATIONS',
  ]);
  const sum = components.reduce((total, { points }) => total + points, 0);
  // Each of the four is rounded for itself.
  expect(Math.abs(sum - authority.geoScore)).toBeLessThan(0.3);
  expect(authority.subscores.expertise).toMatchObject({
    coverage: 0.8,
    signals: [
      { id: 'named_author', weight: 35 },
      { id: 'outbound_references', weight: 30 },
      { id: 'factual_agreement', weight: 20, strength: null, of: 0 },
      { id: 'kept_current', weight: 15, strength: 1 },
    ],
  });
});

test.each([0, 91])('a history of %d days is refused by name', async (days) => {
  const account = await app.createAccount();
  const brand = await makeBrand(app, { accountId: account.accountId, environment: 'test' });
  const query = `{ authority(brandId: "${brand.id}") { notice history(days: ${days}) { date } } }`;
  const { errors } = await post(app.url, bearer(account.key), query);
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT' } }]);
});

test('the pages of a real site count for real answers, and each reading takes the last one’s place', async () => {
  const tenant = await createTenant(app, { environment: 'live' });
  const brand = await makeBrand(app, tenant);
  const never = new AbortController().signal;
  const read = () => readBrandSite(app.deps, tenant, brand.id, never);
  const signals = async () => (await readAuthority(app.deps, tenant, brand.id)).subscores;
  expect(await signals()).toMatchObject({ experience: { coverage: 0 } });
  await read();
  const { experience, trustworthiness } = await signals();
  expect(experience).toMatchObject({ coverage: 1 });
  // Two claims, one of which says where it is from; https and an about page, of five.
  expect(trustworthiness.signals).toMatchObject([
    { strength: 0.4 },
    { strength: null },
    { strength: 0.5 },
    { strength: 1 },
    { strength: 0 },
  ]);
  delete SITE['/about'];
  await read();
  expect((await signals()).trustworthiness.signals[0]).toMatchObject({ strength: 0.2 });
  clock.move(31 * DAY_MS);
  expect(await signals()).toMatchObject({ experience: { coverage: 0 } });
  await expect(readBrandSite(app.deps, tenant, tenant.accountId, never)).resolves.toBeUndefined();
});

test('a site is read for whoever has engines, and none for the sandbox', async () => {
  const live = await createTenant(app, { environment: 'live' });
  const played = await createTenant(app);
  const brand = await makeBrand(app, live);
  await makeBrand(app, live, { name: 'Siteless', website: null });
  await makeBrand(app, played);
  await sql(app.databaseUrl, `delete from pgboss.job where name = 'site-read'`);
  await queueSiteReads(app.deps);
  const jobs = await sql<{ brand: string }>(
    app.databaseUrl,
    `select data->>'brandId' as brand from pgboss.job where name = 'site-read' and data->>'accountId' = any($1)`,
    [[live.accountId, played.accountId]],
  );
  expect(jobs).toEqual([{ brand: brand.id }]);
});
