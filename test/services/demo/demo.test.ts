import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deleteBrand } from '../../../src/services/brands/brand.js';
import { removeBrand } from '../../../src/services/brands/remove-brand.js';
import { seedHistory } from '../../../src/services/demo/demo.js';
import {
  type DemoAccount,
  ensureDemoAccount,
  findDemoAccount,
  makeDemoKey,
  makeDemoLink,
  toTestTenant,
} from '../../../src/services/demo/demo-account.js';
import { STORY } from '../../../src/services/demo/demo-story.js';
import { removeDemo } from '../../../src/services/demo/remove-demo.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';
import { findText, sql } from '../../helpers/run/sql.js';
import { until } from '../../helpers/run/until.js';

let app: TestApp;
let demo: DemoAccount;
/** What was there of the history when it was broken off after four days. */
let broken: DayRate[];
const told: number[] = [];

beforeAll(async () => {
  // A worker would analyse the days at its own time.
  app = await startApp({ ROLE: 'web' });
  demo = await ensureDemoAccount(app.deps);
  const stopping = new AbortController();
  const tell = (days: number) => days === 4 && stopping.abort();
  await expect(seedHistory(app.deps, demo, { stop: stopping.signal, tell })).rejects.toThrow();
  broken = await readRates();
  const startedMs = performance.now();
  await seedHistory(app.deps, demo, { atOnce: 4, tell: (days) => told.push(days) });
  console.info(`26 days of history in ${Math.round(performance.now() - startedMs)} ms`);
});
afterAll(() => app.dispose());

const RATES = `select extract(day from a.run_at - b.created_at)::int + 1 as day, a.platform,
    avg(a.mentioned::int)::float as brand,
    avg((exists (select 1 from answer_mention m join competitor c on c.id::text = m.entity_id
      where m.run_id = a.run_id and m.platform = a.platform and m.prompt_id = a.prompt_id and c.name = $1))::int)::float as rival,
    bool_and(a.sandbox and r.sandbox and a.environment = 'test') as labelled,
    bool_and(a.asked_at::date = a.run_at::date and r.completed_at::date = a.run_at::date) as "onItsDay"
  from answer a join probe_run r on r.id = a.run_id join brand b on b.id = a.brand_id
  where r.status = 'completed' and b.deleted_at is null group by 1, 2 order by 1, 2`;

interface DayRate {
  day: number;
  platform: string;
  brand: number;
  rival: number;
  labelled: boolean;
  onItsDay: boolean;
}

const readRates = () => sql<DayRate>(app.databaseUrl, RATES, [STORY.rising.rival]);

const mean = (rows: readonly DayRate[], of: 'brand' | 'rival'): number =>
  rows.reduce((sum, row) => sum + row[of], 0) / rows.length;

test('broken off half-way, it went on where it was', async () => {
  expect(Math.max(...broken.map(({ day }) => day))).toBe(4);
  expect(told).toEqual(Array.from({ length: STORY.days }, (_, day) => day + 1));
  expect((await readRates()).slice(0, broken.length)).toEqual(broken);
});

test('a platform drops on day 21 and stays down, and the others do not; a rival rises', async () => {
  const rates = await readRates();
  const { fading } = STORY;
  const of = (wanted: boolean, from: number, to: number) =>
    rates.filter(
      ({ platform, day }) => (platform === fading.platform) === wanted && day >= from && day <= to,
    );
  const [before, after] = [of(true, 1, 20), of(true, 21, 30)];
  expect(before).toHaveLength(20);
  expect(after).toHaveLength(10);
  expect(mean(before, 'brand')).toBeGreaterThan(0.45);
  expect(mean(after, 'brand')).toBeLessThan(0.2);
  expect(Math.abs(mean(of(false, 1, 20), 'brand') - mean(of(false, 21, 30), 'brand'))).toBeLessThan(
    0.1,
  );
  const all = (from: number, to: number) => rates.filter(({ day }) => day >= from && day <= to);
  expect(mean(all(1, 5), 'rival')).toBeLessThan(0.35);
  expect(mean(all(26, 30), 'rival')).toBeGreaterThan(0.65);
});

test('the fall of that platform is an incident of the days after it', async () => {
  const incidents = await sql<{ platform: string; day: number }>(
    app.databaseUrl,
    `select i.type, i.details->>'platform' as platform, i.sandbox, i.evidence_count > 0 as "hasEvidence",
       extract(day from i.opened_at - b.created_at)::int + 1 as day
     from incident i join brand b on b.id = i.brand_id`,
  );
  const { fading } = STORY;
  const fall = incidents.find(({ platform }) => platform === fading.platform);
  expect(fall).toMatchObject({ type: 'ranking_collapse', sandbox: true, hasEvidence: true });
  expect(fall?.day).toBeGreaterThanOrEqual(fading.day);
  expect(fall?.day).toBeLessThanOrEqual(fading.day + 7);
});

test('every answer is labelled, and lies on its own day; today is the last', async () => {
  const rates = await readRates();
  expect(rates).toHaveLength(STORY.days * 6);
  expect(rates.filter(({ labelled, onItsDay }) => !labelled || !onItsDay)).toEqual([]);
  const [last] = await sql<{ day: string }>(
    app.databaseUrl,
    'select max(run_at)::date::text as day from answer',
  );
  const [first] = await sql<{ day: string }>(
    app.databaseUrl,
    `select (min(run_at) + interval '29 days')::date::text as day from answer`,
  );
  expect(first).toEqual(last);
  const [account] = await sql<{ name: string }>(
    app.databaseUrl,
    `select name from auth."organization" where id = $1`,
    [demo.accountId],
  );
  expect(account?.name).toMatch(/demo.*sandbox/i);
});

test('a second time changes nothing', async () => {
  const counts = () =>
    sql(
      app.databaseUrl,
      `select (select count(*) from answer) as answers, (select count(*) from probe_run) as runs,
        (select count(*) from brand) as brands, (select count(*) from auth."user") as users,
        (select sum(sequence) from probe_run) as steps`,
    );
  const before = await counts();
  expect(await ensureDemoAccount(app.deps)).toEqual(demo);
  await seedHistory(app.deps, demo);
  expect(await counts()).toEqual(before);
});

test('there is no password that could sign in', async () => {
  expect(
    await sql(app.databaseUrl, 'select 1 from auth."account" where "userId" = $1', [demo.userId]),
  ).toEqual([]);
});

const leftOf = async ({ databaseUrl }: TestApp, id: string) =>
  (await findText(databaseUrl, id)).filter((table) => !table.startsWith('pgboss.'));

test('a brand that was deleted is made anew; what is removed leaves no row, and other accounts as they are', async () => {
  const app = await startApp({ ROLE: 'web' });
  const demo = await ensureDemoAccount(app.deps);
  /** After the first day. @returns the brand */
  const breakOff = async () => {
    const stopping = new AbortController();
    const tell = () => stopping.abort();
    await expect(seedHistory(app.deps, demo, { stop: stopping.signal, tell })).rejects.toThrow();
    return (await sql<{ id: string }>(app.databaseUrl, 'select id from brand'))[0] as {
      id: string;
    };
  };
  const tenant = toTestTenant(demo);
  const old = await breakOff();
  await deleteBrand(app.deps, tenant, old.id);
  await removeBrand(app.deps, tenant, old.id);
  expect((await breakOff()).id).not.toBe(old.id);

  const worker = await startApp({ ROLE: 'worker' }, { databaseUrl: app.databaseUrl });
  const other = await app.createAccount();
  const key = await makeDemoKey(app.deps, demo);
  await makeDemoLink(app.deps, app.url);
  expect((await call(app.url, 'GET', '/api/v1/brands', { key })).status).toBe(200);
  expect(await removeDemo(app.deps)).toEqual({ brands: 1 });
  await until(async () => (await leftOf(app, demo.accountId)).length === 0, 30_000);
  await worker.dispose();
  for (const id of [demo.accountId, demo.userId]) expect(await leftOf(app, id)).toEqual([]);
  expect(await sql(app.databaseUrl, 'select 1 from answer limit 1')).toEqual([]);
  expect(await findDemoAccount(app.deps)).toBeNull();
  expect(await removeDemo(app.deps)).toBeNull();
  expect((await call(app.url, 'GET', '/api/v1/brands', { key })).status).toBe(401);
  const { status } = await call(app.url, 'GET', '/api/v1/brands', { key: other.key });
  expect(status).toBe(200);
  await app.dispose();
});
