import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  releaseAnonymousCalls,
  reserveAnonymousCalls,
} from '../../../src/services/limits/anonymous-calls.js';
import { refundDaily, takeDaily } from '../../../src/services/limits/daily-quota.js';
import { forgetOld } from '../../../src/services/operations/retention.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';
import { countStatements } from '../../helpers/run/statements.js';

let app: TestApp;
const clock = createClock();
beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web', ANONYMOUS_DAILY_CALLS: '30' }, { now: clock.now });
});
afterAll(() => app.dispose());

const used = () =>
  sql<{ used: number }>(app.databaseUrl, 'select used from auth.daily_quota order by day, holder');

test('a place costs one statement', async () => {
  const quota = { allowance: 'a', holder: 'one', limit: 3 };
  const statements = await countStatements(async () => {
    expect(await takeDaily(app.deps, quota)).toMatchObject({ granted: true, remaining: 2 });
  });
  // The sign-in library may still be looking at its tables.
  expect(statements.filter((text) => text.includes('daily_quota'))).toHaveLength(1);
});

test('many processes race for few places: exactly as many win', async () => {
  const second = await startApp({ ROLE: 'web' }, { databaseUrl: app.databaseUrl, now: clock.now });
  const quota = { allowance: 'a', holder: 'race', limit: 7 };
  const taken = await Promise.all(
    Array.from({ length: 24 }, (_, at) => takeDaily((at % 2 ? app : second).deps, quota)),
  );
  await second.dispose();
  expect(
    taken
      .filter(({ granted }) => granted)
      .map(({ remaining }) => remaining)
      .sort(),
  ).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(taken.filter(({ granted, remaining }) => !granted && remaining > 0)).toEqual([]);
});

test('none of several places are taken where not all are left, and none of no places', async () => {
  const quota = { allowance: 'a', holder: 'several', limit: 10 };
  expect(await takeDaily(app.deps, quota, 8)).toMatchObject({ granted: true, remaining: 2 });
  expect(await takeDaily(app.deps, quota, 3)).toMatchObject({ granted: false, remaining: 2 });
  expect(await takeDaily(app.deps, quota, 2)).toMatchObject({ granted: true, remaining: 0 });
  const none = { allowance: 'a', holder: 'none', limit: 0 };
  expect(await takeDaily(app.deps, none)).toMatchObject({ granted: false, remaining: 0 });
});

test('what is given back goes to its day, and never makes more than there was', async () => {
  const quota = { allowance: 'a', holder: 'back', limit: 2 };
  const { takenAt } = await takeDaily(app.deps, quota);
  clock.moveToNextDay();
  await takeDaily(app.deps, quota);
  await refundDaily(app.deps, quota, takenAt);
  await refundDaily(app.deps, quota, takenAt);
  expect(await takeDaily(app.deps, quota)).toMatchObject({ granted: true, remaining: 0 });
  const rows = await sql(
    app.databaseUrl,
    `select used from auth.daily_quota where holder = 'back' order by day`,
  );
  expect(rows).toEqual([{ used: 0 }, { used: 2 }]);
});

test('strangers spend no more of the server’s calls than the operator allows, and are told so', async () => {
  const reservedAt = await reserveAnonymousCalls(app.deps, 12);
  await reserveAnonymousCalls(app.deps, 12);
  const refused = await reserveAnonymousCalls(app.deps, 12).catch((error) => error);
  expect(refused).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/without a credential.*midnight UTC/),
  });
  const midnight = Math.ceil((86_400_000 - (clock.now().getTime() % 86_400_000)) / 1_000);
  expect(Math.abs(refused.retryAfterSec - midnight)).toBeLessThan(30);
  await releaseAnonymousCalls(app.deps, 6, reservedAt);
  await reserveAnonymousCalls(app.deps, 12);
  await expect(reserveAnonymousCalls(app.deps, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  clock.moveToNextDay();
  await reserveAnonymousCalls(app.deps, 30);
});

test('zero allows none', async () => {
  const deps = { ...app.deps, config: { ...app.deps.config, anonymousDailyCalls: 0 } };
  clock.moveToNextDay();
  await expect(reserveAnonymousCalls(deps, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test('old days and windows are forgotten, and what still counts stays', async () => {
  await takeDaily(app.deps, { allowance: 'a', holder: 'kept', limit: 1 });
  const layers = [{ limit: 9, windowMs: 60_000 }];
  await app.deps.windows.take('old', layers, true);
  clock.moveToNextDay();
  await app.deps.windows.take('new', layers, true);
  await forgetOld(app.deps);
  expect((await used()).length).toBeGreaterThan(0);
  const windows = () =>
    sql<{ key: string }>(app.databaseUrl, 'select key from auth.rate_window order by 1');
  clock.move(2 * 3_600_000);
  clock.moveToNextDay();
  await app.deps.windows.take('newest', layers, true);
  clock.move(3_600_000);
  await forgetOld(app.deps);
  expect(await windows()).toEqual([{ key: 'newest' }]);
  clock.moveToNextDay();
  clock.moveToNextDay();
  await forgetOld(app.deps);
  expect(await used()).toEqual([]);
});
