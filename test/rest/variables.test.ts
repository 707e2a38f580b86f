import { describe, expect, test } from '@jest/globals';
import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { toVariableList, toVariables } from '../../rest/variables.js';
import { AppError } from '../../src/errors.js';

const schema = buildSchema(`
  enum Intent { COMPARISON HOW_TO }
  input Nested { a: Int, text: String!, tags: [String!], intent: Intent }
  scalar Odd
  type Query {
    find(id: ID!, name: String, days: Int, rate: Float, flag: Boolean, intent: Intent, list: [String!], ids: [ID!]!, nested: [Nested!], odd: Odd): String
  }
`);

const declare = (variables: string) =>
  toVariableList(
    schema,
    parse(`query Find(${variables}) { find }`).definitions[0] as OperationDefinitionNode,
  );

const all = declare(
  '$id: ID!, $name: String, $days: Int, $rate: Float, $flag: Boolean, $intent: Intent, $list: [String!]',
);

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.details?.field}: ${error.message}`;
  }
  return 'none';
}

describe('what a JSON body says', () => {
  const read = (fields: object) => toVariables(all, { id: 'a', ...fields }, false);

  test('values of the right types pass as they are', () => {
    const fields = { name: 'x', days: 7, rate: 0.5, flag: false, list: ['a', 'b'] };
    expect(read(fields)).toEqual({ id: 'a', ...fields });
  });

  test('a null stands for nothing where nothing is allowed', () => {
    expect(read({ name: null, list: null })).toEqual({ id: 'a', name: null, list: null });
  });

  test('what is left out stays out, and unknown fields are ignored', () => {
    expect(read({ other: 1, toString: 'x' })).toEqual({ id: 'a' });
  });

  test('a word becomes the member it stands for', () => {
    expect(read({ intent: 'how-to' })).toEqual({ id: 'a', intent: 'HOW_TO' });
  });

  test.each<[object, string]>([
    [{ id: undefined }, 'id: id is required'],
    [{ id: null }, 'id: id must not be null'],
    [{ id: 5 }, 'id: id must be a string'],
    [{ id: ['a'] }, 'id: id must be a string'],
    [{ name: 5 }, 'name: name must be a string'],
    [{ name: true }, 'name: name must be a string'],
    [{ name: {} }, 'name: name must be a string'],
    [{ name: ['x'] }, 'name: name must be a string'],
    [{ days: '7' }, 'days: days must be a whole number'],
    [{ days: 7.5 }, 'days: days must be a whole number'],
    [{ days: 3e9 }, 'days: days must be a whole number'],
    [{ days: [7] }, 'days: days must be a whole number'],
    [{ rate: '0.5' }, 'rate: rate must be a number'],
    [{ flag: 'true' }, 'flag: flag must be true or false'],
    [{ flag: 1 }, 'flag: flag must be true or false'],
    [{ intent: 'HOW_TO' }, 'intent: intent must be one of comparison, how-to'],
    [{ intent: 'other' }, 'intent: intent must be one of comparison, how-to'],
    [{ intent: ['how-to'] }, 'intent: intent must be one of comparison, how-to'],
    [{ list: 'a' }, 'list: list must be a list of strings'],
    [{ list: [1] }, 'list: list must be a list of strings'],
    [{ list: [null] }, 'list: list must be a list of strings'],
    [{ list: [['a']] }, 'list: list must be a list of strings'],
    [{ list: { 0: 'a' } }, 'list: list must be a list of strings'],
  ])('%j is refused: %s', (fields, fault) => {
    expect(faultOf(() => read(fields))).toBe(fault);
  });

  test('all that do not fit are named at once', () => {
    expect(faultOf(() => read({ id: 5, days: '7', list: [1], name: 'fits' }))).toBe(
      'id: id must be a string; days must be a whole number; list must be a list of strings',
    );
  });

  test('keys of the prototype are fields like any other', () => {
    const body = JSON.parse('{"id":"a","__proto__":{"name":"x"},"constructor":{"days":1}}');
    expect(toVariables(all, body, false)).toEqual({ id: 'a' });
    expect(({} as { name?: string }).name).toBeUndefined();
    expect(faultOf(() => toVariables(all, Object.create({ id: 'inherited' }), false))).toBe(
      'id: id is required',
    );
  });
});

describe('what a query string says', () => {
  const read = (fields: object) => toVariables(all, { id: 'a', ...fields }, true);

  test('text is read as its variable wants it', () => {
    expect(read({ days: '30', rate: '0.25', flag: 'true', name: '30' })).toEqual({
      id: 'a',
      days: 30,
      rate: 0.25,
      flag: true,
      name: '30',
    });
  });

  test.each<[object, string]>([
    [{ days: 'seven' }, 'days: days must be a whole number'],
    [{ days: '' }, 'days: days must be a whole number'],
    [{ days: '7.5' }, 'days: days must be a whole number'],
    [{ days: '1e3' }, 'days: days must be a whole number'],
    [{ days: ' 7' }, 'days: days must be a whole number'],
    [{ days: '0x10' }, 'days: days must be a whole number'],
    [{ days: '99999999999999999999' }, 'days: days must be a whole number'],
    [{ days: ['7', '8'] }, 'days: days must be given once'],
    [{ name: ['a', 'a'] }, 'name: name must be given once'],
    [{ flag: 'yes' }, 'flag: flag must be true or false'],
    [{ rate: 'NaN' }, 'rate: rate must be a number'],
    [{ rate: 'Infinity' }, 'rate: rate must be a number'],
  ])('%j is refused: %s', (fields, fault) => {
    expect(faultOf(() => read(fields))).toBe(fault);
  });
});

describe('what a list of objects says', () => {
  const nested = declare('$nested: [Nested!]');
  const read = (value: unknown) => toVariables(nested, { nested: value }, false);

  test('their fields pass like all others, and those that they do not have are left out', () => {
    const given = [
      { text: 'x', tags: ['a'], intent: 'how-to', other: 1 },
      { text: 'y', a: null },
    ];
    expect(read(given)).toEqual({
      nested: [
        { text: 'x', tags: ['a'], intent: 'HOW_TO' },
        { text: 'y', a: null },
      ],
    });
    expect(read([])).toEqual({ nested: [] });
  });

  test.each<[unknown, string]>([
    ['x', 'nested: nested must be a list of objects'],
    [{ text: 'x' }, 'nested: nested must be a list of objects'],
    [[5], 'nested[0]: nested[0] must be an object'],
    [[null], 'nested[0]: nested[0] must not be null'],
    [[{ text: 'x' }, {}], 'nested[1].text: nested[1].text is required'],
    [[{ text: 7 }], 'nested[0].text: nested[0].text must be a string'],
    [[{ text: 'x', tags: [1] }], 'nested[0].tags: nested[0].tags must be a list of strings'],
    [
      [{ text: 7, tags: [1] }, { text: 'x' }, 5],
      'nested[0].text: nested[0].text must be a string; nested[0].tags must be a list of strings; nested[2] must be an object',
    ],
    [[{ text: 'x', a: 1.5 }], 'nested[0].a: nested[0].a must be a whole number'],
    [
      [{ text: 'x', intent: 'HOW_TO' }],
      'nested[0].intent: nested[0].intent must be one of comparison, how-to',
    ],
  ])('%j is refused: %s', (value, fault) => {
    expect(faultOf(() => read(value))).toBe(fault);
  });
});

test('a list with more faults than anyone reads is not checked to its end', () => {
  const nested = declare('$nested: [Nested!]');
  let checked = 0;
  const value = Array.from({ length: 5_000 }, () => ({
    get text() {
      checked += 1;
      return 7;
    },
  }));
  expect(() => toVariables(nested, { nested: value }, false)).toThrow('nested[999].text');
  expect(checked).toBe(1_000);
});

test('a type that a request cannot carry is refused before the first one', () => {
  expect(() => declare('$odd: Odd')).toThrow('no description for the type Odd');
  expect(() => declare('$what: Missing')).toThrow('the schema has no type for');
});
