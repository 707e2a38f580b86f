import 'reflect-metadata';
import { createPubSub } from '@graphql-yoga/subscription';
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { checkAuthorized, resolvers } from '../resolvers/index.js';

/** What a type's own resolver answers, and what a connection makes on demand: read once, and awaited. */
function answeredFields(type: GraphQLObjectType): Set<string> {
  const own = getMetadataStorage().fieldResolvers.filter(
    (field) => field.kind === 'external' && nameOf(field.getObjectType?.()) === type.name,
  );
  return new Set(['edges', 'totalCount', ...own.map((field) => field.schemaName)]);
}

const nameOf = (target: unknown): string | undefined =>
  getMetadataStorage().objectTypes.find((type) => type.target === target)?.name;

/**
 * Fields that only read a property lose the wrapper that the library puts around them: a list of
 * thousands of values is then read, not awaited.
 */
function readPlainFields(type: GraphQLObjectType): void {
  const answered = answeredFields(type);
  for (const field of Object.values(type.getFields())) {
    if (!answered.has(field.name)) delete field.resolve;
  }
}

/** The executable schema. */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<(typeof resolvers)[number]>,
    authChecker: checkAuthorized,
    validate: false,
    // Demanded by the library; our subscriptions read their own feeds.
    pubSub: createPubSub(),
  });
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || roots.includes(type)) continue;
    readPlainFields(type);
  }
  return schema;
}

/** What is committed as `schema/schema.graphql`: sorted, so that only real changes show. */
export const toSdl = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
