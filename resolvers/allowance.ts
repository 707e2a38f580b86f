import { Extensions } from 'type-graphql';
import type { Allowance } from '../src/request/rate-limiter.js';

/** Limit that one call of a field counts against. */
export interface Limit {
  /** Null for a field without a limit. */
  allowance: Allowance | null;
  /** The call reaches engines, so it is rejected while limits cannot be counted. */
  spends?: boolean;
  /** The resolver consumes the permit, because it refunds replays or returns the number of calls left. */
  byResolver?: boolean;
  /** Counts nothing if the operation selects only fields below that count against this allowance. */
  unlessOnly?: Allowance;
}

/**
 * Declares the allowance of a field, beside `@Authorized`. A root field without it counts against `v1`. Below a root
 * field, all fields of one allowance in one operation count as one call.
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
