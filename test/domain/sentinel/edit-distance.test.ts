import { expect, test } from '@jest/globals';
import { editDistance } from '../../../src/domain/sentinel/edit-distance.js';
import { readVectors } from '../../helpers/vectors.js';

test.each([4, 2])('up to %d, distances are those of the reference, either way round', (most) => {
  const vectors = readVectors('domain/sentinel/edit-distance-vectors.tsv');
  expect(vectors.length).toBeGreaterThan(250);
  const expected = vectors.map(([one, other, steps]) => [
    one,
    other,
    Math.min(Number(steps), most + 1),
  ]);
  const measured = (isTurned: boolean) =>
    vectors.map(([one = '', other = '']) => [
      one,
      other,
      isTurned ? editDistance(other, one, most) : editDistance(one, other, most),
    ]);
  expect(measured(false)).toEqual(expected);
  expect(measured(true)).toEqual(expected);
});
