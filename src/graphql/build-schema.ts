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
import { checkAuthorized, enterRoot, resolvers } from '../../resolvers/index.js';
import type { KeyScope } from '../domain/accounts/key-scope.js';
import type { Context } from '../request/context.js';

/** Fields with a resolver: those of the type's resolver class, and those that a connection computes on demand. */
function answeredFields(type: GraphQLObjectType): Set<string> {
  const own = getMetadataStorage().fieldResolvers.filter(
    (field) => field.kind === 'external' && nameOf(field.getObjectType?.()) === type.name,
  );
  return new Set(['edges', 'totalCount', ...own.map((field) => field.schemaName)]);
}

const nameOf = (target: unknown): string | undefined =>
  getMetadataStorage().objectTypes.find((type) => type.target === target)?.name;

/**
 * Removes the library's async wrapper from fields that only read a property, so that a list of thousands of
 * values is not awaited one by one.
 */
function readPlainFields(type: GraphQLObjectType): void {
  const answered = answeredFields(type);
  for (const field of Object.values(type.getFields())) {
    if (!answered.has(field.name)) delete field.resolve;
  }
}

type Resolve = GraphQLFieldResolver<unknown, Context>;

/** Scopes from `@Authorized`, by root field. */
function readScopes(of: 'queries' | 'mutations' | 'subscriptions'): Map<string, KeyScope[]> {
  return new Map(
    getMetadataStorage()[of].map(({ schemaName, roles }) => [
      schemaName,
      (roles ?? []) as KeyScope[],
    ]),
  );
}

/** Wraps root fields in `enterRoot`. A subscription is entered when it begins, not with each event. */
function enterRootFields(
  type: GraphQLObjectType,
  of: 'resolve' | 'subscribe',
  scopes: Map<string, KeyScope[]>,
): void {
  for (const [name, field] of Object.entries(type.getFields())) {
    const inner = field[of] as Resolve | undefined;
    if (inner === undefined) continue;
    const root = { name: `${type.name}.${name}`, scopes: scopes.get(name) ?? [] };
    const entered: Resolve = (source, args, context, info) =>
      enterRoot(context, root, info, () => inner(source, args, context, info));
    field[of] = entered;
  }
}

/** Makes a union's resolveType synchronous: compiled documents do not support the library's async wrapper. */
function resolveAtOnce(type: GraphQLUnionType): void {
  const own = getMetadataStorage().unions.find(({ name }) => name === type.name);
  type.resolveType = own?.resolveType as GraphQLTypeResolver<unknown, unknown>;
}

/** Makes root fields nullable: an error in a non-null root field would discard the values of all others. */
function makeNullable(type: GraphQLObjectType): void {
  for (const field of Object.values(type.getFields())) {
    if (isNonNullType(field.type)) field.type = field.type.ofType;
  }
}

/**
 * The executable schema. Its root fields are nullable; with `isStrict` they keep their declared nullability,
 * for the types of clients that throw on any error.
 */
export function createSchema({ isStrict = false } = {}): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<(typeof resolvers)[number]>,
    authChecker: checkAuthorized,
    validate: false,
    // Required by the library; the subscriptions read their own feeds.
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

/** The text of `schema/schema.graphql`; sorted, so that diffs show only real changes. */
export const toSdl = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
