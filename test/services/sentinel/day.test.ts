import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { reviewSuspicions } from '../../../src/services/sentinel/review.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';
import { createWatched, type Watched } from './fixture.js';

const DAY_MS = 86_400_000;
const QUIET = { mentioned: 7, negative: 2 };
const BAD = { mentioned: 3, negative: 14 };

const clock = createClock();
let app: TestApp;
let fallen: Watched;
let asked: Watched;

beforeEach(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
  [fallen, asked] = [await createWatched(app), await createWatched(app)];
  for (const watched of [fallen, asked]) await watched.quietMonth(QUIET);
});
afterEach(() => app.dispose());

const statusOf = async (watched: Watched) =>
  (await watched.incidents()).map(({ type, status, calm_windows }) => [type, status, calm_windows]);
const night = async () => {
  clock.move(DAY_MS);
  await reviewSuspicions(app.deps);
};

test('a completed run that nobody looked at is seen by the day’s look, once', async () => {
  const run = await asked.tell(0, { mentioned: 3 });
  await reviewSuspicions(app.deps);
  expect(await asked.suspicions()).toMatchObject([
    { type: 'ranking_collapse', run_id: run, confirming_run_id: expect.any(String) },
  ]);
  await reviewSuspicions(app.deps);
  expect(await asked.incidents()).toEqual([]);
  expect(await asked.suspicions()).toHaveLength(1);
});

test('incidents of a brand that is asked no more are over after a week of silence and three days', async () => {
  await fallen.look(0, BAD, -10);
  await fallen.look(0, BAD, -5);
  const both = (status: string, calm: number) =>
    expect.arrayContaining([
      ['negative_surge', status, calm],
      ['ranking_collapse', status, calm],
    ]);
  expect(await statusOf(fallen)).toEqual(both('open', 0));
  // The day's look at what was looked at already changes nothing.
  await reviewSuspicions(app.deps);
  for (let day = 1; day < 7; day += 1) await night();
  expect(await statusOf(fallen)).toEqual(both('open', 0));
  await night();
  await reviewSuspicions(app.deps);
  expect(await statusOf(fallen)).toEqual(both('open', 1));
  await night();
  expect(await statusOf(fallen)).toEqual(both('open', 2));
  await night();
  expect(await statusOf(fallen)).toEqual(both('resolved', 2));
  const notes = await sql<{ note: string }>(
    app.databaseUrl,
    `select distinct note from incident_note n join incident i on i.id = n.incident_id
     where i.brand_id = $1 and n.status = 'resolved'`,
    [fallen.brandId],
  );
  expect(notes).toEqual([{ note: 'No answers for more than 7 days.' }]);
  expect(await fallen.incidents()).toHaveLength(2);
});

test('what has stood for longer than a month ends, too', async () => {
  await asked.look(0, BAD, -10);
  await asked.look(0, BAD, -5);
  expect(await statusOf(asked)).toHaveLength(2);
  clock.move(50 * DAY_MS);
  for (let day = 0; day < 3; day += 1) await night();
  expect((await statusOf(asked)).map(([, status]) => status)).toEqual(['resolved', 'resolved']);
});
