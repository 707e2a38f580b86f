/** Result of an applied suggestion as evidence for its method (metrics: expected lift). */

import { type Cell, designEffectOf } from '../statistics/stats.js';
import type { Experiment } from './lift.js';

/** Answers of one window, with the share of each answer that is about the brand. */
export interface ExperimentSample {
  cells: readonly Cell[];
  answers: number;
  /** Sum of the shares, and of their squares. */
  sum: number;
  squares: number;
}

export interface SampledWindows {
  before: ExperimentSample;
  after: ExperimentSample;
}

const LEAST_ANSWERS = 30;

const isEnough = ({ before, after }: SampledWindows): boolean =>
  [before, after].every(({ answers, sum }) => answers >= LEAST_ANSWERS && sum > 0);

/**
 * Variance of the logarithm of the mean share; repeats of one prompt count less than answers to
 * several prompts.
 */
function logVariance({ cells, answers, sum, squares }: ExperimentSample): number {
  const mean = sum / answers;
  const variance = Math.max(0, (squares - answers * mean * mean) / (answers - 1));
  const effect = designEffectOf(cells);
  return (variance / (answers * mean * mean)) * effect;
}

const logMean = ({ sum, answers }: ExperimentSample): number => Math.log(sum / answers);

/**
 * ln of the ratio of shares, after to before, minus that of the untouched prompts if there are
 * enough, with its standard error by the delta method. Null when a window has fewer than 30 answers
 * or never names the brand, because then there is no ratio.
 */
export function toExperiment(treated: SampledWindows, control?: SampledWindows): Experiment | null {
  if (!isEnough(treated)) return null;
  let logRatio = logMean(treated.after) - logMean(treated.before);
  let variance = logVariance(treated.after) + logVariance(treated.before);
  if (control !== undefined && isEnough(control)) {
    logRatio -= logMean(control.after) - logMean(control.before);
    variance += logVariance(control.after) + logVariance(control.before);
  }
  // Identical answers do not allow an estimate of the variance.
  return variance > 0 ? { logRatio, standardError: Math.sqrt(variance) } : null;
}
