import { describe, expect, it } from '@jest/globals';
import { getOperationAST, Kind, parse } from 'graphql';
import { prefilledTabs, toHeaders } from '../../dashboard/graphiql/tabs.js';
import { createSchema } from '../../src/graphql/build-schema.js';
import { createCostCheck } from '../../src/graphql/document-cost.js';
import { createDocumentCheck, DOCUMENT_LIMITS } from '../../src/graphql/documents.js';

const schema = createSchema();
const faultsOf = createDocumentCheck(schema, true);
const tabs = prefilledTabs.map(({ query, variables }) => {
  const document = parse(query, { maxTokens: DOCUMENT_LIMITS.tokens });
  const operation = getOperationAST(document)!;
  return {
    name: operation.name?.value ?? '',
    document,
    operation,
    variables: JSON.parse(variables ?? '{}') as Record<string, unknown>,
  };
});

describe("GraphiQL's tabs", () => {
  it('show the three ways in', () => {
    expect(tabs.map(({ name, operation }) => [name, operation.operation])).toEqual([
      ['Overview', 'query'],
      ['StartAProbe', 'mutation'],
      ['FollowItLive', 'subscription'],
    ]);
  });

  it.each(tabs)('$name is valid and within the limits', ({ document, name, variables }) => {
    expect(faultsOf(document)).toEqual([]);
    expect(createCostCheck(schema)(document, name, variables)).toEqual([]);
  });

  it.each(tabs)('$name has the variables that it asks for', ({ operation, variables }) => {
    const asked = (operation.variableDefinitions ?? [])
      .filter(({ type }) => type.kind === Kind.NON_NULL_TYPE)
      .map(({ variable }) => variable.name.value);
    expect(Object.keys(variables)).toEqual(asked);
  });

  it('send no header until the reader writes one', () => {
    const lines = toHeaders(null)
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.filter((line) => !line.startsWith('//'))).toEqual([]);
  });
});
