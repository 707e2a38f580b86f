import type { GraphQLSchema } from 'graphql';
import type { Route } from '../route.js';
import type { WordsOf } from './closed-sets.js';
import { distinct, orNull, type Schema } from './json-schema.js';
import { type Choice, Leaf, type Origins, type SampleAnswer, toSample } from './sample.js';

type Object_ = Record<string, unknown>;

const isPlain = (value: unknown): value is Object_ =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Leaf);

/** Schema of literals that `toBody` writes, such as `none`. */
function literalSchema(values: readonly unknown[]): Schema | null {
  const [first] = values;
  if (first === undefined) return null;
  const members = [...new Set(values)];
  return { type: typeof first, ...(members.length === 1 ? { const: first } : { enum: members }) };
}

function objectSchema(objects: readonly Object_[], origins: Origins): Schema {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const isThere = (object: Object_, name: string) => object[name] !== undefined;
  const shown = names.filter((name) => objects.some((object) => isThere(object, name)));
  const properties = shown.map((name) => [
    name,
    toInferred(
      objects.flatMap((object) => (isThere(object, name) ? [object[name]] : [])),
      origins,
    ),
  ]);
  const required = shown.filter((name) => objects.every((object) => isThere(object, name)));
  const origin = objects.every((object) => origins.has(object))
    ? origins.get(objects[0] as object)
    : undefined;
  return {
    ...(origin && { title: origin.title, description: origin.description }),
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  };
}

function listSchema(lists: readonly unknown[][], origins: Origins): Schema {
  const description = lists.map((list) => origins.get(list)?.description).find(Boolean);
  return {
    ...(description && { description }),
    type: 'array',
    items: toInferred(lists.flat(), origins),
  };
}

/** The schema that covers all values found at one place of several sample bodies. */
function toInferred(values: readonly unknown[], origins: Origins): Schema {
  const present = values.filter((value) => value !== null);
  const leaves = present.filter((value) => value instanceof Leaf);
  const lists = present.filter((value) => Array.isArray(value));
  const objects = present.filter(isPlain);
  const literals = present.filter((value) => typeof value !== 'object');
  const kinds = [
    ...distinct(leaves.map(({ schema }) => schema)),
    ...(lists.length > 0 ? [listSchema(lists, origins)] : []),
    ...(objects.length > 0 ? [objectSchema(objects, origins)] : []),
  ];
  const literal = kinds.length > 0 ? null : literalSchema(literals);
  const [schema, more] = literal === null ? kinds : [literal];
  if (more !== undefined)
    throw new Error(`values at one place of a body have several types: ${JSON.stringify(kinds)}`);
  if (schema === undefined) return {};
  return present.length < values.length ? orNull(schema) : schema;
}

/**
 * Infers the schema of a row's success body by calling `toBody` with sample results: one of unknown leaves,
 * one for each nullable value, and one for each member of a closed set. So no body is described twice.
 */
export function toBodySchema(schema: GraphQLSchema, row: Route, wordsOf: WordsOf): Schema {
  const kinds = row.kinds ?? [undefined];
  const schemas = kinds.map((root) => ofKind(schema, row, root, wordsOf));
  const different = distinct(schemas);
  const [only = {}] = different;
  return different.length > 1 ? { anyOf: different } : only;
}

function ofKind(schema: GraphQLSchema, row: Route, root: Choice['root'], wordsOf: WordsOf): Schema {
  const origins: Origins = new WeakMap();
  const sampleOf = (choice: Choice): SampleAnswer =>
    toSample(schema, row, { ...choice, ...(root && { root }) }, origins, wordsOf);
  const whole = sampleOf({});
  const samples = [
    whole,
    sampleOf({ nulls: '*' }),
    ...[...whole.nullable].map((nulls) => sampleOf({ nulls })),
    ...[...whole.members].flatMap(([place, members]) =>
      members.map((value) => sampleOf({ member: { place, value } })),
    ),
  ];
  const bodies = samples.map(({ root }) => row.toBody?.(root as never) ?? root);
  return toInferred(bodies, origins);
}
