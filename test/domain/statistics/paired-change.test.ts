import { expect, test } from '@jest/globals';
import { pairedChange } from '../../../src/domain/statistics/paired-change.js';
import { studentT95 } from '../../../src/domain/statistics/student.js';

test.each([
  [1, 12.7062],
  [2, 4.3027],
  [9, 2.2622],
  [11, 2.201],
  [30, 2.0423],
  [1_000, 1.9623],
])('t of %i degrees is that of the tables', (degrees, t) => {
  expect(studentT95(degrees)).toBeCloseTo(t, 4);
});

/** So many in turn above and below a mean, by which their standard deviation is the given one. */
const spread = (count: number, mean: number, sd: number): number[] =>
  Array.from({ length: count }, (_, at) => {
    const off = sd * Math.sqrt((count - 1) / count);
    return at % 2 === 0 ? mean + off : mean - off;
  });

test('the worked example: twelve prompts', () => {
  const found = pairedChange(spread(12, 0.2775, 0.3128));
  expect(found?.prompts).toBe(12);
  expect(found?.difference).toBeCloseTo(0.2775, 12);
  // To the digits that its standard deviation was written with.
  expect(found?.low).toBeCloseTo(0.0788, 3);
  expect(found?.high).toBeCloseTo(0.4762, 3);
});

test('fewer than ten prompts show nothing', () => {
  expect(pairedChange(spread(9, 0.2, 0.1))).toBeNull();
  expect(pairedChange([])).toBeNull();
  expect(pairedChange(spread(10, 0.2, 0))).toMatchObject({ prompts: 10 });
});
