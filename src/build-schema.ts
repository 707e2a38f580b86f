import 'reflect-metadata';
import { createPubSub } from '@graphql-yoga/subscription';
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  type GraphQLUnionType,
  isObjectType,
  isUnionType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { capSession, checkAuthorized, resolvers } from '../resolvers/index.js';
import type { Context } from './context.js';

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

type Resolve = GraphQLFieldResolver<unknown, Context>;

/** The one place that all root fields pass: a subscription when it begins, not with each event. */
function capRootFields(type: GraphQLObjectType, of: 'resolve' | 'subscribe'): void {
  for (const [name, field] of Object.entries(type.getFields())) {
    const inner = field[of] as Resolve | undefined;
    if (inner === undefined) continue;
    const capped: Resolve = (source, args, context, info) => {
      const drawn = capSession(context, name);
      return drawn instanceof Promise
        ? drawn.then(() => inner(source, args, context, info))
        : inner(source, args, context, info);
    };
    field[of] = capped;
  }
}

/** A union says at once which member a value is: the library would wait, and compiled documents cannot. */
function resolveAtOnce(type: GraphQLUnionType): void {
  const own = getMetadataStorage().unions.find(({ name }) => name === type.name);
  type.resolveType = own?.resolveType as GraphQLTypeResolver<unknown, unknown>;
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
  for (const type of roots)
    if (type) capRootFields(type, type.name === 'Subscription' ? 'subscribe' : 'resolve');
  for (const type of Object.values(schema.getTypeMap())) {
    if (isUnionType(type)) resolveAtOnce(type);
    if (!isObjectType(type) || type.name.startsWith('__') || roots.includes(type)) continue;
    readPlainFields(type);
  }
  return schema;
}

/** What is committed as `schema/schema.graphql`: sorted, so that only real changes show. */
export const toSdl = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
