import { GraphQLDateTimeISO, GraphQLNonNegativeInt } from 'graphql-scalars';

/** A moment as ISO 8601 in UTC. */
export const Instant = GraphQLDateTimeISO;
export const Count = GraphQLNonNegativeInt;
