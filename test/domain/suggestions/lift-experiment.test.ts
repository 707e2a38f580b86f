import { expect, test } from '@jest/globals';
import {
  type ExperimentSample,
  toExperiment,
} from '../../../src/domain/suggestions/lift-experiment.js';

/** So many answers, each to a prompt of its own. */
const sample = (answers: number, sum: number, squares: number, repeats = 1): ExperimentSample => ({
  ...{ answers, sum, squares },
  cells: Array.from({ length: answers / repeats }, (_, at) => ({
    ...{ platform: 'chatgpt', promptId: `${at % 9}`, answers: repeats, mentions: repeats },
  })),
});
const before = sample(100, 20, 8);
const after = sample(100, 25, 10);

test('is the logarithm of the ratio of two means, with its error', () => {
  const found = toExperiment({ before, after });
  // ln 1.25; √(4/99 / (100 × 0.04) + 3.75/99 / (100 × 0.0625)).
  expect(found?.logRatio).toBeCloseTo(0.223144, 6);
  expect(found?.standardError).toBeCloseTo(0.127128, 6);
});

test('is less sure where prompts were repeated', () => {
  const five = { before: sample(100, 20, 8, 5), after: sample(100, 25, 10, 5) };
  // 1 + 4 × 0.3 times the variance.
  expect(toExperiment(five)?.standardError).toBeCloseTo(0.127128 * Math.sqrt(2.2), 5);
});

test('is without what the untouched prompts changed by, where there are enough', () => {
  const found = toExperiment({ before, after }, { before, after });
  expect(found?.logRatio).toBeCloseTo(0, 12);
  expect(found?.standardError).toBeCloseTo(0.127128 * Math.SQRT2, 6);
  const few = { before: sample(29, 20, 14), after };
  expect(toExperiment({ before, after }, few)).toEqual(toExperiment({ before, after }));
});

test.each([
  ['few answers before', sample(29, 5, 2), after],
  ['few answers after', before, sample(29, 5, 2)],
  ['no mention before', sample(100, 0, 0), after],
  ['no mention after', before, sample(100, 0, 0)],
  ['answers that are all alike', sample(64, 16, 4), sample(64, 32, 16)],
  ['no answers', sample(0, 0, 0), sample(0, 0, 0)],
])('of %s there is none', (_what, first, second) => {
  expect(toExperiment({ before: first, after: second })).toBeNull();
});
