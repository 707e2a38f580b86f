/** Number of answers needed to detect a change (metrics: uplift). */

/** Quantiles of the standard normal distribution at 97.5 % and 80 %. */
const Z_TWO_SIDED_95 = 1.959963984540054;
const Z_POWER_80 = 0.8416212335729143;

/**
 * Independent answers needed in each of two windows to detect a change from rate `before` to rate
 * `after` with a power of 80 %, at a two-sided level of 5 %. `pooled` assumes a common rate under the
 * null hypothesis; `unpooled` gives slightly different numbers. Infinity when the rates are equal.
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
