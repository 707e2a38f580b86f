import { describe, expect, it } from '@jest/globals';
import {
  batchGainNats,
  decay,
  informationGainNats,
  relativeGain,
  toBelief,
  toBits,
} from '../../../src/domain/picker/information-gain.js';
import { digamma, lnGamma } from '../../../src/domain/statistics/gamma.js';

describe('digamma', () => {
  const EULER = 0.5772156649015329;

  it.each([
    [1, -EULER],
    [0.5, -EULER - 2 * Math.LN2],
    [2, 1 - EULER],
    [10, 2.251752589066721],
  ])('of %d', (x, value) => expect(digamma(x)).toBeCloseTo(value, 12));

  it('is the slope of ln Γ', () => {
    for (const x of [0.3, 1.7, 5.5, 9.99, 40]) {
      const slope = (lnGamma(x + 1e-5) - lnGamma(x - 1e-5)) / 2e-5;
      expect(digamma(x)).toBeCloseTo(slope, 6);
    }
  });
});

describe('information gain', () => {
  it('has its closed forms', () => {
    expect(informationGainNats({ a: 1, b: 1 })).toBeCloseTo(Math.LN2 - 0.5, 12);
    expect(informationGainNats({ a: 0.5, b: 0.5 })).toBeCloseTo(1 - Math.LN2, 12);
  });

  it.each([
    [1, 1, 0.278652],
    [2, 1, 0.196948],
    [2, 2, 0.158428],
    [5, 5, 0.068546],
    [10, 10, 0.035167],
    [1, 9, 0.060862],
    [50, 50, 0.007177],
  ])('of Beta(%d, %d) in bits', (a, b, bits) =>
    expect(toBits(informationGainNats({ a, b }))).toBeCloseTo(bits, 6),
  );

  const aged = (hits: number, answers: number, days: number) =>
    toBelief(hits * decay(days), (answers - hits) * decay(days));

  it.each([
    ['never sampled', 0, 0, 0, 0.442695, 1],
    ['1 of 1, fresh', 1, 1, 0, 0.253973, 0.5737],
    ['2 of 4, fresh', 2, 4, 0, 0.130111, 0.2939],
    ['6 of 12, fresh', 6, 12, 0, 0.05336, 0.1205],
    ['0 of 12, fresh', 0, 12, 0, 0.040458, 0.0914],
    ['12 of 12, fresh', 12, 12, 0, 0.040458, 0.0914],
    ['6 of 12, 28 days old', 6, 12, 28, 0.158428, 0.3579],
    ['0 of 12, 56 days old', 0, 12, 56, 0.286744, 0.6477],
  ])('%s', (_, hits, answers, days, bits, score) => {
    const belief = aged(hits, answers, days);
    expect(toBits(informationGainNats(belief))).toBeCloseTo(bits, 6);
    expect(relativeGain(belief)).toBeCloseTo(score, 4);
  });

  it.each([
    [1, 0.278652],
    [3, 0.628439],
    [5, 0.85951],
  ])('of %d draws together from Beta(1, 1), in bits', (draws, bits) =>
    expect(toBits(batchGainNats({ a: 1, b: 1 }, draws))).toBeCloseTo(bits, 6),
  );

  it('of one draw is the same either way', () => {
    for (const belief of [
      { a: 0.5, b: 0.5 },
      { a: 3.2, b: 0.7 },
      { a: 12, b: 30 },
    ])
      expect(batchGainNats(belief, 1)).toBeCloseTo(informationGainNats(belief), 9);
  });
});
