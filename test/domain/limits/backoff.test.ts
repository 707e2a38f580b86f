import { expect, test } from '@jest/globals';
import { toBackoff } from '../../../src/domain/limits/sliding-window.js';

const inARow = (waitSec: number, refusals: number) =>
  Array.from({ length: refusals }, (_, before) => toBackoff(waitSec, before));

test('after three refusals in a row the next longer step is advised, and so on to the last', () => {
  const none = [null, null, null];
  expect(inARow(1, 14)).toEqual([...none, 5, 5, 5, 15, 15, 15, 60, 60, 60, 300, 300]);
  expect(inARow(7, 5)).toEqual([...none, 15, 15]);
});

test('it is never shorter than the true wait', () => {
  expect(inARow(3_600, 5)).toEqual([null, null, null, 3_600, 3_600]);
});
