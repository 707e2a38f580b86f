import { type DocumentNode, parse } from 'graphql';
import { createSchema, toSdl } from './build-schema.js';

/**
 * What types of operations are generated from. REST and the dashboard throw the first error of an answer, so whatever
 * they read of it is there: root fields are not null to them, and this is the one place that says so.
 */
export default function loadStrictSchema(): DocumentNode {
  return parse(toSdl(createSchema({ isStrict: true })));
}
