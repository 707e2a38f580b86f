import { type DocumentNode, parse } from 'graphql';
import { createSchema, toSdl } from './build-schema.js';

/**
 * The schema from which the types of operations are generated. REST and the dashboard throw the first error
 * of a response, so root fields are never null in the responses they read.
 */
export default function loadStrictSchema(): DocumentNode {
  return parse(toSdl(createSchema({ isStrict: true })));
}
