/** Where a brand fell: on the whole, or on one platform (metrics: ranking collapse). */

import { type Collapse, findCollapse } from './collapse.js';
import { reachOf } from './severity.js';
import { type Cell, type Count, effectiveCount } from './stats.js';
import { surgeProbability } from './surge.js';

export type FallMeasure = 'visibility' | 'top3Rate';

/** Answers to one prompt on one platform, of two windows. */
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
  /** How probable so few hits were if nothing had changed. */
  p: number;
  before: number;
  now: number;
  /** Share of the platforms that fell by half of it or more. */
  reach: number;
}

/** Fewer answers than this in a run say too little: then those of seven days stand for now. */
export const LEAST_RUN_ANSWERS = 60;
/** One of many platforms falls by chance more often than all together, so it has to fall more surely. */
const LEAST_PLATFORM_LOWER_BOUND = 0.1;
const LEAST_RELATIVE_DROP = 0.3;

const answersOf = (cells: readonly FallCell[]): number =>
  cells.reduce((sum, cell) => sum + cell.answers, 0);

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

function measure(cells: readonly FallCell[], of: FallMeasure): Omit<Fall, 'reach'> | null {
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

/** The measure that fell, or the one that came nearest to it. Null while a window is empty. */
function gravest(cells: readonly FallCell[]): Omit<Fall, 'reach'> | null {
  const found = (['visibility', 'top3Rate'] as const).flatMap((of) => measure(cells, of) ?? []);
  found.sort((a, b) => Number(b.fires) - Number(a.fires) || a.p - b.p);
  return found[0] ?? null;
}

const byPlatform = (cells: readonly FallCell[]): Map<string, FallCell[]> =>
  Map.groupBy(cells, (cell) => cell.platform);

export interface Falls {
  /** Null while there is nothing to compare. */
  whole: Fall | null;
  /** One for each platform with answers in both windows. */
  platforms: Fall[];
}

/**
 * `run`: the cells of a run against its baseline; `week`: those of seven days against theirs. A platform alone
 * fires only if its answers of the run itself are down as well.
 */
export function findFalls(run: readonly FallCell[], week: readonly FallCell[]): Falls {
  const choose = (ofRun: readonly FallCell[], ofWeek: readonly FallCell[]) =>
    answersOf(ofRun) >= LEAST_RUN_ANSWERS ? ofRun : ofWeek;
  const cells = choose(run, week);
  const whole = gravest(cells);
  const runs = byPlatform(run);
  const platforms = [...byPlatform(week)].flatMap(([platform, ofWeek]) => {
    const ofRun = runs.get(platform) ?? [];
    const fall = gravest(choose(ofRun, ofWeek));
    if (fall === null) return [];
    const recent = measure(ofRun, fall.measure)?.relativeDrop ?? 0;
    const fires =
      fall.fires && fall.low > LEAST_PLATFORM_LOWER_BOUND && recent >= LEAST_RELATIVE_DROP;
    return [{ ...fall, platform, fires, reach: 1 / byPlatform(week).size }];
  });
  if (whole === null) return { whole, platforms };
  const drops = [...byPlatform(cells).values()].map((of) => measure(of, whole.measure)?.drop ?? 0);
  return { whole: { ...whole, reach: reachOf(drops, whole.drop) }, platforms };
}

/** The one to tell: the brand's own before that of one platform, and of these the gravest. */
export const firingFall = ({ whole, platforms }: Falls): Fall | null =>
  whole?.fires
    ? whole
    : (platforms.filter(({ fires }) => fires).sort((a, b) => b.relativeDrop - a.relativeDrop)[0] ??
      null);
