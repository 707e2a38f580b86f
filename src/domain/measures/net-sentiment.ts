/** Net sentiment of all mentions (metrics: sentiment). */

import { roundRate, Z_95 } from '../statistics/stats.js';
import { sumsOf } from '../statistics/sum.js';

/** Below this count the interval of a +1/0/−1 score is meaningless. */
const MIN_FOR_INTERVAL = 30;

/** Mentions by label; unlabelled mentions are not counted. */
export interface SentimentCount {
  positive: number;
  neutral: number;
  negative: number;
}

/**
 * `value` is (positive − negative) / labelled mentions, in [−1, 1], rounded to four decimals; null
 * without mentions.
 */
export interface NetSentiment extends SentimentCount {
  value: number | null;
  /** 95 % interval; null below 30 labelled mentions. */
  low: number | null;
  high: number | null;
}

export function netSentiment({ positive, neutral, negative }: SentimentCount): NetSentiment {
  const counts = { positive, neutral, negative };
  const n = positive + neutral + negative;
  if (n === 0) return { ...counts, value: null, low: null, high: null };
  const net = (positive - negative) / n;
  if (n < MIN_FOR_INTERVAL) return { ...counts, value: roundRate(net), low: null, high: null };
  const half = Z_95 * Math.sqrt(((positive + negative) / n - net * net) / n);
  return {
    ...counts,
    value: roundRate(net),
    low: roundRate(Math.max(-1, net - half)),
    high: roundRate(Math.min(1, net + half)),
  };
}

export const addSentiment = (counts: readonly SentimentCount[]): SentimentCount =>
  sumsOf(counts, 'positive', 'neutral', 'negative');
