/** Whether the share of negative mentions of a brand rose (metrics: negative-mention surge). */

import {
  ALARM_AT,
  LEAST_BASELINE_MENTIONS,
  LEAST_NEGATIVE,
  LEAST_RISE_BP,
  SLACK,
  SUDDEN_P,
} from '../incidents/incident-rule.js';
import { lnBeta, lnGamma } from '../statistics/gamma.js';

/** Number of mentions, and of those judged negative. */
export interface Negatives {
  negative: number;
  mentions: number;
}

const LARGE = 1e200;
/** Integers, because 0.35 − 0.25 is less than 0.1 in floating point. */
const basisPoints = (share: number): number => Math.round(share * 10_000);
const share = ({ negative, mentions }: Negatives): number =>
  mentions === 0 ? 0 : negative / mentions;

const lnChoose = (n: number, k: number): number =>
  lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1);

/**
 * Probability of at least as many negatives if nothing had changed: upper tail of the beta-binomial
 * predicted by the baseline, with the Jeffreys prior. In [0, 1]; 1 without negatives.
 */
export function surgeProbability(now: Negatives, base: Negatives): number {
  const a = 0.5 + base.negative;
  const b = 0.5 + base.mentions - base.negative;
  const { negative, mentions } = now;
  let lnScale =
    lnChoose(mentions, negative) + lnBeta(a + negative, b + mentions - negative) - lnBeta(a, b);
  // Each term is computed from the previous one, relative to the first, so that a tiny first term
  // does not underflow the sum.
  let term = 1;
  let sum = 1;
  for (let k = negative; k < mentions; k += 1) {
    term *= ((mentions - k) * (a + k)) / ((k + 1) * (b + mentions - k - 1));
    sum += term;
    if (sum > LARGE) {
      lnScale += Math.log(sum);
      term /= sum;
      sum = 1;
    }
  }
  return Math.min(1, Math.exp(lnScale + Math.log(sum)));
}

/** A rise of at least ten points. */
export const isLargeRise = (now: Negatives, base: Negatives): boolean =>
  basisPoints(share(now)) - basisPoints(share(base)) >= LEAST_RISE_BP;

export interface Surge {
  /** Result of the test for a sudden rise. */
  p: number;
  /** Negative share of mentions now, minus that of the baseline. */
  rise: number;
  fires: boolean;
}

/** Test for a sudden rise: improbable, large, and against a sufficient baseline. */
export function findSurge(now: Negatives, base: Negatives): Surge {
  const p = surgeProbability(now, base);
  const rise = share(now) - share(base);
  const fires =
    p <= SUDDEN_P &&
    now.negative >= LEAST_NEGATIVE &&
    isLargeRise(now, base) &&
    base.mentions >= LEAST_BASELINE_MENTIONS;
  return { p, rise, fires };
}

/**
 * Test for a gradual rise: one-sided cumulative sum of each day's excess over the baseline, in
 * standard deviations (Page 1954). One value per day; a value above 9 is an alarm, after which the
 * sum restarts at 0. A day without mentions does not change the sum.
 */
export function cumulateRise(days: readonly Negatives[], base: Negatives): number[] {
  const expected = (base.negative + 0.5) / (base.mentions + 1);
  let sum = 0;
  return days.map(({ negative, mentions }) => {
    if (sum > ALARM_AT) sum = 0;
    if (mentions > 0) {
      const deviation = Math.sqrt(mentions * expected * (1 - expected));
      sum = Math.max(0, sum + (negative - mentions * expected) / deviation - SLACK);
    }
    return sum;
  });
}

export const isAlarm = (sum: number): boolean => sum > ALARM_AT;
