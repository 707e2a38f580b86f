import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import * as generated from '../../rest/generated/graphql.js';
import type { Route } from '../../rest/route.js';
import { routes } from '../../rest/routes.js';
import { validateRoutes } from '../../rest/validate-routes.js';
import { createSchema } from '../../src/graphql/build-schema.js';

const schema = buildSchema(`
  type Query { one: String two: String }
  type Mutation { make: String }
  type Subscription { follow: String }
`);

const operation = parse('query One { one }');
const row: Route = { method: 'GET', path: '/api/one', operation };
const mutation = parse('mutation Make { make }');

const faultsOf = (...table: Route[]): string => {
  try {
    validateRoutes(table, [], schema);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
};

test('the product’s own table holds', () => {
  const documents = Object.values(generated).filter((value) => typeof value === 'object');
  expect(() => validateRoutes(routes, documents as never, createSchema())).not.toThrow();
});

describe('a table does not start', () => {
  test.each<[string, Route[], string]>([
    [
      'with a field that the schema lacks',
      [{ ...row, operation: parse('query One { three }') }],
      'Cannot query field "three"',
    ],
    [
      'with a mutation behind a GET',
      [{ ...row, operation: mutation }],
      'a GET cannot be a mutation',
    ],
    [
      'with a subscription',
      [{ ...row, method: 'POST', operation: parse('subscription F { follow }') }],
      'a POST cannot be a subscription',
    ],
    [
      'with two root fields',
      [{ ...row, operation: parse('query Two { one two }') }],
      'must ask for one root field',
    ],
    ['without a name', [{ ...row, operation: parse('{ one }') }], 'has no name'],
    [
      'with two operations',
      [{ ...row, operation: parse('query A { one } query B { two }') }],
      'must hold one operation',
    ],
    ['with a path twice', [row, { ...row }], 'GET /api/one: /api/one is taken already'],
    [
      'with an alias twice',
      [row, { ...row, path: '/api/two', aliases: ['/api/one'] }],
      '/api/one is taken already',
    ],
    [
      'with a path behind a placeholder',
      [{ ...row, path: '/api/:id' }, row],
      '/api/one stands behind /api/:id',
    ],
    [
      'with a scope that loosens',
      [{ ...row, method: 'POST', operation: mutation, scope: 'read' }],
      'read is less than a POST needs',
    ],
    [
      'with a scope and no caller',
      [{ ...row, auth: 'none', scope: 'read' }],
      'cannot ask for a scope',
    ],
  ])('%s', (_what, table, fault) => {
    expect(faultsOf(...table)).toContain(fault);
  });

  test('with an operation that no path asks for', () => {
    expect(() => validateRoutes([row], [operation, mutation], schema)).toThrow(
      'Make: no path asks for this operation',
    );
  });

  test('and says all its faults at once', () => {
    const faults = faultsOf({ ...row, operation: mutation }, { ...row, path: '/api/one' });
    expect(faults).toContain('a GET cannot be a mutation');
    expect(faults).toContain('is taken already');
  });
});

test('one path may answer two methods, and a fixed path may stand before a placeholder', () => {
  expect(faultsOf(row, { ...row, method: 'POST', operation: mutation })).toBe('none');
  expect(faultsOf(row, { ...row, path: '/api/:id' })).toBe('none');
});
