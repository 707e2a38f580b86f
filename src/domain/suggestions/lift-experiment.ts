/** What an applied suggestion teaches of its method (metrics: expected lift). */

import { type Cell, designEffectOf } from '../statistics/stats.js';
import type { Experiment } from './lift.js';

/** Answers of one window, by how much of each is the brand's. */
export interface ExperimentSample {
  cells: readonly Cell[];
  answers: number;
  /** Of the shares, and of their squares. */
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

/** Of the logarithm of the mean share; repeats of one prompt are worth less than answers to several. */
function logVariance({ cells, answers, sum, squares }: ExperimentSample): number {
  const mean = sum / answers;
  const variance = Math.max(0, (squares - answers * mean * mean) / (answers - 1));
  const effect = designEffectOf(cells);
  return (variance / (answers * mean * mean)) * effect;
}

const logMean = ({ sum, answers }: ExperimentSample): number => Math.log(sum / answers);

/**
 * ln of the share's ratio, after to before, less that of the untouched prompts where there are enough of them, with
 * its standard error by the delta method. Null where a window has fewer than 30 answers or never names the brand: then
 * there is no ratio.
 */
export function toExperiment(treated: SampledWindows, control?: SampledWindows): Experiment | null {
  if (!isEnough(treated)) return null;
  let logRatio = logMean(treated.after) - logMean(treated.before);
  let variance = logVariance(treated.after) + logVariance(treated.before);
  if (control !== undefined && isEnough(control)) {
    logRatio -= logMean(control.after) - logMean(control.before);
    variance += logVariance(control.after) + logVariance(control.before);
  }
  // Answers that are all alike say nothing of how much they would differ.
  return variance > 0 ? { logRatio, standardError: Math.sqrt(variance) } : null;
}
