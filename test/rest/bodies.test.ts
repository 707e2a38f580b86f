import { expect, test } from '@jest/globals';
import { toWord, withNumbers } from '../../rest/bodies.js';

test('a number without a value is 0 and says so', () => {
  expect(withNumbers({ platform: 'chatgpt' }, { rank: null, share: 0 })).toEqual({
    platform: 'chatgpt',
    rank: 0,
    share: 0,
    states: { rank: 'none' },
  });
  expect(withNumbers({}, { rank: 2 })).toEqual({ rank: 2 });
});

test('members become words', () => {
  expect(toWord('HOW_TO')).toBe('how-to');
});
