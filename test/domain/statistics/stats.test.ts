import { describe, expect, it } from '@jest/globals';
import {
  type Cell,
  designEffect,
  meanRepeats,
  repeatCorrelation,
  roundRate,
  roundScore,
  sampleState,
  toRate,
  wilson,
} from '../../../src/domain/statistics/stats.js';
import { randomFrom } from './random.js';

const halfWidth = (n: number): number => {
  const interval = wilson(n / 2, n);
  return interval ? (interval.high - interval.low) / 2 : Number.NaN;
};

describe('wilson', () => {
  it.each([
    [37, 60, 0.4902, 0.7291],
    [(37 / 60) * 37.5, 37.5, 0.4572, 0.7544],
    [18, 37, 0.3345, 0.6411],
  ])('%d of %d', (k, n, low, high) => {
    expect(wilson(k, n)?.low).toBeCloseTo(low, 4);
    expect(wilson(k, n)?.high).toBeCloseTo(high, 4);
  });

  it.each([
    [3, 0.375],
    [5, 0.33],
    [10, 0.263],
    [20, 0.201],
    [30, 0.168],
    [50, 0.134],
    [100, 0.096],
    [200, 0.069],
  ])('is %d answers wide at p = 0.5', (n, expected) =>
    expect(halfWidth(n)).toBeCloseTo(expected, 3),
  );

  it.each([
    [21, 0.2],
    [39, 0.15],
    [93, 0.1],
    [381, 0.05],
    [1064, 0.03],
  ])('%d is the first n within ±%d', (n, target) => {
    expect(halfWidth(n)).toBeLessThanOrEqual(target);
    expect(halfWidth(n - 1)).toBeGreaterThan(target);
  });

  it('is null without answers and narrower for a smaller z', () => {
    expect(wilson(0, 0)).toBeNull();
    expect(wilson(5, 10, 1)?.low).toBeGreaterThan(wilson(5, 10)?.low ?? 1);
  });

  it('stays in [0, 1] around its rate, and is exact at both ends', () => {
    const random = randomFrom(1);
    for (let round = 0; round < 5000; round++) {
      const n = random.next() * 300 + 1e-3;
      const p = random.pick([0, 1, random.next()]);
      const { low, high } = wilson(p * n, n) ?? { low: 2, high: 2 };
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(p + 1e-12);
      expect(high).toBeGreaterThanOrEqual(p - 1e-12);
      if (p === 0) expect(low).toBe(0);
      if (p === 1) expect(high).toBe(1);
    }
  });
});

describe('clustered samples', () => {
  const cells = (count: number, answers: number, mentions: (i: number) => number): Cell[] =>
    Array.from({ length: count }, (_, i) => ({
      platform: 'a',
      promptId: `p${i}`,
      answers,
      mentions: mentions(i),
    }));

  it('gives the worked design effect', () => {
    expect(designEffect(3, 0.3)).toBeCloseTo(1.6, 12);
    expect(designEffect(1, 0.3)).toBe(1);
    expect(60 / designEffect(meanRepeats(cells(20, 3, () => 0)), 0.3)).toBeCloseTo(37.5, 12);
  });

  it('weighs repeats by the answers in them', () => {
    expect(meanRepeats([...cells(1, 4, () => 0), ...cells(2, 1, () => 0)])).toBe(3);
    expect(meanRepeats([])).toBe(0);
  });

  it('assumes 0.3 below ten repeated prompts, and where nothing varies', () => {
    expect(repeatCorrelation(cells(9, 3, (i) => (i % 2) * 3))).toBe(0.3);
    expect(repeatCorrelation([...cells(9, 3, (i) => (i % 2) * 3), ...cells(20, 1, () => 1)])).toBe(
      0.3,
    );
    expect(repeatCorrelation(cells(20, 3, () => 3))).toBe(0.3);
  });

  it('estimates it from ten on', () => {
    expect(repeatCorrelation(cells(10, 3, (i) => (i % 2) * 3))).toBe(1);
    expect(repeatCorrelation(cells(10, 4, () => 2))).toBe(0);
    // 5 cells of 3/4 and 5 of 1/4: MSB = 2.5/9, MSW = 7.5/30, so (MSB-MSW)/(MSB+3·MSW) = 1/37.
    expect(repeatCorrelation(cells(10, 4, (i) => (i % 2 ? 3 : 1)))).toBeCloseTo(1 / 37, 12);
  });
});

describe('sample states and rates', () => {
  it.each([
    [0, 'none'],
    [0.5, 'insufficient'],
    [20.99, 'insufficient'],
    [21, 'low'],
    [92.9, 'low'],
    [93, 'ok'],
  ] as const)('%d is %s', (n, state) => expect(sampleState(n)).toBe(state));

  it('has no value without a sample', () => {
    expect(toRate({ numerator: 0, denominator: 0 })).toEqual({
      value: null,
      numerator: 0,
      denominator: 0,
      low: null,
      high: null,
      state: 'none',
    });
  });

  it('keeps its counts beside its value, and takes a weighted value and size', () => {
    expect(toRate({ numerator: 5, denominator: 8 })).toMatchObject({
      value: 0.625,
      numerator: 5,
      denominator: 8,
      state: 'insufficient',
    });
    const weighted = toRate({ numerator: 90, denominator: 100, value: 0.5, nEff: 30 });
    expect(weighted).toMatchObject({ value: 0.5, numerator: 90, denominator: 100, state: 'low' });
    expect([weighted.low, weighted.high]).toEqual([wilson(15, 30)?.low, wilson(15, 30)?.high]);
  });

  it('rounds rates to four decimals and scores to one', () => {
    expect([roundRate(37 / 60), roundScore(50.349)]).toEqual([0.6167, 50.3]);
  });
});
