import type { Deps, Scope } from '../../deps.js';
import {
  type Fall,
  type Falls,
  findFalls,
  firingFall,
  LEAST_RUN_ANSWERS,
} from '../../domain/fall.js';
import { RANKING_COLLAPSE } from '../../domain/incident.js';
import { toSeverity } from '../../domain/severity.js';
import { roundRate } from '../../domain/stats.js';
import type { ExaminedRun } from './examined-run.js';
import type { Sighting, Tested } from './sighting.js';
import { hasChangedPrompts, loadFallCells, weekOf } from './windows.js';

const STRONG_FROM = 0.1;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function titleOf({ measure, platform, before, now }: Fall): string {
  const what = measure === 'visibility' ? 'Named in' : 'Among the first three in';
  const where = platform === null ? '' : ` of ${platform}`;
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

export interface SeenFalls {
  falls: Falls;
  tests: Tested[];
  /** Given the platforms whose fall is every brand's and so not this one's. */
  without(platforms: ReadonlySet<string>): Sighting;
}

/** Compares what a run, or its week, says of the brand with the month before. */
export async function seeFalls(deps: Deps, scope: Scope, run: ExaminedRun): Promise<SeenFalls> {
  const [ofRun, ofWeek, isSuppressed] = run.hasBase
    ? await Promise.all([
        loadFallCells(deps, scope, run, run.createdAt),
        loadFallCells(deps, scope, run, weekOf(run)),
        hasChangedPrompts(deps, scope, run),
      ])
    : [[], [], false];
  const falls: Falls = isSuppressed ? { whole: null, platforms: [] } : findFalls(ofRun, ofWeek);
  const test = (fall: Fall): Tested => ({
    subject: fall.platform === null ? RANKING_COLLAPSE : `${RANKING_COLLAPSE}:${fall.platform}`,
    p: fall.p,
  });
  const tests = [...(falls.whole === null ? [] : [falls.whole]), ...falls.platforms].map(test);
  const answersOn = (platform: string | null) =>
    ofRun
      .filter((cell) => platform === null || cell.platform === platform)
      .reduce((sum, cell) => sum + cell.answers, 0);

  function toSighting(of: Falls): Sighting {
    const fall = firingFall(of);
    const type = RANKING_COLLAPSE;
    if (fall === null) return { type, look: of.whole === null ? 'neither' : 'calm', found: null };
    const isOfRun = answersOn(fall.platform) >= LEAST_RUN_ANSWERS;
    return {
      type,
      look: 'crosses',
      found: {
        subject: test(fall).subject,
        finding: {
          type,
          severity: toSeverity(fall.relativeDrop, fall.reach, fall.low > STRONG_FROM),
          title: titleOf(fall),
          details: detailsOf(fall),
        },
        evidence: {
          kind: fall.measure === 'visibility' ? 'not_named' : 'not_in_top3',
          from: isOfRun ? run.createdAt : weekOf(run),
          until: run.createdAt,
          platform: fall.platform,
          subjects: [],
        },
      },
    };
  }

  return {
    falls,
    tests,
    without(platforms) {
      if (platforms.size === 0) return toSighting(falls);
      const rest = <T extends { platform: string }>(of: readonly T[]) =>
        of.filter(({ platform }) => !platforms.has(platform));
      return toSighting(findFalls(rest(ofRun), rest(ofWeek)));
    },
  };
}
