/** Whether a brand is spoken ill of more than it used to be (metrics: negative-mention surge). */

import {
  ALARM_AT,
  LEAST_BASELINE_MENTIONS,
  LEAST_NEGATIVE,
  LEAST_RISE_BP,
  SLACK,
  SUDDEN_P,
} from '../incidents/incident-rule.js';
import { lnBeta, lnGamma } from '../statistics/gamma.js';

/** Mentions, and those that are judged negative. */
export interface Negatives {
  negative: number;
  mentions: number;
}

const LARGE = 1e200;
/** Because 0.35 − 0.25 is less than 0.1 in floating point. */
const basisPoints = (share: number): number => Math.round(share * 10_000);
const share = ({ negative, mentions }: Negatives): number =>
  mentions === 0 ? 0 : negative / mentions;

const lnChoose = (n: number, k: number): number =>
  lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1);

/**
 * How probable at least as many negatives would be if nothing had changed: the upper tail of the beta-binomial that
 * the baseline predicts, with Jeffreys' prior. In [0, 1]; 1 for no negatives.
 */
export function surgeProbability(now: Negatives, base: Negatives): number {
  const a = 0.5 + base.negative;
  const b = 0.5 + base.mentions - base.negative;
  const { negative, mentions } = now;
  let lnScale =
    lnChoose(mentions, negative) + lnBeta(a + negative, b + mentions - negative) - lnBeta(a, b);
  // Each term from the one before; a first one that is next to nothing must not take the rest with it.
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

/** By ten points or more. */
export const isLargeRise = (now: Negatives, base: Negatives): boolean =>
  basisPoints(share(now)) - basisPoints(share(base)) >= LEAST_RISE_BP;

export interface Surge {
  /** Of the test for a sudden rise. */
  p: number;
  /** Negative share of mentions now, less that of the baseline. */
  rise: number;
  fires: boolean;
}

/** The test for a sudden rise: improbable, large, and against a baseline that is worth the name. */
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
 * The test for a gradual rise: a one-sided cumulative sum of what each day has over the baseline, in standard
 * deviations (Page 1954). One value per day, above 9 an alarm, after which it starts from 0. A day without mentions
 * leaves it as it is.
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
