/** Net sentiment of all mentions (metrics: sentiment). */

import { roundRate, Z_95 } from '../statistics/stats.js';
import { studentT95 } from '../statistics/student.js';
import { sumsOf } from '../statistics/sum.js';

/** Below this count the interval of a +1/0/−1 score is meaningless. */
const MIN_FOR_INTERVAL = 30;
/** Assumed correlation of the answers to a prompt, when there is only one prompt. */
const ASSUMED_RHO = 0.3;

/** Mentions by label. Those that no method has read are not counted. */
export interface SentimentCount {
  positive: number;
  neutral: number;
  negative: number;
}

/** Counts of one prompt, on one platform or on several. */
export interface PromptSentiment extends SentimentCount {
  promptId: string;
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

const sizeOf = ({ positive, neutral, negative }: SentimentCount): number =>
  positive + neutral + negative;
const netOf = ({ positive, negative }: SentimentCount): number => positive - negative;

export const addSentiment = (counts: readonly SentimentCount[]): SentimentCount =>
  sumsOf(counts, 'positive', 'neutral', 'negative');

/** How much wider the interval is because the answers to one prompt resemble each other; at least 1. */
function widening(prompts: readonly SentimentCount[], all: SentimentCount): number {
  const n = sizeOf(all);
  const net = netOf(all) / n;
  if (prompts.length === 1) return 1 + ASSUMED_RHO * (n - 1);
  const spread = n * ((all.positive + all.negative) / n - net * net);
  if (spread <= 0) return 1;
  const degrees = prompts.length - 1;
  const between = prompts.reduce((sum, one) => sum + (netOf(one) - net * sizeOf(one)) ** 2, 0);
  const t = studentT95(degrees) / Z_95;
  return Math.max(1, ((prompts.length / degrees) * between * t * t) / spread);
}

/** The prompts are the sample: their answers resemble each other. */
export function netSentiment(cells: readonly PromptSentiment[]): NetSentiment {
  const counts = addSentiment(cells);
  const n = sizeOf(counts);
  if (n === 0) return { ...counts, value: null, low: null, high: null };
  const value = roundRate(netOf(counts) / n);
  if (n < MIN_FOR_INTERVAL) return { ...counts, value, low: null, high: null };
  const prompts = [...Map.groupBy(cells, ({ promptId }) => promptId).values()]
    .map(addSentiment)
    .filter((prompt) => sizeOf(prompt) > 0);
  // Three answers are added, one of each label, so that thirty of thirty leave room for doubt.
  const centre = netOf(counts) / (n + 3);
  const variance = ((counts.positive + counts.negative + 2) / (n + 3) - centre * centre) / (n + 3);
  const half = Z_95 * Math.sqrt(variance * widening(prompts, counts));
  return {
    ...counts,
    value,
    low: roundRate(Math.max(-1, centre - half)),
    high: roundRate(Math.min(1, centre + half)),
  };
}
