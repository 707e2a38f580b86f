import type { GraphQLSchema } from 'graphql';
import type { Route } from '../route.js';
import type { WordsOf } from './closed-sets.js';
import { toInferred } from './infer.js';
import { distinct, type Schema } from './json-schema.js';
import { type Choice, type Origins, type SampleAnswer, toSample } from './sample.js';

/**
 * What a row answers when all is well, found by trying it out: its `toBody` is given an answer to its
 * operation in which nothing is known but types, then one for each value that may be null and for
 * each member of a closed set. So no body is described in a second place.
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
