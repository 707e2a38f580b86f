import { type DocumentNode, parse } from 'graphql';
import { createSchema, toSdl } from './build-schema.js';

/**
 * Schema from which operation types are generated. REST and the dashboard throw the first error of a response, so their
 * types may treat root fields as non-null.
 */
export default function loadStrictSchema(): DocumentNode {
  return parse(toSdl(createSchema({ isStrict: true })));
}
