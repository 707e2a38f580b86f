import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createNoon } from '../../helpers/records/dashboard.js';
import { sql } from '../../helpers/run/sql.js';
import { createWatched, type DayRates, type Watched, watchAnother } from './fixture.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

const on = (fallen: string, rate: number) => (platform: string) => (platform === fallen ? rate : 7);
const STEADY: DayRates = { mentioned: 7 };
const GONE: DayRates = { mentioned: on('grok', 0) };

/** So many brands of one account after a quiet month. */
async function watchAll(count: number): Promise<Watched[]> {
  const first = await createWatched(app);
  const brands = [first];
  for (let n = 1; n < count; n += 1) brands.push(await watchAnother(app, first, `Globex ${n}`));
  for (const brand of brands) await brand.quietMonth(STEADY);
  return brands;
}
const watchTwo = async () => (await watchAll(2)) as [Watched, Watched];
/** Days on which the platform names the first brands no more. */
async function fall(brands: readonly Watched[], fallen: number): Promise<void> {
  for (let day = 10; day > 5; day -= 1)
    for (const [place, brand] of brands.entries())
      await brand.look(day, place < fallen ? GONE : STEADY);
}
const typesOf = async (brands: readonly Watched[]) =>
  (await Promise.all(brands.map((brand) => brand.incidents()))).map((of) =>
    of.map(({ type }) => type),
  );

test('one platform that falls for one brand is the brand’s own, and told of that platform', async () => {
  const [brand] = (await watchAll(1)) as [Watched];
  await fall([brand], 1);
  expect(await brand.incidents()).toMatchObject([
    {
      type: 'ranking_collapse',
      title: expect.stringMatching(/^Named in \d+ % of answers of Grok, down from \d+ %$/),
      details: { platform: 'grok' },
      severity: 'medium',
    },
  ]);
  // What is shown for it is what its title speaks of, after each look: the answers of Grok that do not name it.
  const shown = () =>
    sql<{ evidence_count: number; linked: number; told: boolean }>(
      app.databaseUrl,
      `select i.evidence_count, count(*)::int as linked, bool_and(a.platform = 'grok' and not a.mentioned) as told
       from incident_answer e join answer a using (account_id, environment, run_id, platform, prompt_id, repeat)
         join incident i on i.id = e.incident_id
       where i.brand_id = $1 group by i.evidence_count`,
      [brand.brandId],
    );
  const [before] = await shown();
  expect(before).toEqual({ evidence_count: before?.linked, linked: before?.linked, told: true });
  await brand.look(4, GONE);
  const [after] = await shown();
  expect(after).toEqual({ evidence_count: after?.linked, linked: after?.linked, told: true });
  // A week of twelve answers a day at most, however often it was looked at.
  expect(after?.linked).toBeLessThanOrEqual(84);
});

test('one of two brands that falls on a platform is no change of the platform', async () => {
  const brands = await watchTwo();
  await fall(brands, 1);
  expect(await typesOf(brands)).toEqual([['ranking_collapse'], []]);
  expect(await brands[0].incidents()).toMatchObject([{ details: { platform: 'grok' } }]);
});

test('of two brands the collapse of one is that brand’s, within two runs', async () => {
  const brands = await watchTwo();
  for (const brand of brands) await brand.look(10, STEADY);
  const [first, second] = brands;
  await second.look(9, STEADY);
  await first.look(9, { mentioned: 3 });
  await first.look(9, { mentioned: 3 }, 5);
  expect(await typesOf(brands)).toEqual([['ranking_collapse'], []]);
  expect(await first.incidents()).toMatchObject([{ details: { platform: null } }]);
});

test('two of two are the platform’s: suspected first, then told once, and of no brand alone', async () => {
  const brands = await watchTwo();
  const [first, second] = brands;
  const suspected: string[][] = [];
  for (let day = 10; day > 5; day -= 1)
    for (const brand of brands) {
      await brand.look(day, GONE);
      suspected.push((await brand.suspicions()).map(({ type }) => type));
    }
  expect(suspected).toContainEqual(['platform_shift']);
  expect(suspected.flat()).not.toContain('ranking_collapse');
  const told = [...(await first.incidents()), ...(await second.incidents())];
  expect(told).toMatchObject([
    {
      type: 'platform_shift',
      title: 'Grok names 2 of 2 brands less: a change of the platform',
      details: {
        subjects: ['grok'],
        brandIds: expect.arrayContaining([first.brandId, second.brandId]),
      },
    },
  ]);
  expect([await first.suspicions(), await second.suspicions()]).toEqual([[], []]);
});

test('two of four are the platform’s; one of three is not', async () => {
  const four = await watchAll(4);
  await fall(four, 2);
  expect((await typesOf(four)).flat()).toEqual(['platform_shift']);
  const three = await watchAll(3);
  await fall(three, 1);
  expect(await typesOf(three)).toEqual([['ranking_collapse'], [], []]);
});

test('two brands of which nothing changed have no incident, though a platform names them less for a day', async () => {
  const brands = await watchTwo();
  for (let day = 10; day > 2; day -= 1)
    // Of twelve answers four instead of seven: a raw fall of more than three tenths.
    for (const brand of brands)
      await brand.look(day, { mentioned: on('grok', day % 4 === 0 ? 4 : 8) });
  expect(await typesOf(brands)).toEqual([[], []]);
  expect([await brands[0].suspicions(), await brands[1].suspicions()]).toEqual([[], []]);
});

test('of many brands those that were asked last are looked at', async () => {
  const brands = await watchTwo();
  const [{ brandId, noon }] = brands;
  // Thirty older brands, each asked within the day but before these, that nobody can say anything of.
  await sql(
    app.databaseUrl,
    `with old as (
       insert into brand (account_id, environment, id, user_id, name, category, aliases, owned_domains, created_at, updated_at)
       select account_id, environment, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, user_id, 'Old ' || n,
         category, '[]', '{}', created_at, updated_at from brand, generate_series(1, 30) n where id = $1
       returning account_id, environment, id, user_id
     )
     insert into probe_run (account_id, environment, id, brand_id, user_id, kind, status, platforms, samples_per_prompt, sandbox,
       plan, first_repeat, expected_answers, answered, failed, sequence, estimated_completion_ms, failures, created_at, completed_at)
     select o.account_id, o.environment, gen_random_uuid(), o.id, o.user_id, 'probe', 'completed', '{}', 1, true, '{}', 0, 0, 0, 0, 0, 0,
       '[]', d, d from old o, unnest($2::timestamptz[]) d`,
    [brandId, [10, 9, 8, 7, 6].map((day) => new Date(noon(day + 1).getTime() + 500))],
  );
  await fall(brands, 2);
  expect((await typesOf(brands)).flat()).toEqual(['platform_shift']);
});
