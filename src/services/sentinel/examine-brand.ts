import type { Deps, Tenant } from '../../deps.js';
import {
  type IncidentType,
  NEGATIVE_SURGE,
  PLATFORM_SHIFT,
  RANKING_COLLAPSE,
} from '../../domain/incidents/incident.js';
import { runLinked } from '../../observability/request-context.js';
import { startConfirmation } from './confirm.js';
import { recordTests } from './day-tests.js';
import type { Detected, Detection, Tested } from './detection.js';
import type { ExaminedRun } from './examined-run.js';
import { detectFalls } from './fall.js';
import { type CitedPages, detectImpersonation, loadCitedPages } from './impersonation.js';
import { loadIncidentState, loadSuspicions } from './incident-state.js';
import { settle, type Weighed } from './settle.js';
import { type DetectedShift, detectShift, isToldAlready } from './shift.js';
import { detectSurge } from './surge.js';
import { type JudgedDay, loadJudgedDays } from './windows.js';

/** What a run shows of its brand. */
interface Examination {
  run: ExaminedRun;
  tests: Tested[];
  detections: Detection[];
  shift: DetectedShift;
}

async function detect(
  deps: Deps,
  tenant: Tenant,
  run: ExaminedRun,
  { days, pages }: { days: readonly JudgedDay[]; pages: CitedPages | undefined },
): Promise<Examination> {
  const [falls, impersonation] = await Promise.all([
    detectFalls(deps, tenant, run),
    detectImpersonation(deps, tenant, run, pages),
  ]);
  const surge = detectSurge(deps, tenant, run, days);
  const shift = await detectShift(deps, tenant, run, falls.falls);
  return {
    run,
    tests: [...falls.tests, ...surge.tests, ...shift.tests],
    detections: [falls.besides(shift), surge.detection, impersonation],
    shift,
  };
}

/** Suspicions are weighed against what is new since they arose. */
async function weigh(
  deps: Deps,
  tenant: Tenant,
  run: ExaminedRun,
  detections: readonly Detection[],
): Promise<Weighed[]> {
  const suspicions = await loadSuspicions(deps, tenant, run);
  const weighed: Weighed[] = [];
  for (const detection of detections) {
    const { type, again } = detection;
    const suspicion = suspicions.find((one) => one.type === type);
    if (suspicion === undefined) weighed.push({ detection, suspected: null });
    else {
      const isNewer = run.createdAt > suspicion.since;
      const unknown: Detected = { outcome: 'unknown', found: null };
      const seen = isNewer ? await (again?.(suspicion.since) ?? unknown) : unknown;
      weighed.push({ detection, suspected: { suspicion, seen } });
    }
  }
  return weighed;
}

/** All that was seen is settled together, or nothing is. True when a run is to confirm a suspicion. */
async function settleExamination(
  deps: Deps,
  tenant: Tenant,
  { run, ...seen }: Examination,
): Promise<boolean> {
  const weighed = await weigh(deps, tenant, run, [...seen.detections, seen.shift.detection]);
  return deps.db.transaction(tenant, async (tx) => {
    const [brand] = await tx.execute<{ confirms: boolean }>(
      `select confirm_incidents as confirms from brand
       where account_id = :accountId and environment = :environment and id = :brandId and deleted_at is null for update`,
      { brandId: run.brandId },
    );
    // It was deleted since the run was looked up.
    if (brand === undefined) return false;
    const isTold = await isToldAlready(tx, tenant, run, seen.shift);
    const state = await loadIncidentState(tx, run);
    const wanted: boolean[] = [];
    for (const one of weighed)
      if (!isTold || one.detection !== seen.shift.detection)
        wanted.push(await settle(deps, tx, tenant, run, one, state));
    return brand.confirms && wanted.includes(true);
  });
}

const crosses = ({ detections, shift }: Examination): boolean =>
  [...detections, shift.detection].some((detection) => detection.outcome === 'crosses');

/**
 * Looks at brands after runs, given with the oldest first: each look is settled before the next of the same brand.
 * `confirms`: whether a suspicion starts its confirming run at once.
 */
export async function examineBrands(
  deps: Deps,
  tenant: Tenant,
  runs: readonly ExaminedRun[],
  { confirms = true }: { confirms?: boolean } = {},
): Promise<void> {
  const [days, pages] = await Promise.all([
    loadJudgedDays(
      deps,
      tenant,
      runs.filter((run) => run.isJudged),
    ),
    loadCitedPages(
      deps,
      tenant,
      runs.filter((run) => run.cites),
    ),
  ]);
  const looks: Examination[] = [];
  for (const run of runs)
    looks.push(
      await detect(deps, tenant, run, { days: days.get(run.id) ?? [], pages: pages.get(run.id) }),
    );
  // Before any is settled: a discovery is one among all tests of the day.
  await recordTests(deps, tenant, looks);
  // Where nothing crosses and nothing stands there is nothing to settle.
  const watched = new Set(runs.filter((run) => run.isWatched).map((run) => run.brandId));
  for (const seen of looks) {
    if (crosses(seen)) watched.add(seen.run.brandId);
    if (!watched.has(seen.run.brandId)) continue;
    await runLinked(seen.run.origin, async () => {
      const wantsRun = await settleExamination(deps, tenant, seen);
      if (wantsRun && confirms) await startConfirmation(deps, tenant, seen.run);
    });
  }
}

/** What ends of itself, besides a change of a platform. */
const ENDING = [NEGATIVE_SURGE, RANKING_COLLAPSE] as const;
const toCalm = (type: IncidentType): Detection => ({ type, outcome: 'calm', found: null });

/** Brands that were asked nothing for a week: no answer speaks for an incident of theirs, so each day is a calm one. */
export async function examineSilent(
  deps: Deps,
  tenant: Tenant,
  runs: readonly ExaminedRun[],
): Promise<void> {
  const shift: DetectedShift = {
    platforms: new Set(),
    likely: new Set(),
    detection: toCalm(PLATFORM_SHIFT),
    tests: [],
  };
  for (const run of runs)
    if (run.isWatched)
      await settleExamination(deps, tenant, {
        run,
        tests: [],
        detections: ENDING.map(toCalm),
        shift,
      });
}
