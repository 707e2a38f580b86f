import { Extensions } from 'type-graphql';
import type { Allowance } from '../src/request/rate-limiter.js';

/** What one call of a field counts against. */
export interface Limit {
  /** Null for a field without a limit. */
  allowance: Allowance | null;
  /**
   * The resolver consumes the permit itself: after a check of its input, so that in a full window an invalid field is
   * reported and not the limit, or because it refunds replays or returns what is left.
   */
  byResolver?: boolean;
  /** Counts nothing if the operation selects only fields below that count against this allowance. */
  unlessOnly?: Allowance;
}

/**
 * Declares the allowance of a field, beside `@Authorized`. A root field without it counts against `v1`. Fields of a
 * brand with one allowance count as one call per operation.
 */
export const Limited = (
  allowance: Allowance,
  options: Omit<Limit, 'allowance'> = {},
): MethodDecorator => Extensions({ limit: { allowance, ...options } }) as MethodDecorator;

/** Declares a field without a limit. */
export const Unlimited = (): MethodDecorator =>
  Extensions({ limit: { allowance: null } }) as MethodDecorator;

/** The declared limit of a field; null without one. */
export const limitOf = ({ extensions }: { extensions: object }): Limit | null =>
  (extensions as { limit?: Limit }).limit ?? null;
