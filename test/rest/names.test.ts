import { expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { toNames, toOwnNames } from '../../rest/names.js';
import { AppError, badInput } from '../../src/errors.js';

const names = toNames(
  parse(`mutation Make($brand_name: String!, $text: String, $first_ones: Int) {
    make(input: { brandName: $brand_name, deep: { text: $text } }) { list(first: $first_ones, last: 3) }
  }`),
);

test('what an operation calls otherwise is read from its document', () => {
  expect([...names]).toEqual([
    ['brandName', 'brand_name'],
    ['text', 'text'],
    ['first', 'first_ones'],
  ]);
});

test('an error about such a field is told of the field that the caller wrote', () => {
  const told = toOwnNames(badInput('brandName', 'must not be empty', { valid: ['a'] }), names);
  expect(told).toMatchObject({
    code: 'BAD_INPUT',
    message: 'brand_name must not be empty',
    details: { field: 'brand_name', valid: ['a'] },
  });
});

test('the wait stays with it', () => {
  const limited = new AppError('RATE_LIMITED', 'too many', {
    details: { field: 'brandName' },
    retryAfterSec: 7,
  });
  expect(toOwnNames(limited, names)).toMatchObject({ message: 'too many', retryAfterSec: 7 });
});

test('all else stays as it is', () => {
  for (const error of [
    badInput('text', 'is wrong'),
    badInput('days', 'is wrong'),
    new AppError('NOT_FOUND', 'brandName not found'),
    new Error('brandName'),
  ])
    expect(toOwnNames(error, names)).toBe(error);
});
