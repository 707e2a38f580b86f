/** How a score moved from one week to the next (metrics: trend7d). */

import { type Count, newcombe } from './stats.js';

const LEAST_ANSWERS = 21;

/** One week: its score, and what it was measured with. */
export interface Week {
  score: number | null;
  visibility: Count;
  platforms: readonly string[];
  promptPackIds: readonly string[];
}

export interface Trend {
  /** Points; null when the weeks cannot be compared. */
  value: number | null;
  reason: 'too_few_answers' | 'other_platforms' | 'other_prompts' | null;
  /** Whether the change of visibility is more than chance would make. */
  isCertain: boolean;
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join('\n') === [...other].sort().join('\n');

export function trend(now: Week, before: Week): Trend {
  const unknown = (reason: Trend['reason']): Trend => ({ value: null, reason, isCertain: false });
  if (now.visibility.of < LEAST_ANSWERS || before.visibility.of < LEAST_ANSWERS)
    return unknown('too_few_answers');
  if (!same(now.platforms, before.platforms)) return unknown('other_platforms');
  if (!same(now.promptPackIds, before.promptPackIds)) return unknown('other_prompts');
  if (now.score === null || before.score === null) return unknown('too_few_answers');
  const change = newcombe(now.visibility, before.visibility);
  return {
    value: now.score - before.score,
    reason: null,
    isCertain: change !== null && (change.low > 0 || change.high < 0),
  };
}

/** The median of the slopes between all pairs of days (Sen 1968): change per day. Null for fewer than two days. */
export function theilSen(values: readonly number[]): number | null {
  const slopes = values.flatMap((value, i) =>
    values.slice(0, i).map((earlier, j) => (value - earlier) / (i - j)),
  );
  if (slopes.length === 0) return null;
  slopes.sort((a, b) => a - b);
  const middle = slopes.length / 2;
  return ((slopes[Math.floor(middle - 0.5)] ?? 0) + (slopes[Math.floor(middle)] ?? 0)) / 2;
}
