import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SpendLimits } from '../../src/domain/limits/engine-spend.js';
import { dayOf } from '../../src/domain/time/utc-day.js';
import { createEngineSpend, type EngineSpend } from '../../src/engines/engine-spend.js';
import type { Reservation } from '../../src/engines/spending.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { createClock } from '../helpers/run/clock.js';
import { captureLogs } from '../helpers/run/logs.js';
import { sql } from '../helpers/run/sql.js';
import { countStatements } from '../helpers/run/statements.js';

let app: TestApp;
const clock = createClock();
beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' });
});
beforeEach(() => sql(app.databaseUrl, 'delete from auth.engine_spend'));
afterAll(() => app.dispose());

/** What one process counts with. */
function createProcess(limits: Partial<SpendLimits> = {}) {
  const logs = captureLogs();
  const spend = createEngineSpend({
    db: app.deps.db,
    log: logs.log,
    now: clock.now,
    limits: { calls: 1_000, usd: 100, ...limits },
  });
  return { spend, logs };
}

const rows = () =>
  sql<{ day: string; calls: number; usd: number }>(
    app.databaseUrl,
    'select day::text, calls, micros / 1e6::float8 as usd from auth.engine_spend order by day',
  );

/** What came of so many calls at once: their reservations, and the codes of those that were refused. */
async function reserve(spend: EngineSpend, count: number, usd = 0.01) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => spend.reserve('chatgpt', usd)),
  );
  const granted: Reservation[] = [];
  const codes: string[] = [];
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') granted.push(outcome.value);
    else codes.push(outcome.reason.code);
  }
  return { granted, codes };
}

test('of calls that race in several processes as many are made as the day has', async () => {
  const processes = [1, 2, 3].map(() => createProcess({ calls: 60 }).spend);
  const outcomes = await Promise.all(
    processes.flatMap((spend) => [reserve(spend, 25), reserve(spend, 5)]),
  );
  expect(outcomes.flatMap(({ granted }) => granted)).toHaveLength(60);
  const codes = outcomes.flatMap((outcome) => outcome.codes);
  expect(codes).toEqual(Array.from({ length: 30 }, () => 'SPENT'));
  expect(await rows()).toMatchObject([{ calls: 60 }]);
});

test('calls that come together take one statement, which tells what others cost as well', async () => {
  const { spend } = createProcess();
  await spend.reserve('chatgpt', 0.01);
  const statements = await countStatements(async () => {
    const { granted } = await reserve(spend, 24, 0.5);
    for (const reservation of granted) reservation.settle(0.25);
    const more = await reserve(spend, 24, 0.5);
    for (const reservation of more.granted) reservation.settle(0.25);
    await spend.dispose();
  });
  // The first of those that come together goes alone, and the end tells of the last.
  expect(statements.length).toBeLessThanOrEqual(10);
  expect(await rows()).toMatchObject([{ calls: 49, usd: 12.01 }]);
});

test('one call after the other takes a statement each, and one for the last of all', async () => {
  const { spend } = createProcess();
  const statements = await countStatements(async () => {
    for (let call = 0; call < 10; call += 1) (await spend.reserve('chatgpt', 0.01)).settle(0.005);
    await spend.dispose();
  });
  expect(statements.length).toBeLessThan(20);
});

test('a call under way counts with the most it may cost, and an ended one with what it cost', async () => {
  const { spend } = createProcess({ usd: 1 });
  const { granted, codes } = await reserve(spend, 3, 0.4);
  expect(granted).toHaveLength(2);
  // Once the others have ended there may be room again.
  expect(codes).toEqual(['BUSY']);
  granted[0]!.settle(0.1);
  granted[1]!.settle(null);
  const third = await spend.reserve('chatgpt', 0.4);
  third.settle(0.4);
  // 0.9 are spent, and none is under way.
  await expect(spend.reserve('chatgpt', 0.4)).rejects.toMatchObject({ code: 'SPENT' });
  expect(await rows()).toMatchObject([{ calls: 3, usd: 0.9 }]);
});

test('a call that cost more than was thought counts in full', async () => {
  const { spend } = createProcess({ usd: 1 });
  (await spend.reserve('chatgpt', 0.1)).settle(3);
  await expect(spend.reserve('chatgpt', 0.1)).rejects.toMatchObject({ code: 'SPENT' });
  expect(await rows()).toMatchObject([{ usd: 3 }]);
});

test('what reached no engine gives its place back, once', async () => {
  const { spend } = createProcess({ calls: 2 });
  const { granted } = await reserve(spend, 2);
  granted[0]!.cancel();
  granted[0]!.cancel();
  granted[0]!.settle(5);
  expect(await reserve(spend, 2)).toMatchObject({ granted: { length: 1 }, codes: ['SPENT'] });
});

test('a refusal says until when, and the next UTC day begins anew', async () => {
  const { spend } = createProcess({ calls: 1 });
  const late = await spend.reserve('claude', 0.5);
  const today = dayOf(clock.now());
  const refusal = await spend.reserve('claude', 0.5).catch((error) => error);
  const midnight = `${dayOf(new Date(clock.now().getTime() + 86_400_000))}T00:00`;
  expect(refusal.message).toBe(
    `claude: not asked: this server’s engine budget of the day is used up until ${midnight}Z`,
  );
  expect(Math.abs(refusal.retryAfterMs - 12 * 3_600_000)).toBeLessThan(60_000);
  expect(await spend.read()).toMatchObject({ share: 1, refusedUntil: new Date(`${midnight}Z`) });
  clock.moveToNextDay();
  expect(await spend.read()).toMatchObject({ calls: 0, usd: 0, share: 0, refusedUntil: null });
  await spend.reserve('claude', 0.5);
  // What a call cost belongs to the day on which it was made.
  late.settle(0.2);
  await spend.dispose();
  expect(await rows()).toMatchObject([
    { day: today, calls: 1, usd: 0.2 },
    { calls: 1, usd: 0.5 },
  ]);
  clock.moveToNoon();
});

test.each([{ calls: 0 }, { usd: 0 }])('%j makes no live call at all', async (limits) => {
  const { spend } = createProcess(limits);
  await expect(spend.reserve('chatgpt', 0.01)).rejects.toMatchObject({ code: 'SPENT' });
  expect(await spend.read()).toMatchObject({ share: 1, refusedUntil: expect.any(Date) });
});

test.each([
  [{ calls: 10 }, 0.01],
  [{ usd: 10 }, 1],
])('at four fifths of %j one process warns, once a day', async (limits, usd) => {
  const processes = [createProcess(limits), createProcess(limits)];
  const warnings = () =>
    processes.flatMap(({ logs }) => logs.lines()).filter(({ msg }) => /four fifths/.test(`${msg}`));
  for (let call = 0; call < 7; call += 1) await processes[call % 2]!.spend.reserve('grok', usd);
  expect(warnings()).toEqual([]);
  for (let call = 0; call < 5; call += 1)
    await processes[call % 2]!.spend.reserve('grok', usd).catch(() => undefined);
  expect(warnings()).toHaveLength(1);
});

test('a raised ceiling opens the day again', async () => {
  const { spend } = createProcess({ usd: 1 });
  (await spend.reserve('chatgpt', 0.9)).settle(0.9);
  await expect(spend.reserve('chatgpt', 0.2)).rejects.toMatchObject({ code: 'SPENT' });
  expect((await spend.read()).refusedUntil).not.toBeNull();
  await spend.dispose();
  expect(await createProcess({ usd: 2 }).spend.read()).toMatchObject({
    share: 0.45,
    refusedUntil: null,
  });
});

test('what cannot be counted is not made', async () => {
  const broken = createEngineSpend({
    db: { ...app.deps.db, command: () => Promise.reject(new Error('no database')) },
    log: captureLogs().log,
    now: clock.now,
    limits: { calls: 10, usd: 10 },
  });
  await expect(broken.reserve('chatgpt', 0.1)).rejects.toMatchObject({ code: 'BUSY' });
});
