import { expect, test } from '@jest/globals';
import { holds, tryDetectors } from '../../bench/sentinel/known-truth.js';

test('of ten quiet months none has an incident, and of sixty changes nine in ten are found', () => {
  const trials = tryDetectors(10, 60);
  expect(trials.map((trial) => [trial.name, holds(trial)])).toEqual([
    ['nothing changed', true],
    ['collapse .60 to .30', true],
    ['surge .05 to .30', true],
  ]);
});
