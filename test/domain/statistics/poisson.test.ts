import { describe, expect, it } from '@jest/globals';
import { garwood } from '../../../src/domain/statistics/poisson.js';

describe('garwood', () => {
  it.each([
    [27, 60, 0.2966, 0.6547],
    [0, 60, 0, 0.0615],
  ])('%d in %d answers', (count, units, low, high) => {
    expect(garwood(count, units)?.low).toBeCloseTo(low, 4);
    expect(garwood(count, units)?.high).toBeCloseTo(high, 4);
  });

  // Published tables of the exact interval.
  it.each([
    [1, 0.0253, 5.5716],
    [5, 1.6235, 11.6683],
    [10, 4.7954, 18.3904],
    [100, 81.3639, 121.6272],
  ])('%d events', (count, low, high) => {
    expect(garwood(count, 1)?.low).toBeCloseTo(low, 3);
    expect(garwood(count, 1)?.high).toBeCloseTo(high, 3);
  });

  it('is -ln(0.025) for no event, to the last digits', () => {
    expect(garwood(0, 1)?.high).toBeCloseTo(-Math.log(0.025), 12);
  });

  it('leaves exactly the tails it promises', () => {
    for (const count of [1, 3, 40, 400, 5000]) {
      const { low, high } = garwood(count, 1) ?? { low: 0, high: 0 };
      expect(1 - poissonBelow(count, low)).toBeCloseTo(0.025, 9);
      expect(poissonBelow(count + 1, high)).toBeCloseTo(0.025, 9);
    }
  });

  it('has no interval without units', () => {
    expect(garwood(0, 0)).toBeNull();
  });
});

/** P(X < count), term by term from the largest, so that nothing underflows. */
function poissonBelow(count: number, mean: number): number {
  let logTerm = -mean;
  let sum = Math.exp(logTerm);
  for (let i = 1; i < count; i++) {
    logTerm += Math.log(mean / i);
    sum += Math.exp(logTerm);
  }
  return sum;
}
