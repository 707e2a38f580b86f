import { describe, expect, it } from '@jest/globals';
import { expectedLift, logRatioOf, measureUplift } from '../../src/domain/lift.js';

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

describe('uplift', () => {
  it('of 18 to 33 of 60 is shown', () => {
    const found = measureUplift({ before: { hits: 18, of: 60 }, after: { hits: 33, of: 60 } });
    expect(found?.lift).toBeCloseTo(0.25, 12);
    expect(found?.low).toBeCloseTo(0.0731, 4);
    expect(found?.high).toBeCloseTo(0.4061, 4);
    expect(found).toMatchObject({ shown: true, isControlled: false });
  });

  it('of 3 to 6 of 10 is not', () => {
    const found = measureUplift({ before: { hits: 3, of: 10 }, after: { hits: 6, of: 10 } });
    expect(found?.low).toBeCloseTo(-0.1177, 4);
    expect(found?.high).toBeCloseTo(0.6011, 4);
    expect(found?.shown).toBe(false);
  });

  it('takes off what the untouched prompts did', () => {
    const treated = { before: { hits: 18, of: 60 }, after: { hits: 33, of: 60 } };
    const found = measureUplift(treated, {
      before: { hits: 24, of: 60 },
      after: { hits: 26, of: 60 },
    });
    expect(found?.lift).toBeCloseTo(0.2167, 4);
    expect(found).toMatchObject({ shown: true, isControlled: true });
    const few = measureUplift(treated, {
      before: { hits: 2, of: 29 },
      after: { hits: 20, of: 60 },
    });
    expect(few).toMatchObject({ isControlled: false });
    expect(measureUplift({ ...treated, before: { hits: 0, of: 0 } })).toBeNull();
  });
});
