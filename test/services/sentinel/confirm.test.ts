import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { examineRuns } from '../../../src/services/analysis/examine-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createNoon } from '../../helpers/records/dashboard.js';
import { createWatched, type DayRates } from './fixture.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

/** Twelve answers a run: the last seven days stand for now. */
const few = (mentioned: number): DayRates => ({ mentioned, platforms: 1 });

// What made the suspicion is in the seven days still; alone it must not bear itself out.
test('a week that is down is not borne out by a run that is not', async () => {
  const watched = await createWatched(app);
  await watched.quietMonth(few(7));
  let day = 10;
  for (; (await watched.suspicions()).length === 0; day -= 1) await watched.look(day, few(0));
  await watched.look(day + 1, few(7), 5);
  expect(await watched.incidents()).toEqual([]);
  expect(await watched.suspicions()).toHaveLength(1);
  await watched.look(day, few(7));
  expect([await watched.incidents(), await watched.suspicions()]).toEqual([[], []]);
});

test('a week that is down is borne out by the next run that is down by itself', async () => {
  const watched = await createWatched(app);
  await watched.quietMonth(few(7));
  let day = 10;
  for (; (await watched.suspicions()).length === 0; day -= 1) await watched.look(day, few(0));
  await watched.look(day + 1, few(1), 5);
  expect(await watched.incidents()).toMatchObject([{ type: 'ranking_collapse' }]);
});

test('a run that was asked before the suspicion arose bears nothing out', async () => {
  const watched = await createWatched(app);
  await watched.quietMonth({ mentioned: 7 });
  const early = await watched.tell(9, { mentioned: 3 }, -5);
  await watched.look(9, { mentioned: 3 });
  await examineRuns(app.deps, watched.tenant, [early]);
  expect(await watched.incidents()).toEqual([]);
  expect(await watched.suspicions()).toHaveLength(1);
});

test('two runs that are looked at together are a suspicion and what bears it out', async () => {
  const watched = await createWatched(app);
  await watched.quietMonth({ mentioned: 7 });
  const runs = [
    await watched.tell(9, { mentioned: 3 }),
    await watched.tell(9, { mentioned: 3 }, 5),
  ];
  await examineRuns(app.deps, watched.tenant, runs);
  expect(await watched.incidents()).toMatchObject([{ type: 'ranking_collapse' }]);
});

test('few mentions that are negative are not borne out by those of the same day', async () => {
  const watched = await createWatched(app);
  await watched.quietMonth({ ...few(7), negative: 0.4 });
  await watched.look(9, { ...few(7), negative: 4 });
  expect(await watched.suspicions()).toMatchObject([{ type: 'negative_surge' }]);
  await watched.look(9, { ...few(7), negative: 0 }, 5);
  expect(await watched.incidents()).toEqual([]);
  expect(await watched.suspicions()).toHaveLength(1);
  await watched.look(9, { ...few(7), negative: 5 }, 10);
  expect(await watched.incidents()).toMatchObject([{ type: 'negative_surge' }]);
});

test('a slow rise is suspected on its fifth day, and an incident when it goes on', async () => {
  const watched = await createWatched(app);
  await watched.quietMonth({ mentioned: 7, negative: 2 });
  for (let day = 10; day > 6; day -= 1) await watched.look(day, { mentioned: 7, negative: 6 });
  expect(await watched.suspicions()).toEqual([]);
  await watched.look(6, { mentioned: 7, negative: 6 });
  expect(await watched.suspicions()).toMatchObject([{ type: 'negative_surge' }]);
  await watched.look(6, { mentioned: 7, negative: 6 }, 5);
  expect(await watched.incidents()).toMatchObject([
    {
      type: 'negative_surge',
      title:
        'Negative mentions are rising: 6 of 42 now, up from 64 of 1176 in the previous 28 days',
      details: { gradual: true },
      evidence_count: 6,
    },
  ]);
});
