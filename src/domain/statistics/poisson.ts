/** Exact interval for the mean of a Poisson count (Garwood 1936). */

import { lnGamma } from './gamma.js';
import type { Interval } from './stats.js';

const TAIL = 0.025;
/** Regularised lower incomplete gamma P(a, x): a series below the mean, a continued fraction above it. */
function gammaP(a: number, x: number): number {
  if (x <= 0) return 0;
  const front = Math.exp(a * Math.log(x) - x - lnGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = a + 1; term > sum * 1e-16; n++) {
      term *= x / n;
      sum += term;
    }
    return front * sum;
  }
  // Lentz's method; for x > a no term vanishes, so no guard against zero is needed.
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let i = 1, step = 0; Math.abs(step - 1) > 1e-15; i++) {
    const an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    step = c * d;
    h *= step;
  }
  return 1 - front * h;
}

/** The x with P(a, x) = p, by bisection: slow and robust; called once per displayed number. */
function gammaQuantile(p: number, a: number): number {
  let low = 0;
  let high = a + 10 * Math.sqrt(a) + 10;
  while (high - low > high * 1e-14) {
    const middle = (low + high) / 2;
    if (gammaP(a, middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * 95 % interval of events per unit, for `count` events in `units`; null without units. Half a
 * chi-square quantile with 2a degrees of freedom is the gamma quantile of shape a.
 */
export function garwood(count: number, units: number): Interval | null {
  if (!(units > 0)) return null;
  return {
    low: count === 0 ? 0 : gammaQuantile(TAIL, count) / units,
    high: gammaQuantile(1 - TAIL, count + 1) / units,
  };
}
