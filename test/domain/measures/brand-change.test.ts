import { describe, expect, test } from '@jest/globals';
import {
  chanceOfSilence,
  findCitationChanges,
  findVisibilityShifts,
} from '../../../src/domain/measures/brand-change.js';
import { toRate } from '../../../src/domain/statistics/stats.js';

const day = (at: number): Date => new Date(Date.UTC(2026, 0, 1 + at));
const times = Array.from({ length: 30 }, (_, at) => day(at));

describe('domains', () => {
  const domain = { domain: 'reviews.example', owned: false };
  const find = (runs: number, first: number, last: number) =>
    findCitationChanges([{ ...domain, runs, first: day(first), last: day(last) }], times);

  test('the chance of silence is that of a draw without return', () => {
    expect(chanceOfSilence(30, 3, 20)).toBeCloseTo((10 * 9 * 8) / (30 * 29 * 28), 12);
    expect(chanceOfSilence(5, 3, 3)).toBe(0);
    expect(chanceOfSilence(5, 0, 3)).toBe(1);
  });

  test('one that is cited in every run since a day was gained on that day', () => {
    expect(find(10, 20, 29)).toEqual([
      expect.objectContaining({
        kind: 'citation_gained',
        at: day(20),
        subject: 'reviews.example',
        before: 0,
        after: 1,
      }),
    ]);
  });

  test('one that is cited no more was dropped by the first run without it', () => {
    expect(find(10, 0, 19)).toEqual([
      expect.objectContaining({ kind: 'citation_dropped', at: day(20), before: 0.5, after: 0 }),
    ]);
  });

  test('what chance does, or a few runs only, is no change', () => {
    expect(find(3, 5, 25)).toEqual([]);
    // Two runs are too few, however late they are.
    expect(find(2, 28, 29)).toEqual([]);
    expect(findCitationChanges([], [])).toEqual([]);
  });
});

describe('platforms', () => {
  const series = (rates: readonly (number | null)[]) =>
    rates.map((rate, at) => ({
      date: day(at).toISOString().slice(0, 10),
      platforms: [
        {
          platform: 'perplexity',
          visibility: toRate({
            numerator: rate === null ? 0 : Math.round(rate * 20),
            denominator: rate === null ? 0 : 20,
          }),
        },
      ],
    }));

  test('a fall is told for its day, with both sides', () => {
    const rates = times.map((_, at) => (at < 20 ? 0.6 : 0.1));
    expect(findVisibilityShifts(series(rates))).toEqual([
      expect.objectContaining({
        kind: 'visibility_shifted',
        subject: 'perplexity',
        at: day(20),
        before: expect.closeTo(0.6, 5),
        after: expect.closeTo(0.1, 5),
      }),
    ]);
  });

  test('a day without answers is no day of a shift', () => {
    const rates = times.map((_, at) => (at === 20 ? null : at < 20 ? 0.1 : 0.6));
    expect(findVisibilityShifts(series(rates))[0]?.at).toEqual(day(21));
  });

  test('rates that only wave, or that never differ, shift nothing', () => {
    expect(findVisibilityShifts(series(times.map((_, at) => 0.5 + (at % 2) * 0.1)))).toEqual([]);
    expect(findVisibilityShifts(series(times.map(() => 1)))).toEqual([]);
    expect(findVisibilityShifts([])).toEqual([]);
  });
});
