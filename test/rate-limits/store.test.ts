import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { emptyWindow, type Layer, takePermit } from '../../src/domain/limits/sliding-window.js';
import { createSharedLimiter } from '../../src/rate-limits/shared.js';
import { createStore, type Store } from '../../src/rate-limits/store.js';
import { randomFrom } from '../domain/statistics/random.js';
import { createMigratedDatabase, openWorkDatabase } from '../helpers/app.js';
import type { TestDatabase } from '../helpers/run/database.js';

const MINUTE_MS = 60_000;
const LAYERS: readonly Layer[] = [
  { limit: 7, windowMs: MINUTE_MS },
  { limit: 60, windowMs: 60 * MINUTE_MS },
  { limit: 200, windowMs: 24 * 60 * MINUTE_MS },
];
const PLAIN = { mostAhead: 0, back: 0, backMs: 0 };

let database: TestDatabase;
let opened: Database;
let nowMs = Date.UTC(2031, 0, 1, 11, 59, 30);
let store: Store;
beforeAll(async () => {
  database = await createMigratedDatabase();
  opened = await openWorkDatabase(database.url);
  store = createStore(
    (statement) => opened.pool.query(statement),
    () => nowMs,
  );
});
afterAll(async () => {
  await opened.dispose();
  await database.dispose();
});

test('the database counts as the rules say, call by call', async () => {
  const random = randomFrom(7);
  const windows = LAYERS.map(emptyWindow);
  let refused = 0;
  let admitted = true;
  for (let call = 0; call < 600; call += 1) {
    // A refused call leaves no trace, so the database's own time goes back only to the last one admitted.
    const back = admitted ? -5_000 : 0;
    nowMs += random.pick([0, 1, 999, 1_000, 7_000, 60_000, back, random.integer(900_000)]);
    const expected = takePermit(windows, LAYERS, nowMs);
    const { granted, states } = await store({ key: 'a', layers: LAYERS, wanted: 1, ...PLAIN });
    expect({ granted: granted === 1, states }).toEqual({
      granted: expected.admitted,
      states: expected.states,
    });
    admitted = expected.admitted;
    if (!admitted) refused += 1;
  }
  expect(refused).toBeGreaterThan(50);
});

test('several that ask together are admitted as far as there is room', async () => {
  const ask = { key: 'b', layers: LAYERS, ...PLAIN };
  expect(await store({ ...ask, wanted: 5 })).toMatchObject({ granted: 5 });
  expect(await store({ ...ask, wanted: 5 })).toMatchObject({ granted: 2 });
  expect(await store({ ...ask, wanted: 5 })).toMatchObject({ granted: 0 });
});

test('a twentieth of what is left may be taken ahead, counts at once, and can be given back', async () => {
  const layers = [{ limit: 500, windowMs: MINUTE_MS }];
  const ask = { key: 'c', layers, wanted: 1, back: 0, backMs: 0 };
  const first = await store({ ...ask, mostAhead: 1_000 });
  expect(first).toMatchObject({ granted: 1, ahead: 24, states: [{ remaining: 475 }] });
  expect(await store({ ...ask, mostAhead: 3 })).toMatchObject({ ahead: 3 });
  const back = await store({ ...ask, wanted: 0, mostAhead: 0, back: 20, backMs: first.nowMs });
  expect(back).toMatchObject({ granted: 0, ahead: 0, states: [{ remaining: 491 }] });
  const near = [{ limit: 28, windowMs: MINUTE_MS }];
  expect(await store({ ...ask, layers: near, mostAhead: 9 })).toMatchObject({ ahead: 0 });
});

test('places in hand cost no trip, end with their sub-bucket, and go back', async () => {
  let trips = 0;
  const windows = createSharedLimiter(
    (ask) => {
      trips += 1;
      return store(ask);
    },
    () => nowMs,
  );
  const layers = [{ limit: 1_000, windowMs: MINUTE_MS }];
  nowMs = Math.ceil(nowMs / 1_000) * 1_000 + 3_600_000;
  const take = async () => windows.take('d', layers);
  const remaining: number[] = [];
  for (let call = 0; call < 100; call += 1) remaining.push((await take()).remaining);
  expect(remaining).toEqual(Array.from({ length: 100 }, (_, at) => 999 - at));
  expect(trips).toBeLessThan(10);
  // In hand they come without waiting.
  while (windows.take('d', layers) instanceof Promise);
  const before = trips;
  nowMs += 1_000;
  await take();
  expect(trips).toBe(before + 1);
  await windows.dispose();
  const [state] = (await store({ key: 'd', layers, wanted: 0, ...PLAIN })).states;
  const given = 1_000 - (state?.remaining ?? 0);
  expect(given).toBeLessThanOrEqual(110);
  expect(given).toBeGreaterThanOrEqual(102);
});

test.each([0, 1_500])(
  'what is in hand is not used, %i ms after it was taken ahead',
  async (laterMs) => {
    const windows = createSharedLimiter(store, () => nowMs);
    const key = `looked at ${laterMs}`;
    const layers = [{ limit: 1_000, windowMs: MINUTE_MS }];
    for (let call = 0; call < 5; call += 1) await windows.take(key, layers);
    const ahead = await store({ key, layers, wanted: 0, ...PLAIN });
    expect(ahead.states[0]?.remaining).toBeLessThan(995);
    nowMs += laterMs;
    expect(await windows.look(key, layers)).toMatchObject([{ remaining: 995 }]);
    await windows.take(key, layers);
    expect(await windows.look(key, layers)).toMatchObject([{ remaining: 994 }]);
    await windows.dispose();
  },
);

test('alone, a process admits exactly the limit, and gives back what it counted in vain', async () => {
  const windows = createSharedLimiter(store, () => nowMs);
  const layers = [{ limit: 100, windowMs: MINUTE_MS }];
  const random = randomFrom(3);
  let admitted = 0;
  for (let call = 0; call < 140; call += 1) {
    nowMs += random.integer(300);
    if ((await windows.take('e', layers)).admitted) admitted += 1;
  }
  expect(admitted).toBe(100);
  nowMs += 3_600_000;
  const permit = await windows.take('e', layers);
  await windows.refund('e', layers, permit);
  nowMs += 1_000;
  expect(await windows.take('e', layers)).toMatchObject({ remaining: 99 });
  await windows.dispose();
});

test('what comes while one is at the store goes there together, and each is told its own place', async () => {
  let trips = 0;
  const windows = createSharedLimiter(
    (ask) => {
      trips += 1;
      return store(ask);
    },
    () => nowMs,
  );
  const layers = [{ limit: 30, windowMs: MINUTE_MS }];
  const places = await Promise.all(Array.from({ length: 50 }, () => windows.take('f', layers)));
  expect(places.filter(({ admitted }) => admitted)).toHaveLength(30);
  expect(places.map(({ remaining }) => remaining).slice(0, 30)).toEqual(
    Array.from({ length: 30 }, (_, at) => 29 - at),
  );
  expect(trips).toBe(2);
  await windows.dispose();
});

test('four processes at one allowance: no window ever holds more than its limit, nor keeps much back', async () => {
  const layers = [{ limit: 100, windowMs: 1_200 }];
  const random = randomFrom(11);
  const processes = [1, 2, 3, 4].map(() => createSharedLimiter(store, () => nowMs));
  const admitted: number[] = [];
  let refused = 0;
  for (let round = 0; round < 120; round += 1) {
    nowMs += random.pick([0, 5, 30, 200]);
    const places = await Promise.all(
      processes.flatMap((windows) =>
        Array.from({ length: random.integer(12) }, () => windows.take('h', layers)),
      ),
    );
    for (const place of places) if (place.admitted) admitted.push(nowMs);
    refused += places.filter((place) => !place.admitted).length;
  }
  expect(refused).toBeGreaterThan(100);
  const most = Math.max(
    ...admitted.map((begin) => admitted.filter((at) => at >= begin && at < begin + 1_200).length),
  );
  expect(most).toBeLessThanOrEqual(100);
  expect(most).toBeGreaterThan(85);
  await Promise.all(processes.map((windows) => windows.dispose()));
});

test('the database’s clock counts where no other is given', async () => {
  const own = createStore((statement) => opened.pool.query(statement), null);
  const before = Date.now();
  const { nowMs: told } = await own({ key: 'g', layers: LAYERS, wanted: 1, ...PLAIN });
  expect(told).toBeGreaterThanOrEqual(before - 1);
  expect(told).toBeLessThanOrEqual(Date.now() + 1);
});
