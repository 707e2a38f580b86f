import 'reflect-metadata';
import { createPubSub } from '@graphql-yoga/subscription';
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  type GraphQLUnionType,
  isNonNullType,
  isObjectType,
  isUnionType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { checkAuthorized, enterRoot, limitOf, resolvers } from '../../resolvers/index.js';
import type { KeyScope } from '../domain/accounts/key-scope.js';
import type { Context } from '../request/context.js';

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

/** What `@Authorized` asks for, by root field. */
function readScopes(of: 'queries' | 'mutations' | 'subscriptions'): Map<string, KeyScope[]> {
  return new Map(
    getMetadataStorage()[of].map(({ schemaName, roles }) => [
      schemaName,
      (roles ?? []) as KeyScope[],
    ]),
  );
}

/** A subscription is entered when it begins, not with each event. */
function enterRootFields(
  type: GraphQLObjectType,
  of: 'resolve' | 'subscribe',
  scopes: Map<string, KeyScope[]>,
): void {
  for (const [name, field] of Object.entries(type.getFields())) {
    const inner = field[of] as Resolve | undefined;
    if (inner === undefined) continue;
    const limit = limitOf(field) ?? { allowance: 'v1' as const };
    const root = { name: `${type.name}.${name}`, scopes: scopes.get(name) ?? [], limit };
    const entered: Resolve = (source, args, context, info) =>
      enterRoot(context, root, info, () => inner(source, args, context, info));
    field[of] = entered;
  }
}

/** A union says at once which member a value is: the library would wait, and compiled documents cannot. */
function resolveAtOnce(type: GraphQLUnionType): void {
  const own = getMetadataStorage().unions.find(({ name }) => name === type.name);
  type.resolveType = own?.resolveType as GraphQLTypeResolver<unknown, unknown>;
}

/** One refused field leaves the others as they are: their values would be lost with a root that may not be null. */
function makeNullable(type: GraphQLObjectType): void {
  for (const field of Object.values(type.getFields())) {
    if (isNonNullType(field.type)) field.type = field.type.ofType;
  }
}

/**
 * The executable schema. Its root fields are nullable; `isStrict` leaves those as they are declared that have a value
 * or an error, for the types of clients who get either.
 */
export function createSchema({ isStrict = false } = {}): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<(typeof resolvers)[number]>,
    authChecker: checkAuthorized,
    validate: false,
    // Demanded by the library; our subscriptions read their own feeds.
    pubSub: createPubSub(),
  });
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const [queries, mutations, subscriptions] = roots;
  if (queries) enterRootFields(queries, 'resolve', readScopes('queries'));
  if (mutations) enterRootFields(mutations, 'resolve', readScopes('mutations'));
  if (subscriptions) enterRootFields(subscriptions, 'subscribe', readScopes('subscriptions'));
  if (!isStrict) for (const type of [queries, mutations]) if (type) makeNullable(type);
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
