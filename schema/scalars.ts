import { GraphQLDateTime } from 'graphql-scalars';
import { toInstantText } from '../src/domain/time/instant.js';

const { serialize } = GraphQLDateTime;

// A Date would be turned into text by JSON, and take twenty times as long as other values.
Object.assign(GraphQLDateTime, {
  serialize: (value: unknown) => (value instanceof Date ? toInstantText(value) : serialize(value)),
});

/** A moment as ISO 8601 in UTC. */
export const Instant = GraphQLDateTime;
