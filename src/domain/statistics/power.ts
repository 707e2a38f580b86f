/** How many answers it takes to tell a change (metrics: uplift). */

/** Of the standard normal distribution: what 97.5 % and 80 % of it lie below. */
const Z_TWO_SIDED_95 = 1.959963984540054;
const Z_POWER_80 = 0.8416212335729143;

/**
 * Independent answers in each of two windows that tell a rate of `before` from one of `after` four times in five, at
 * a two-sided level of 5 %. Without a change it has both rates alike (`pooled`); the other formula gives a few less or
 * more. Infinity when there is nothing to tell.
 */
export function answersNeeded(
  before: number,
  after: number,
  variance: 'pooled' | 'unpooled' = 'pooled',
): number {
  const apart = before * (1 - before) + after * (1 - after);
  const mean = (before + after) / 2;
  const alike = variance === 'pooled' ? 2 * mean * (1 - mean) : apart;
  const reach = Z_TWO_SIDED_95 * Math.sqrt(alike) + Z_POWER_80 * Math.sqrt(apart);
  return before === after ? Infinity : Math.ceil((reach / (after - before)) ** 2);
}
