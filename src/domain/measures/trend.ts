/** Change of a score from one week to the next (metrics: trend7d). */

import { type Cell, effectiveCount, newcombe } from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';

const LEAST_ANSWERS = 21;

/** Score of one week, and its inputs. */
export interface Week {
  score: number | null;
  cells: readonly Cell[];
  platforms: readonly string[];
  promptPackIds: readonly string[];
}

export interface Trend {
  /** Points; null when the weeks cannot be compared. */
  value: number | null;
  reason: 'too_few_answers' | 'other_platforms' | 'other_prompts' | null;
  /** Whether the change of visibility is statistically significant. */
  isCertain: boolean;
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join('\n') === [...other].sort().join('\n');

export function trend(now: Week, before: Week): Trend {
  const unknown = (reason: Trend['reason']): Trend => ({ value: null, reason, isCertain: false });
  if ([now, before].some(({ cells }) => sumOf(cells, 'answers') < LEAST_ANSWERS))
    return unknown('too_few_answers');
  if (!same(now.platforms, before.platforms)) return unknown('other_platforms');
  if (!same(now.promptPackIds, before.promptPackIds)) return unknown('other_prompts');
  if (now.score === null || before.score === null) return unknown('too_few_answers');
  const change = newcombe(effectiveCount(now.cells), effectiveCount(before.cells));
  return {
    value: now.score - before.score,
    reason: null,
    isCertain: change !== null && (change.low > 0 || change.high < 0),
  };
}

/**
 * Median of the slopes between all pairs of days (Sen 1968), as change per day. One value per day;
 * null for a day without a value. Returns null for fewer than two values.
 */
export function theilSen(values: readonly (number | null)[]): number | null {
  const days = values.flatMap((value, day) => (value === null ? [] : [{ day, value }]));
  const slopes = days.flatMap((one, at) =>
    days.slice(0, at).map((earlier) => (one.value - earlier.value) / (one.day - earlier.day)),
  );
  if (slopes.length === 0) return null;
  slopes.sort((a, b) => a - b);
  const middle = slopes.length / 2;
  return ((slopes[Math.floor(middle - 0.5)] ?? 0) + (slopes[Math.floor(middle)] ?? 0)) / 2;
}

const SMOOTHED_DAYS = 7;
const LEAST_DAYS = 4;

/** Points per week, from the daily scores of seven days; null when fewer than four days have a score. */
export function smoothTrend(scores: readonly (number | null)[]): number | null {
  const week = scores.slice(-SMOOTHED_DAYS);
  if (week.filter((score) => score !== null).length < LEAST_DAYS) return null;
  const slope = theilSen(week);
  return slope === null ? null : slope * SMOOTHED_DAYS;
}
