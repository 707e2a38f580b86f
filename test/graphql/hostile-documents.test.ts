import { describe, expect, test } from '@jest/globals';
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  getIntrospectionQuery,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { SHAPES, times, writeDocuments } from '../../bench/hostile-documents.js';
import { createSchema } from '../../src/graphql/build-schema.js';
import { createCostCheck } from '../../src/graphql/document-cost.js';
import {
  createDocumentCheck,
  createDocuments,
  DOCUMENT_LIMITS,
} from '../../src/graphql/documents.js';

/** What one document may cost before it is refused or run. */
const MOST_VISITS = 20_000;

const schema = createSchema();
const check = createDocumentCheck(schema, true);
const checkCost = createCostCheck(schema);

/**
 * A copy of the document that counts how often attention moves from one node to another, whoever
 * reads it: our passes, the limits, the language's rules, the cost. A name is part of its node.
 */
function watch(document: DocumentNode): { watched: DocumentNode; visits: () => number } {
  let visits = 0;
  let last: object | null = null;
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    const node = value as ASTNode | null | undefined;
    if (typeof node !== 'object' || node === null) return value;
    if (!('kind' in node) || node.kind === 'Name') return value;
    const watched = {};
    for (const [key, inner] of Object.entries(node)) {
      const copied = key === 'loc' ? inner : copy(inner);
      Object.defineProperty(watched, key, {
        enumerable: true,
        get() {
          if (last !== watched) visits += 1;
          last = watched;
          return copied;
        },
      });
    }
    return watched;
  };
  return { watched: copy(document) as DocumentNode, visits: () => visits };
}

/** Null for a text that is refused before there is a document: it costs its own length at most. */
function costOf(query: string): { visits: number; faults: readonly GraphQLError[] } | null {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: DOCUMENT_LIMITS.tokens });
  } catch {
    return null;
  }
  const { watched, visits } = watch(document);
  const faults = check(watched);
  return {
    faults: faults.length > 0 ? faults : checkCost(watched, undefined, {}),
    visits: visits(),
  };
}

describe('a hostile document costs a bounded number of visits', () => {
  test.each(Object.entries(SHAPES))('%s', (_name, shape) => {
    const costs = writeDocuments(shape).map(costOf);
    const read = costs.filter((cost) => cost !== null);
    expect(read.length).toBeGreaterThan(0);
    expect(Math.max(...read.map(({ visits }) => visits))).toBeLessThanOrEqual(MOST_VISITS);
    // A shape that is never refused would show nothing.
    expect(costs.some((cost) => cost === null || cost.faults.length > 0)).toBe(true);
  });

  test('two shapes in one document', () => {
    const shapes = Object.values(SHAPES);
    const costs = shapes.flatMap((shape, index) =>
      [300, 600, 950].map((size) => {
        const other = shapes[(index * 7 + size) % shapes.length] ?? shape;
        // The second one goes by other names, as far as it has any.
        const second = other(size, 2).replaceAll(/\b([FQ])(\d*)\b/g, '$1x$2');
        return costOf(
          `${shape(size, 2).replace(/^\{/, 'query A {')} ${second.replace(/^\{/, 'query B {')}`,
        );
      }),
    );
    const read = costs.filter((cost) => cost !== null);
    expect(read.length).toBeGreaterThan(shapes.length);
    expect(Math.max(...read.map(({ visits }) => visits))).toBeLessThanOrEqual(MOST_VISITS);
  });

  test('the count sees what repeats: a rule of the language alone exceeds it', () => {
    // 490 times one field: the document that the rule on merging fields compares pair by pair.
    const { watched, visits } = watch(parse(SHAPES['a field again and again']?.(1_950, 1) ?? ''));
    validate(schema, watched, specifiedRules);
    expect(visits()).toBeGreaterThan(5 * MOST_VISITS);
  });
});

describe('what costs without many nodes', () => {
  const documents = createDocuments(schema, true);
  const messagesOf = (query: string) => documents.read(query).faults.map(({ message }) => message);

  test('lines: each error looks for its line from the top', () => {
    for (const line of ['\n', '\r', '\r\n', '#\n'])
      expect(messagesOf(`${line.repeat(DOCUMENT_LIMITS.lines)}{nope}`)).toEqual([
        `the document has more than ${DOCUMENT_LIMITS.lines} lines`,
      ]);
    expect(messagesOf(`${'\n'.repeat(DOCUMENT_LIMITS.lines - 1)}{me {user {id}}}`)).toEqual([]);
  });

  test('wrong variables: of thousands five are told, and no more are made', () => {
    const wrong = Array.from({ length: 20_000 }, () => ({}));
    const valid = documents.read(
      'mutation M($input: CreateApiKeyInput!) {createApiKey(input: $input) {secret}}',
    );
    expect(valid.faults).toEqual([]);
    const input = { name: 'Acme', scopes: wrong };
    expect(checkCost(valid.document, undefined, { input })).toHaveLength(
      DOCUMENT_LIMITS.errors + 1,
    );
  });

  test('introspection: the standard query may run, the schema within itself or again and again may not', () => {
    const options = { inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true };
    const standard = documents.read(getIntrospectionQuery(options));
    expect(standard.faults).toEqual([]);
    expect(checkCost(standard.document, undefined, {})).toEqual([]);
    const type = 'type {name ofType {name description enumValues {name description}}}';
    const fields = `fields {name description args {name description ${type}} ${type}}`;
    for (const query of [
      `{__schema {types {fields {${times(5, (i) => `a${i}: type {ofType {${fields}}}`)}}}}}`,
      `{__schema {types {${times(3, (i) => `a${i}: fields {type {ofType {${fields}}}}`)}}}}`,
      `{${times(14, (i) => `s${i}: __schema {types {fields {type {ofType {fields {name args {name description}}}}}}}`)}}`,
      `{__schema {${times(15, (i) => `a${i}: types {fields {name description isDeprecated}}`)}}}`,
      `{__schema {${times(15, (i) => `a${i}: types {fields {name args {name}}}`)} types {name}}}`,
    ]) {
      const { document, faults } = documents.read(query);
      const [fault] = [...faults, ...checkCost(document, undefined, {})];
      expect(fault?.message).toMatch(/costs \d+; at most 5000/);
    }
  });
});

describe('what was read', () => {
  test('is not read again, unless it was refused', () => {
    const documents = createDocuments(schema, true);
    const query = '{me {user {id}}}';
    expect(documents.read(query).document).toBe(documents.read(query).document);
    expect(documents.read('{nope}').document).not.toBe(documents.read('{nope}').document);
  });

  test('gives way to what is asked for later, by its length', () => {
    const documents = createDocuments(schema, true);
    const first = documents.read('{me {user {id}}}').document;
    const long = (i: number) => `{me {user {id}}} # ${String(i).padStart(60_000, '.')}`;
    for (let i = 0; i < 3; i += 1) documents.read(long(i));
    expect(documents.read('{me {user {id}}}').document).toBe(first);
    for (let i = 3; i < 8; i += 1) documents.read(long(i));
    expect(documents.read('{me {user {id}}}').document).not.toBe(first);
  });
});
