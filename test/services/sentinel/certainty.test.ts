import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/id.js';
import { updateBrand } from '../../../src/services/change-brand.js';
import { examineRuns } from '../../../src/services/examine-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createNoon } from '../../helpers/dashboard.js';
import { sql } from '../../helpers/sql.js';
import { createWatched, type DayRates, type Watched, watchAnother } from './ground.js';

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
  // A rise of .17 with p = .0014, and one of .24 with p below .001: the same impact or nearly.
  ['moderate', 9, 'low'],
  ['certain', 12, 'medium'],
])('of a surge it is p that makes it certain: %s', async (certainty, negative, severity) => {
  const watched = await openWith({ mentioned: 7, negative: 2 }, { mentioned: 7, negative });
  const [incident] = await watched.incidents();
  expect(incident).toMatchObject({ type: 'negative_surge', severity });
  expect(numberOf(incident?.details, 'p') <= 0.001).toBe(certainty === 'certain');
});

test.each([
  // Both lose about .43 of the rate; of the smaller one chance could explain more.
  ['moderate', { mentioned: 7 }, { mentioned: 4 }, 'medium'],
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

test.each([
  ['moderate', 3, 'medium'],
  ['certain', 0, 'high'],
])('of a change of a platform it is the last p of those it takes: %s', async (certainty, mentioned, severity) => {
  const first = await createWatched(app);
  const brands = [first, await watchAnother(app, first, 'Globex')];
  for (const brand of brands) await brand.quietMonth({ mentioned: 7 });
  const told = async () => (await Promise.all(brands.map((brand) => brand.incidents()))).flat();
  const rates = { mentioned: (on: string) => (on === 'grok' ? mentioned : 7) };
  for (let day = 10; day > 0 && (await told()).length === 0; day -= 1)
    for (const brand of brands) await brand.look(day, rates);
  const [incident] = await told();
  expect(incident).toMatchObject({ type: 'platform_shift' });
  expect([certainty, incident?.severity, numberOf(incident?.details, 'p') <= 0.001]).toEqual([
    certainty,
    severity,
    certainty === 'certain',
  ]);
});
