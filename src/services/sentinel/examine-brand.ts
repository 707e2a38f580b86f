import type { Deps, StoreDeps, Tenant } from '../../deps.js';
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

/** Result of examining one run. */
interface Examination {
  run: ExaminedRun;
  tests: Tested[];
  detections: Detection[];
  shift: DetectedShift;
}

async function detect(
  deps: StoreDeps,
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

/** Suspicions are compared with the answers since they arose. */
async function weigh(
  deps: StoreDeps,
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

/** Settles all detections in one transaction. True when a run is needed to confirm a suspicion. */
async function settleExamination(
  deps: StoreDeps,
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
    // The brand was deleted after the run was read.
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
 * Examines runs, given oldest first; each examination is settled before the next one of the same
 * brand. `confirms`: whether a suspicion starts its confirming run immediately.
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
  // Before settling, because significance depends on all tests of the day.
  await recordTests(deps, tenant, looks);
  // Without a crossing, a suspicion or an open incident there is nothing to settle.
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

/** Incident types that end automatically, besides a platform shift. */
const ENDING = [NEGATIVE_SURGE, RANKING_COLLAPSE] as const;
const toCalm = (type: IncidentType): Detection => ({ type, outcome: 'calm', found: null });

/** Brands without runs for a week: no answers support their incidents, so each day counts as calm. */
export async function examineSilent(
  deps: StoreDeps,
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
