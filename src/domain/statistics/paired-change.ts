import type { Interval } from './stats.js';
import { studentT95 } from './student.js';

/** The mean of what each prompt changed by, with its 95 % interval. */
export interface PairedChange extends Interval {
  prompts: number;
  difference: number;
}

const LEAST_PROMPTS = 10;

/**
 * Paired t over prompts that were asked in both windows: how easy a prompt is falls out, so it is tighter than the
 * windows as wholes. Null below ten prompts.
 */
export function pairedChange(differences: readonly number[]): PairedChange | null {
  const prompts = differences.length;
  if (prompts < LEAST_PROMPTS) return null;
  const mean = differences.reduce((sum, one) => sum + one, 0) / prompts;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const half = studentT95(prompts - 1) * Math.sqrt(squares / (prompts - 1) / prompts);
  return { prompts, difference: mean, low: mean - half, high: mean + half };
}
