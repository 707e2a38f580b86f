import { GraphQLDateTime } from 'graphql-scalars';
import { toInstantText } from '../src/domain/time/instant.js';

const { serialize } = GraphQLDateTime;

// Left to JSON, a Date takes twenty times as long to serialize as other values.
Object.assign(GraphQLDateTime, {
  serialize: (value: unknown) => (value instanceof Date ? toInstantText(value) : serialize(value)),
});

/** A point in time, as ISO 8601 in UTC. */
export const Instant = GraphQLDateTime;
