/**
 * Expected information of one more answer about the mention probability of a brand (Lindley 1956;
 * BALD, Houlsby et al. 2011).
 */

import { digamma, lnBeta } from '../statistics/gamma.js';

/** Beta(hits, misses) belief about one prompt on one platform; Jeffreys prior before any answer. */
export interface Belief {
  a: number;
  b: number;
}

export const PRIOR: Belief = { a: 0.5, b: 0.5 };

const HALF_LIFE_DAYS = 14;

/** Weight of an answer by age: half after 14 days. */
export const decay = (ageDays: number): number => 2 ** (-Math.max(0, ageDays) / HALF_LIFE_DAYS);

/** `hits` and `misses` are sums of decayed answers and may be fractional. */
export const toBelief = (hits: number, misses: number): Belief => ({
  a: PRIOR.a + hits,
  b: PRIOR.b + misses,
});

const entropyTerm = (p: number): number => (p <= 0 ? 0 : -p * Math.log(p));

/** Mutual information, in nats, between one answer and the probability behind it. In (0, ln 2]. */
export function informationGainNats({ a, b }: Belief): number {
  const s = a + b;
  const p = a / s;
  const predictive = entropyTerm(p) + entropyTerm(1 - p);
  const expected = digamma(s + 1) - (a * digamma(a + 1) + b * digamma(b + 1)) / s;
  return Math.max(0, predictive - expected);
}

export const toBits = (nats: number): number => nats / Math.LN2;

const NEVER_ASKED_NATS = informationGainNats(PRIOR);

/** In (0, 1]; 1 for a prompt that was never asked. */
export const relativeGain = (belief: Belief): number =>
  informationGainNats(belief) / NEVER_ASKED_NATS;

/**
 * Mutual information, in nats, between `draws` answers together and the probability behind them: the
 * entropy of the belief minus the expected entropy afterwards. Returns diminish, so a budget is best
 * spread.
 */
export function batchGainNats({ a, b }: Belief, draws: number): number {
  const entropy = (x: number, y: number): number =>
    lnBeta(x, y) - (x - 1) * digamma(x) - (y - 1) * digamma(y) + (x + y - 2) * digamma(x + y);
  let expected = 0;
  for (let k = 0; k <= draws; k += 1) {
    const lnChoose = -Math.log(draws + 1) - lnBeta(draws - k + 1, k + 1);
    const probability = Math.exp(lnChoose + lnBeta(a + k, b + draws - k) - lnBeta(a, b));
    expected += probability * entropy(a + k, b + draws - k);
  }
  return entropy(a, b) - expected;
}
