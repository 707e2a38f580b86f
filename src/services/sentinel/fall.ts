import type { StoreDeps, Tenant } from '../../deps.js';
import { platformName } from '../../domain/accounts/platform.js';
import { RANKING_COLLAPSE } from '../../domain/incidents/incident.js';
import { isCertainDrop, toSeverity } from '../../domain/incidents/severity.js';
import {
  chooseWindow,
  confirmFall,
  type Fall,
  type FallCell,
  type Falls,
  findFalls,
  firingFall,
} from '../../domain/sentinel/fall.js';
import { roundRate } from '../../domain/statistics/stats.js';
import type { Detection, Tested } from './detection.js';
import type { ExaminedRun } from './examined-run.js';
import type { DetectedShift } from './shift.js';
import { hasChangedPrompts, loadFallCells, weekOf } from './windows.js';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function titleOf({ measure, platform, before, now }: Fall): string {
  const what = measure === 'visibility' ? 'Named in' : 'Among the first three in';
  const where = platform === null ? '' : ` of ${platformName(platform)}`;
  return `${what} ${percent(now)} of answers${where}, down from ${percent(before)}`;
}

const detailsOf = (fall: Fall): Record<string, unknown> => ({
  measure: fall.measure,
  platform: fall.platform,
  before: roundRate(fall.before),
  now: roundRate(fall.now),
  low: roundRate(fall.low),
  high: roundRate(fall.high),
  relativeDrop: roundRate(fall.relativeDrop),
  p: fall.p,
});

const without = (platforms: ReadonlySet<string>, of: readonly FallCell[]): FallCell[] =>
  of.filter(({ platform }) => !platforms.has(platform));

export interface DetectedFalls {
  falls: Falls;
  tests: Tested[];
  /**
   * Detection without the platforms that shifted for all brands; falls on platforms that may be
   * shifting are postponed.
   */
  besides(shift: Pick<DetectedShift, 'platforms' | 'likely'>): Detection;
}

/** Compares the run, or the last seven days, with the baseline. */
export async function detectFalls(
  deps: StoreDeps,
  tenant: Tenant,
  run: ExaminedRun,
): Promise<DetectedFalls> {
  const [ofRun, ofWeek, isSuppressed] = run.hasBase
    ? await Promise.all([
        loadFallCells(deps, tenant, run, run.createdAt),
        loadFallCells(deps, tenant, run, weekOf(run)),
        hasChangedPrompts(deps, tenant, run),
      ])
    : [[], [], false];
  const falls: Falls = isSuppressed ? { whole: null, platforms: [] } : findFalls(ofRun, ofWeek);
  const test = (fall: Fall): Tested => ({
    subject: fall.platform === null ? RANKING_COLLAPSE : `${RANKING_COLLAPSE}:${fall.platform}`,
    p: fall.p,
  });
  const tests = [...(falls.whole === null ? [] : [falls.whole]), ...falls.platforms].map(test);
  const type = RANKING_COLLAPSE;

  function toFound(fall: Fall, hidden: ReadonlySet<string>): NonNullable<Detection['found']> {
    const counted = (cells: readonly FallCell[]) =>
      without(hidden, cells).filter(
        ({ platform }) => fall.platform === null || fall.platform === platform,
      );
    const own = counted(ofRun);
    const window = chooseWindow(own, counted(ofWeek));
    const from = window === own ? run.createdAt : weekOf(run);
    return {
      subject: test(fall).subject,
      finding: {
        type,
        severity: toSeverity(fall.relativeDrop, fall.reach, isCertainDrop(fall)),
        title: titleOf(fall),
        details: detailsOf(fall),
      },
      evidence: {
        kind: fall.measure === 'visibility' ? 'not_named' : 'not_in_top3',
        from,
        until: run.createdAt,
        cells: window.map(({ platform, promptId }) => ({ platform, promptId, from })),
        subjects: [],
      },
    };
  }

  function toSighting(
    of: Falls,
    { platforms, likely }: Pick<DetectedShift, 'platforms' | 'likely'>,
  ): Detection {
    const fall = firingFall(of, likely);
    const found = fall && toFound(fall, platforms);
    if (of.whole === null) return { type, outcome: 'unknown', found: null };
    // A postponed fall is neither a crossing nor calm.
    const unmoved = firingFall(of) === null ? 'calm' : 'unknown';
    return {
      type,
      outcome: fall === null ? unmoved : 'crosses',
      found,
      async again(since) {
        const fresh = await loadFallCells(deps, tenant, run, new Date(since.getTime() + 1));
        const look = confirmFall(fall, without(platforms, fresh));
        return { outcome: look, found: look === 'crosses' ? found : null };
      },
    };
  }

  return {
    falls,
    tests,
    besides(shift) {
      const { platforms } = shift;
      if (platforms.size === 0 || isSuppressed) return toSighting(falls, shift);
      const rest = findFalls(without(platforms, ofRun), without(platforms, ofWeek));
      return toSighting(rest, shift);
    },
  };
}
