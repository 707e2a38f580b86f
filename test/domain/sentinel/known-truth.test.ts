import { expect, test } from '@jest/globals';
import { holds, tryDetectors } from '../../../bench/sentinel/known-truth.js';

test('of quiet months of accounts of one, two and four brands none has an incident, and nine of ten changes are found', () => {
  const trials = [...tryDetectors(12)];
  expect(trials.filter((trial) => !holds(trial))).toEqual([]);
  const bounded = trials.filter(({ bound }) => bound !== null);
  expect(bounded.map(({ brands }) => brands)).toEqual([1, 2, 4, 2, 1, 2, 4, 1, 2, 4, 2, 2]);
});
