import { expect, test } from '@jest/globals';
import { toAdvisedWait } from '../../../src/domain/limits/sliding-window.js';

const inARow = (waitSec: number, refusals: number) =>
  Array.from({ length: refusals }, (_, before) => toAdvisedWait(waitSec, before));

test('after three refusals in a row the next longer step is advised, and so on to the last', () => {
  expect(inARow(1, 14)).toEqual([1, 1, 1, 5, 5, 5, 15, 15, 15, 60, 60, 60, 300, 300]);
  expect(inARow(7, 5)).toEqual([7, 7, 7, 15, 15]);
});

test('it is never shorter than the true wait', () => {
  expect(inARow(3_600, 7)).toEqual(Array(7).fill(3_600));
});
