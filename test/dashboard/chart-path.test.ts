import { expect, test } from '@jest/globals';
import { toBandPath, toLinePath } from '../../dashboard/src/ui/chart/path.js';

test('a line has gaps where values are missing, and a dot for a lone value', () => {
  const points = [null, [10, 1], [20, 2], null, [40, 3], null, null, [70, 4]] as const;
  expect(toLinePath(points)).toBe('M10,1L20,2M40,3ZM70,4Z');
  expect(toLinePath([null])).toBe('');
});

test('a band goes along its upper ends and back along its lower ones', () => {
  expect(toBandPath([[0, 1, 2], [10, 3, 4], null, [30, 5, 6]])).toBe(
    'M0,2L10,4L10,3L0,1ZM30,6L30,5Z',
  );
});
