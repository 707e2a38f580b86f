import 'reflect-metadata';
import { createPubSub } from '@graphql-yoga/subscription';
import { type GraphQLSchema, isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { checkAuthorized, resolvers } from '../resolvers/index.js';

/**
 * The executable schema. Fields that only read a property lose the wrapper the library puts around
 * them: a list of thousands of values is then read, not awaited.
 */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<(typeof resolvers)[number]>,
    authChecker: checkAuthorized,
    validate: false,
    // Demanded by the library; our subscriptions read their own feeds.
    pubSub: createPubSub(),
  });
  // `totalCount` is read from a getter that counts, so its promise has to be awaited.
  const answered = new Set([
    'totalCount',
    ...resolvers.flatMap((resolver) => Object.getOwnPropertyNames(resolver.prototype)),
  ]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const isRoot =
      type === schema.getQueryType() ||
      type === schema.getMutationType() ||
      type === schema.getSubscriptionType();
    if (isRoot) continue;
    for (const field of Object.values(type.getFields())) {
      if (!answered.has(field.name)) delete field.resolve;
    }
  }
  return schema;
}

/** What is committed as `schema/schema.graphql`: sorted, so that only real changes show. */
export const toSdl = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
