/** Limits false alarms when many brands are tested on one day (Benjamini and Hochberg 1995). */

const FALSE_DISCOVERY_RATE = 0.05;

/**
 * For each p, in the given order, whether it counts as a discovery; at most 5 % of discoveries are
 * expected to be false.
 */
export function discoveries(ps: readonly number[], rate = FALSE_DISCOVERY_RATE): boolean[] {
  const sorted = [...ps].sort((a, b) => a - b);
  const last = sorted.findLastIndex((p, i) => p <= (rate * (i + 1)) / sorted.length);
  const limit = sorted[last];
  return ps.map((p) => limit !== undefined && p <= limit);
}
