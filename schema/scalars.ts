import { GraphQLDateTime } from 'graphql-scalars';

/** A moment as ISO 8601 in UTC. */
export const Instant = GraphQLDateTime;
