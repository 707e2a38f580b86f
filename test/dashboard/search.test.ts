import { expect, test } from '@jest/globals';
import {
  readBrandFilters,
  readEnvironment,
  readPromptFilters,
  readSignIn,
} from '../../dashboard/src/app/search.js';
import { diffWords } from '../../dashboard/src/ui/word-diff.js';

test.each([
  ['/dashboard/brands/x?days=7', true],
  ['//evil.example/', false],
  ['/\\evil.example', false],
  ['https://evil.example/', false],
  ['javascript:alert(1)', false],
  [7, false],
])('sign-in leads back to %p: %p', (back, isFollowed) => {
  expect(readSignIn({ back }).back).toBe(isFollowed ? back : undefined);
});

test('what is not valid in an address counts as not given', () => {
  expect(readBrandFilters({ days: 8, platforms: 'a b' })).toEqual({});
  expect(readBrandFilters({ days: 90, platforms: 'grok.claude' })).toEqual({
    days: 90,
    platforms: 'grok.claude',
  });
  expect(readPromptFilters({ stage: 'desire', tag: '', branded: 'yes' })).toEqual({
    branded: 'yes',
  });
  expect(readEnvironment({ environment: 'live' })).toEqual({});
  expect(readEnvironment({ environment: 'test' })).toEqual({ environment: 'test' });
});

test('two texts are told apart by words, and both can be read from what is told', () => {
  const left = 'Acme is the best choice for small teams, and it is cheap.';
  const right = 'Globex is the best choice for large teams, and it is dear.';
  const pieces = diffWords(left, right);
  const read = (side: 'left' | 'right') =>
    pieces
      .filter(({ kind }) => kind === 'same' || kind === side)
      .map(({ text }) => text)
      .join('');
  expect([read('left'), read('right')]).toEqual([left, right]);
  expect(pieces.filter(({ kind }) => kind === 'left').map(({ text }) => text)).toEqual([
    'Acme',
    'small',
    'cheap',
  ]);
  expect(diffWords('the same', 'the same')).toEqual([{ kind: 'same', text: 'the same' }]);
});
