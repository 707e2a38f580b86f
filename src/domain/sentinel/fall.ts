/** Falls of a brand, on all platforms together or on one platform (metrics: ranking collapse). */

import {
  LEAST_NOW,
  LEAST_PLATFORM_LOWER_BOUND,
  LEAST_RUN_ANSWERS,
} from '../incidents/incident-rule.js';
import { reachOf } from '../incidents/severity.js';
import { type Cell, type Count, effectiveCount } from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';
import { type Collapse, findCollapse, isLarge } from './collapse.js';
import { surgeProbability } from './surge.js';
import type { DetectionOutcome } from './suspicion.js';

export type FallMeasure = 'visibility' | 'top3Rate';

/** Answers to one prompt on one platform, in the baseline and in the current window. */
export interface FallCell {
  platform: string;
  promptId: string;
  baseAnswers: number;
  baseMentions: number;
  baseTop3: number;
  answers: number;
  mentions: number;
  top3: number;
}

export interface Fall extends Collapse {
  measure: FallMeasure;
  /** Null for all platforms together. */
  platform: string | null;
  /** Probability of so few hits if nothing had changed. */
  p: number;
  before: number;
  now: number;
  /** Share of the platforms with at least half of this drop. */
  reach: number;
}

const toCells = (
  cells: readonly FallCell[],
  answers: 'answers' | 'baseAnswers',
  hits: 'mentions' | 'top3' | 'baseMentions' | 'baseTop3',
): Cell[] =>
  cells.map((cell) => ({
    platform: cell.platform,
    promptId: cell.promptId,
    answers: cell[answers],
    mentions: cell[hits],
  }));

const misses = ({ hits, of }: Count) => ({
  negative: Math.round(of - hits),
  mentions: Math.round(of),
});

/** Null when a window is empty. */
export function measureFall(
  cells: readonly FallCell[],
  of: FallMeasure,
): Omit<Fall, 'reach'> | null {
  const isTop = of === 'top3Rate';
  const base = effectiveCount(toCells(cells, 'baseAnswers', isTop ? 'baseTop3' : 'baseMentions'));
  const now = effectiveCount(toCells(cells, 'answers', isTop ? 'top3' : 'mentions'));
  const collapse = findCollapse(base, now);
  if (collapse === null) return null;
  return {
    ...collapse,
    measure: of,
    platform: null,
    p: surgeProbability(misses(now), misses(base)),
    before: base.hits / base.of,
    now: now.hits / now.of,
  };
}

/** The measure that fell, or else the one with the lowest p. Null when a window is empty. */
function gravest(cells: readonly FallCell[]): Omit<Fall, 'reach'> | null {
  const found = (['visibility', 'top3Rate'] as const).flatMap((of) => measureFall(cells, of) ?? []);
  found.sort((a, b) => Number(b.fires) - Number(a.fires) || a.p - b.p);
  return found[0] ?? null;
}

const byPlatform = (cells: readonly FallCell[]): Map<string, FallCell[]> =>
  Map.groupBy(cells, (cell) => cell.platform);

/** Current window: the run, or the last seven days if the run is too small. */
export const chooseWindow = (
  run: readonly FallCell[],
  week: readonly FallCell[],
): readonly FallCell[] => (sumOf(run, 'answers') >= LEAST_RUN_ANSWERS ? run : week);

export interface PlatformFall extends Fall {
  platform: string;
  /** Visibility on the platform fell as clearly as required for a collapse on all platforms. */
  isLess: boolean;
}

export interface Falls {
  /** Null when there is nothing to compare. */
  whole: Fall | null;
  /** One for each platform with answers in both windows. */
  platforms: PlatformFall[];
}

/**
 * `run`: the cells of a run against its baseline; `week`: the cells of seven days against their
 * baseline. A fall on one platform, or over a week, fires only if the answers of the run are down as
 * well, so that it rests on new answers.
 */
export function findFalls(run: readonly FallCell[], week: readonly FallCell[]): Falls {
  const isDownNow = (ofRun: readonly FallCell[], { measure }: Pick<Fall, 'measure'>) =>
    isLarge(measureFall(ofRun, measure)?.relativeDrop ?? 0);
  const cells = chooseWindow(run, week);
  const whole = gravest(cells);
  const runs = byPlatform(run);
  const weeks = byPlatform(week);
  const platforms = [...weeks].flatMap(([platform, ofWeek]) => {
    const ofRun = runs.get(platform) ?? [];
    const window = chooseWindow(ofRun, ofWeek);
    const fall = gravest(window);
    if (fall === null) return [];
    const fires = fall.fires && fall.low > LEAST_PLATFORM_LOWER_BOUND && isDownNow(ofRun, fall);
    const isLess = measureFall(window, 'visibility')?.fires ?? false;
    return [{ ...fall, platform, fires, isLess, reach: 1 / weeks.size }];
  });
  if (whole === null) return { whole, platforms };
  const drops = [...byPlatform(cells).values()].map(
    (of) => measureFall(of, whole.measure)?.drop ?? 0,
  );
  const fires = whole.fires && isDownNow(run, whole);
  return { whole: { ...whole, fires, reach: reachOf(drops, whole.drop) }, platforms };
}

/**
 * The fall to report: the fall on all platforms before that on one platform, and the largest of
 * those. A fall on a platform in `held` is postponed.
 */
export function firingFall(
  { whole, platforms }: Falls,
  held: ReadonlySet<string> = new Set(),
): Fall | null {
  if (whole?.fires) return whole;
  const told = platforms.filter(({ fires, platform }) => fires && !held.has(platform));
  return told.sort((a, b) => b.relativeDrop - a.relativeDrop)[0] ?? null;
}

/**
 * Confirms or clears a suspicion with the answers since it arose (`fresh`), so that the same answers
 * do not confirm it. Fewer than 21 of them may confirm it, because the interval accounts for the
 * small number, but cannot clear it.
 */
export function confirmFall(
  fall: Pick<Fall, 'platform' | 'measure'> | null,
  fresh: readonly FallCell[],
): DetectionOutcome {
  const platform = fall?.platform ?? null;
  const cells = fresh.filter((cell) => platform === null || cell.platform === platform);
  if (fall !== null && measureFall(cells, fall.measure)?.isDown) return 'crosses';
  return effectiveCount(toCells(cells, 'answers', 'mentions')).of >= LEAST_NOW ? 'calm' : 'unknown';
}
