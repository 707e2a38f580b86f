import { describe, expect, it } from '@jest/globals';
import { expectedLift, logRatioOf } from '../../../src/domain/suggestions/lift.js';

describe('expected lift', () => {
  const experiments = [
    { logRatio: 0.1, standardError: 0.12 },
    { logRatio: 0.22, standardError: 0.15 },
    { logRatio: -0.03, standardError: 0.1 },
  ];

  it('of a quotation is a quarter of what was published', () => {
    const ratio = logRatioOf('quotation');
    expect(ratio.mean).toBeCloseTo(0.0858, 4);
    expect(expectedLift(0.3, [ratio]).delta).toBeCloseTo(0.0269, 4);
  });

  it('learns from experiments', () => {
    const ratio = logRatioOf('quotation', experiments);
    expect(ratio.mean).toBeCloseTo(0.0664, 4);
    expect(ratio.sd).toBeCloseTo(0.0647, 4);
    const lift = expectedLift(0.3, [ratio]);
    expect(lift.delta).toBeCloseTo(0.0206, 4);
    expect(lift.low).toBeLessThan(0);
    expect(lift).toMatchObject({ confidence: 'measured', method: 'quotation', experiments: 3 });
  });

  it('may be a loss, is the best and not the sum, and stays below 1', () => {
    const first = logRatioOf('cite_sources', [], 1);
    expect(expectedLift(0.3, [first]).delta).toBeLessThan(0);
    expect(expectedLift(0.3, [first]).delta).toBeCloseTo(0.3 * (0.697 ** 0.25 - 1), 12);
    expect(logRatioOf('quotation', [], 6)).toEqual(logRatioOf('quotation'));
    expect(logRatioOf('technical_terms', [], 1)).toEqual(logRatioOf('technical_terms'));
    const both = expectedLift(0.3, [logRatioOf('fluency'), logRatioOf('quotation')]);
    expect(both).toEqual(expectedLift(0.3, [logRatioOf('quotation')]));
    expect(expectedLift(0.99, [logRatioOf('quotation')]).delta).toBeCloseTo(0.01, 12);
  });

  it('of 0 and of no method is nothing, and says so', () => {
    const none = {
      ...{ delta: 0, low: 0, high: 0, confidence: 'none' },
      ...{ method: null, experiments: 0 },
    };
    expect(expectedLift(0, [logRatioOf('quotation')])).toEqual(none);
    expect(expectedLift(0.3, [])).toEqual(none);
  });
});
