import type { Interval } from './stats.js';
import { studentT95 } from './student.js';

/** Mean change per prompt, with its 95 % interval. */
export interface PairedChange extends Interval {
  prompts: number;
  difference: number;
}

const LEAST_PROMPTS = 10;

/**
 * Paired t interval over prompts that were asked in both windows. Pairing removes the difficulty of
 * the prompts, so the interval is tighter than a comparison of the whole windows. Null below ten
 * prompts.
 */
export function pairedChange(differences: readonly number[]): PairedChange | null {
  const prompts = differences.length;
  if (prompts < LEAST_PROMPTS) return null;
  const mean = differences.reduce((sum, one) => sum + one, 0) / prompts;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const half = studentT95(prompts - 1) * Math.sqrt(squares / (prompts - 1) / prompts);
  return { prompts, difference: mean, low: mean - half, high: mean + half };
}
