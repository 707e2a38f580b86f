import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  type DocumentNode,
  type GraphQLType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  Kind,
  type NamedTypeNode,
  parse,
  typeFromAST,
} from 'graphql';
import * as generated from '../../rest/generated/graphql.js';
import { createSchema } from '../../src/graphql/build-schema.js';
import { createCostCheck } from '../../src/graphql/document-cost.js';
import { createDocumentCheck } from '../../src/graphql/documents.js';

/** The value that costs the most. */
function toLargest(type: GraphQLType | undefined): unknown {
  const inner = getNullableType(type);
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (isListType(inner)) return [toLargest(inner.ofType)];
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(fields.map((field) => [field.name, toLargest(field.type)]));
  }
  return { Int: 1_000, Float: 1_000, Boolean: true }[String(inner)] ?? 'x';
}

/** What is refused beyond, whatever it would cost. */
const LARGEST: Record<string, number> = { limit: 200 };

const schema = createSchema();
const faultsOf = createDocumentCheck(schema, true);

const isDocument = (value: unknown): value is DocumentNode =>
  typeof value === 'object' && value !== null && 'definitions' in value;
const operations = Object.entries(generated).flatMap(([name, value]): [string, DocumentNode][] =>
  isDocument(value) && value.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    ? [[name, value]]
    : [],
);
const printed = [
  ...readFileSync('README.md', 'utf8').matchAll(/\{"query": "(.+?)"/g),
  ...readFileSync('docs/follow.mjs', 'utf8').matchAll(/query: `([^`]+)`/g),
].map(([, query = '']): [string, DocumentNode] => [
  query.replace(/\s+/g, ' ').slice(0, 40),
  parse(query),
]);

test('there are some', () => {
  expect(operations.length).toBeGreaterThan(6);
  expect(printed.length).toBeGreaterThan(1);
});

test.each([...operations, ...printed])('%s', (_name, document) => {
  expect(faultsOf(document)).toEqual([]);
  const [operation] = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const variables = Object.fromEntries(
    (operation?.variableDefinitions ?? []).map(({ variable, type }) => [
      variable.name.value,
      LARGEST[variable.name.value] ?? toLargest(typeFromAST(schema, type as NamedTypeNode)),
    ]),
  );
  expect(createCostCheck(schema)(document, undefined, variables)).toEqual([]);
});
