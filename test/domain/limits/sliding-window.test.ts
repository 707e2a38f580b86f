import { expect, test } from '@jest/globals';
import {
  emptyWindow,
  type Layer,
  refundPermit,
  retryAfterSec,
  takePermit,
  tightestOf,
} from '../../../src/domain/limits/sliding-window.js';
import { randomFrom } from '../statistics/random.js';

/** The most admissions that any window of this length holds, wherever it begins. */
function mostInWindow(log: readonly number[], windowMs: number): number {
  const sorted = [...log].sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [at, ms] of sorted.entries()) {
    // A window holds its first moment and not the one that it ends with.
    while (ms - (sorted[first] as number) >= windowMs) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
}

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2031, 0, 1, 11, 59, 30);
const LAYERS: readonly Layer[] = [
  { limit: 7, windowMs: MINUTE_MS },
  { limit: 60, windowMs: 60 * MINUTE_MS },
  { limit: 200, windowMs: 24 * 60 * MINUTE_MS },
];
const SEEDS = Array.from({ length: 6 }, (_, seed) => seed + 1);

/** Bursts, pauses and steady calls, so that every layer is full at some time. */
function arrivals(seed: number, count: number): number[] {
  const random = randomFrom(seed);
  let ms = START_MS + random.integer(MINUTE_MS);
  return Array.from({ length: count }, () => {
    ms += random.pick([0, 1, 50, 999, 1_000, 7_000, 60_000, random.integer(900_000)]);
    return ms;
  });
}

test.each(SEEDS)('no window of any layer ever holds more than its limit (seed %i)', (seed) => {
  const windows = LAYERS.map(emptyWindow);
  const log = arrivals(seed, 3_000).filter((ms) => takePermit(windows, LAYERS, ms).admitted);
  for (const { limit, windowMs } of LAYERS)
    expect(mostInWindow(log, windowMs)).toBeLessThanOrEqual(limit);
  expect(log.length).toBeGreaterThan(300);
});

test('a call in the last moment of a sub-bucket counts for the whole window', () => {
  const layer: Layer = { limit: 1, windowMs: MINUTE_MS };
  const windows = [emptyWindow()];
  const takenMs = Math.ceil(START_MS / 1_000) * 1_000 + 999;
  const admitted = (ms: number) => takePermit(windows, [layer], ms).admitted;
  expect(admitted(takenMs)).toBe(true);
  expect([1, 30_000, 59_999, 60_000].map((ms) => admitted(takenMs + ms))).toEqual(
    Array(4).fill(false),
  );
  expect(admitted(takenMs + 60_001)).toBe(true);
});

test.each(SEEDS)('what is said to remain can be taken, and no more (seed %i)', (seed) => {
  const windows = LAYERS.map(emptyWindow);
  for (const ms of arrivals(seed, 200)) {
    const { admitted, states } = takePermit(windows, LAYERS, ms);
    const { remaining } = tightestOf(states);
    if (!admitted) expect(remaining).toBe(0);
    const copies = structuredClone(windows);
    for (let left = remaining; left > 0; left -= 1)
      expect(takePermit(copies, LAYERS, ms).admitted).toBe(true);
    expect(takePermit(copies, LAYERS, ms).admitted).toBe(false);
  }
});

test.each(SEEDS)('the wait is long enough, and a second less is not (seed %i)', (seed) => {
  const windows = LAYERS.map(emptyWindow);
  let refused = 0;
  for (const ms of arrivals(seed, 800)) {
    const { admitted, states } = takePermit(windows, LAYERS, ms);
    if (admitted) continue;
    refused += 1;
    const waitSec = retryAfterSec(tightestOf(states).freesAtMs, ms);
    expect(waitSec).toBeGreaterThanOrEqual(1);
    const after = (sec: number) =>
      takePermit(structuredClone(windows), LAYERS, ms + sec * 1_000).admitted;
    expect(after(waitSec)).toBe(true);
    if (waitSec > 1) expect(after(waitSec - 1)).toBe(false);
  }
  expect(refused).toBeGreaterThan(20);
});

test('one full layer refuses, and the others are not charged', () => {
  const windows = LAYERS.map(emptyWindow);
  for (let call = 0; call < 50; call += 1) takePermit(windows, LAYERS, START_MS);
  const { states } = takePermit(windows, LAYERS, START_MS);
  expect(states.map(({ remaining }) => remaining)).toEqual([0, 53, 193]);
});

test('a clock that goes back frees nothing', () => {
  const layer: Layer = { limit: 2, windowMs: MINUTE_MS };
  const windows = [emptyWindow()];
  const admitted = (ms: number) => takePermit(windows, [layer], START_MS + ms).admitted;
  expect([0, -MINUTE_MS, -3_600_000].map(admitted)).toEqual([true, true, false]);
  expect(admitted(59_999)).toBe(false);
});

test('a place that is left is free again, once, and not after its time', () => {
  const layer: Layer = { limit: 2, windowMs: MINUTE_MS };
  const windows = [emptyWindow()];
  const take = (ms: number) => takePermit(windows, [layer], START_MS + ms);
  take(0);
  take(1_000);
  refundPermit(windows, [layer], START_MS);
  refundPermit(windows, [layer], START_MS);
  expect([take(2_000), take(2_000)].map(({ admitted }) => admitted)).toEqual([true, false]);
  take(200_000);
  refundPermit(windows, [layer], START_MS + 1_000);
  expect(take(200_000).states[0]).toMatchObject({ remaining: 0 });
});

test('a limit that was lowered, or that is none, refuses until there is room', () => {
  const windows = [emptyWindow()];
  const at = (limit: number, ms: number) =>
    takePermit(windows, [{ limit, windowMs: MINUTE_MS }], START_MS + ms);
  for (const ms of [0, 1_000, 2_000, 3_000]) at(10, ms);
  const lowered = at(2, 4_000);
  expect(lowered).toMatchObject({ admitted: false, states: [{ remaining: 0 }] });
  const waitSec = retryAfterSec(lowered.states[0]?.freesAtMs ?? 0, START_MS + 4_000);
  expect(at(2, 4_000 + waitSec * 1_000).admitted).toBe(true);
  expect(at(0, 300_000)).toMatchObject({ admitted: false });
});
