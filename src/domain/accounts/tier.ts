/** Limits of an account. Daily numbers are per UTC day and environment; null means no limit. */
export interface Limits {
  brands: number;
  scansPerDay: number;
  queriesPerDay: number;
  rewritesPerDay: number;
  requestsPerHour: number;
  requestsPerDay: number;
  requestsPerMinute: number;
  /** Maximum engine calls per day, so that a loop cannot spend a monthly budget. */
  engineCallsPerDay: number;
}

export const TIERS = ['free', 'starter', 'growth', 'scale', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

/**
 * Origin of the access to live engines: `operator` created the account or set its tier or limits;
 * `confirmed` requires the confirmed address of an owner; `none` requires the operator.
 */
export type EngineGrant = 'operator' | 'confirmed' | 'none';

const row = (values: readonly number[]): Limits => {
  const [brands, scansPerDay, queriesPerDay, rewritesPerDay, hour, day, minute, calls] = values as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    brands,
    scansPerDay,
    queriesPerDay,
    rewritesPerDay,
    requestsPerHour: hour,
    requestsPerDay: day,
    requestsPerMinute: minute,
    engineCallsPerDay: calls,
  };
};

//                       brands scan query rewrite    hour        day minute  engine calls
const LIMITS: Record<Tier, Limits> = {
  free: row([1, 10, 3, 5, 100, 1_000, 20, 1_000]),
  starter: row([1, 50, 5, 20, 1_000, 20_000, 100, 5_000]),
  growth: row([25, 200, 10, 50, 10_000, 200_000, 500, 50_000]),
  scale: row([100, 1_000, 20, 100, 100_000, 2_000_000, 2_000, 500_000]),
  enterprise: row([1_000, 1_000, 20, 100, 100_000, 2_000_000, 2_000, 500_000]),
};

export const LIMIT_NAMES = Object.keys(LIMITS.free) as (keyof Limits)[];

/** Limits of the tier, overridden by the limits that the operator set for this account. */
export const limitsOf = (tier: Tier, own: Partial<Limits> = {}): Limits => ({
  ...LIMITS[tier],
  ...own,
});
