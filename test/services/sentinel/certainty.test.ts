import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { examineRuns } from '../../../src/services/analysis/examine-run.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createNoon } from '../../helpers/records/dashboard.js';
import { sql } from '../../helpers/run/sql.js';
import { createWatched, type DayRates, type Watched, watchAnother } from './fixture.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

async function openWith(quiet: DayRates, now: DayRates): Promise<Watched> {
  const watched = await createWatched(app);
  await watched.quietMonth(quiet);
  await watched.look(9, now);
  await watched.look(9, now, 5);
  return watched;
}
const numberOf = (of: Record<string, unknown> | undefined, name: string) => Number(of?.[name]);

test.each([
  // Rises of .12 and of .24, which are of one impact: it takes p to tell them apart.
  ['moderate', 7, 'low'],
  ['certain', 12, 'medium'],
])('of a surge it is p that makes it certain: %s', async (certainty, negative, severity) => {
  const watched = await openWith({ mentioned: 7, negative: 2 }, { mentioned: 7, negative });
  const [incident] = await watched.incidents();
  expect(incident).toMatchObject({ type: 'negative_surge', severity });
  expect(numberOf(incident?.details, 'p') <= 0.001).toBe(certainty === 'certain');
});

test.each([
  // Losses of .33 and .40 of the rate, of one impact.
  ['moderate', { mentioned: 7 }, { mentioned: (on: string) => (on < 'g' ? 5 : 4) }, 'medium'],
  ['certain', { mentioned: 10 }, { mentioned: 6 }, 'high'],
] as const)('of a collapse it is the lower bound: %s', async (certainty, quiet, now, severity) => {
  const watched = await openWith(quiet, now);
  const [incident] = await watched.incidents();
  expect(incident).toMatchObject({ type: 'ranking_collapse', severity });
  expect(numberOf(incident?.details, 'relativeDrop')).toBeGreaterThanOrEqual(0.25);
  expect(numberOf(incident?.details, 'relativeDrop')).toBeLessThan(0.5);
  expect(numberOf(incident?.details, 'low') > 0.1).toBe(certainty === 'certain');
});

test.each([
  ['moderate', 'https://paypal-login.com/', 'paypal-login.com', 'high'],
  ['certain', 'https://paypa1.com/', 'paypa1.com', 'critical'],
])('of an impersonation it is the likeness: %s', async (_, url, domain, severity) => {
  const watched = await createWatched(app);
  await updateBrand(app.deps, watched.tenant, watched.brandId, { website: 'https://paypal.com' });
  const run = await watched.tell(5, { mentioned: 7 });
  await sql(
    app.databaseUrl,
    `insert into answer_citation select account_id, environment, run_id, platform, prompt_id, repeat, run_at, 0, $2, $3, $4, '', false
     from (select *, row_number() over (partition by platform order by repeat) as n from answer where run_id = $1) a where n <= 1`,
    [run, newId(), url, domain],
  );
  await examineRuns(app.deps, watched.tenant, [run]);
  expect(await watched.incidents()).toMatchObject([{ type: 'impersonation', severity }]);
});

test('of a change of a platform it is the last p of those it takes', async () => {
  const first = await createWatched(app);
  const brands = [first, await watchAnother(app, first, 'Globex')];
  for (const brand of brands) await brand.quietMonth({ mentioned: 7 });
  const told = async () => (await Promise.all(brands.map((brand) => brand.incidents()))).flat();
  const rates = { mentioned: (on: string) => (on === 'grok' ? 0 : 7) };
  for (let day = 10; day > 0 && (await told()).length === 0; day -= 1)
    for (const brand of brands) await brand.look(day, rates);
  const [incident] = await told();
  // Half of the rate of both brands: it would be high without the certainty.
  expect(incident).toMatchObject({ type: 'platform_shift', severity: 'critical' });
  expect(numberOf(incident?.details, 'p')).toBeLessThanOrEqual(0.001);
});
