/** Student's t, for intervals of a mean with estimated spread. */

import { lnBeta } from './gamma.js';

const SMALLEST = 1e-300;
const STEPS = 300;

/**
 * Continued fraction of the incomplete beta function (Lentz): converges fast for x below (a + 1) / (a
 * + b + 2).
 */
function fraction(x: number, a: number, b: number): number {
  const keep = (value: number) => (Math.abs(value) < SMALLEST ? SMALLEST : value);
  let c = 1;
  let d = 1 / keep(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / keep(1 + even * d);
    c = keep(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / keep(1 + odd * d);
    c = keep(1 + odd / c);
    const change = d * c;
    result *= change;
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return result;
}

/** Regularised incomplete beta function for x in [0, 1]. */
function beta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = (p: number, q: number, y: number) =>
    Math.exp(p * Math.log(y) + q * Math.log1p(-y) - lnBeta(p, q)) / p;
  return x < (a + 1) / (a + b + 2)
    ? front(a, b, x) * fraction(x, a, b)
    : 1 - front(b, a, 1 - x) * fraction(1 - x, b, a);
}

/** Two-sided 95 % quantile of |t| for `degrees` degrees of freedom, at least 1. */
export function studentT95(degrees: number): number {
  const beyond = (t: number) => beta(degrees / (degrees + t * t), degrees / 2, 0.5);
  let low = 0;
  let high = 13;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (beyond(middle) > 0.05) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
