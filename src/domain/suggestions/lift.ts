/** Expected effect of a rewrite (metrics: expected lift). */

import { Z_95 } from '../statistics/stats.js';

/** Position-adjusted word count after each method, and without any (Aggarwal et al., KDD 2024, Table 1). */
const PUBLISHED = {
  quotation: 27.2,
  statistics: 25.2,
  fluency: 24.7,
  cite_sources: 24.6,
  technical_terms: 22.7,
  easy_to_understand: 22.0,
  authoritative: 21.3,
  unique_words: 20.5,
  keyword_stuffing: 17.7,
} as const;
const PUBLISHED_UNCHANGED = 19.3;
export type LiftMethod = keyof typeof PUBLISHED;

/** Change in per cent by the rank of the source among the retrieved sources, 1 to 5 (Table 2). */
const PERCENT_BY_RANK: Partial<Record<LiftMethod, readonly number[]>> = {
  authoritative: [-6.0, 4.1, -0.6, 12.6, 6.1],
  fluency: [-2.0, 5.2, 3.6, -4.4, 2.2],
  cite_sources: [-30.3, 2.5, 20.4, 15.5, 115.1],
  quotation: [-22.9, -7.0, 3.5, 25.1, 99.7],
  statistics: [-20.6, -3.9, 8.1, 10.0, 97.9],
};

/** Number of ranks with published effects, from rank 1. */
export const MOST_SOURCE_RANK = 5;

/** Expected share of the published effect: later work found a quarter. A choice of this project. */
const SHRINK = 0.25;
const PRIOR_SD = 0.2;

/** One own experiment: ln of the ratio after to before, and its standard error. */
export interface Experiment {
  logRatio: number;
  standardError: number;
}

/** ln of the ratio of a metric after a method to before. */
interface LogRatio {
  method: LiftMethod;
  mean: number;
  sd: number;
  /** Number of own experiments, in addition to the published one. */
  experiments: number;
}

/**
 * Combines a normal prior with normal experiments, weighted by precision (Efron and Morris 1975). The
 * prior is the published effect at the rank of the source (from 1), if there is one; otherwise, and
 * for null or a higher rank, the effect over all ranks.
 */
export function logRatioOf(
  method: LiftMethod,
  experiments: readonly Experiment[] = [],
  sourceRank: number | null = null,
): LogRatio {
  const byRank = sourceRank === null ? undefined : PERCENT_BY_RANK[method]?.[sourceRank - 1];
  const ratio = byRank === undefined ? PUBLISHED[method] / PUBLISHED_UNCHANGED : 1 + byRank / 100;
  const prior = SHRINK * Math.log(ratio);
  let weight = 1 / PRIOR_SD ** 2;
  let sum = prior * weight;
  for (const { logRatio, standardError } of experiments) {
    weight += 1 / standardError ** 2;
    sum += logRatio / standardError ** 2;
  }
  return {
    method,
    mean: sum / weight,
    sd: Math.sqrt(1 / weight),
    experiments: experiments.length,
  };
}

/** The method with the largest published effect; null for an empty list. */
export const bestByPublication = (methods: readonly LiftMethod[]): LiftMethod | null =>
  [...methods].sort((a, b) => PUBLISHED[b] - PUBLISHED[a])[0] ?? null;

export interface ExpectedLift {
  /** Expected absolute change of the metric, in [−1, 1]. */
  delta: number;
  low: number;
  high: number;
  confidence: 'prior' | 'measured' | 'none';
  /** Method with the largest expected effect; null without a base or a method. */
  method: LiftMethod | null;
  /** Number of own experiments with the method. */
  experiments: number;
}

const NOTHING: ExpectedLift = {
  ...{ delta: 0, low: 0, high: 0 },
  ...{ confidence: 'none', method: null, experiments: 0 },
};

/**
 * Uses the best of the methods, never their sum, because gains do not add up. `current` is the
 * current value of the metric, in [0, 1]; at 0 the multiplicative model expects nothing.
 */
export function expectedLift(current: number, ratios: readonly LogRatio[]): ExpectedLift {
  const [best] = [...ratios].sort((a, b) => b.mean - a.mean);
  if (best === undefined || !(current > 0)) return NOTHING;
  const at = (logRatio: number) => Math.min(1 - current, current * (Math.exp(logRatio) - 1));
  return {
    delta: at(best.mean),
    low: at(best.mean - Z_95 * best.sd),
    high: at(best.mean + Z_95 * best.sd),
    confidence: best.experiments > 0 ? 'measured' : 'prior',
    method: best.method,
    experiments: best.experiments,
  };
}
