import type { Deps, Scope } from '../../deps.js';
import { startConfirmation } from './confirm.js';
import { recordTests } from './day-tests.js';
import type { ExaminedRun } from './examined-run.js';
import { seeFalls } from './fall.js';
import { type CitedPages, loadCitedPages, seeImpersonation } from './impersonation.js';
import { settle } from './settle.js';
import { isToldAlready, type SeenShift, seeShift } from './shift.js';
import type { Sighting, Tested } from './sighting.js';
import { loadStanding } from './standing.js';
import { seeSurge } from './surge.js';
import { type JudgedDay, loadJudgedDays } from './windows.js';

/** What a run shows of its brand. */
interface Look {
  run: ExaminedRun;
  tests: Tested[];
  sightings: Sighting[];
  shift: SeenShift;
}

async function look(
  deps: Deps,
  scope: Scope,
  run: ExaminedRun,
  { days, pages }: { days: readonly JudgedDay[]; pages: CitedPages | undefined },
): Promise<Look> {
  const [falls, impersonation] = await Promise.all([
    seeFalls(deps, scope, run),
    seeImpersonation(deps, scope, run, pages),
  ]);
  const surge = seeSurge(run, days);
  const shift = await seeShift(deps, scope, run, falls.falls);
  return {
    run,
    tests: [...falls.tests, ...surge.tests],
    sightings: [falls.without(shift.platforms), surge.sighting, impersonation],
    shift,
  };
}

/** All that was seen is settled together, or nothing is. */
async function settleLook(deps: Deps, scope: Scope, { run, ...seen }: Look): Promise<void> {
  const wantsRun = await deps.db.write(scope, async (em) => {
    const [brand] = await em.execute<{ confirms: boolean }[]>(
      `select confirm_incidents as confirms from brand
       where account_id = ? and environment = ? and id = ? and deleted_at is null for update`,
      [scope.accountId, scope.environment, run.brandId],
    );
    // It was deleted since the run was looked up.
    if (brand === undefined) return false;
    const sightings = [...seen.sightings];
    if (!(await isToldAlready(em, scope, run, seen.shift))) sightings.push(seen.shift.sighting);
    const standing = await loadStanding(em, scope, run);
    const wanted: boolean[] = [];
    for (const sighting of sightings)
      wanted.push(await settle(deps, em, scope, run, sighting, standing));
    return brand.confirms && wanted.includes(true);
  });
  if (wantsRun) await startConfirmation(deps, scope, run);
}

const crosses = ({ sightings, shift }: Look): boolean =>
  [...sightings, shift.sighting].some((sighting) => sighting.look === 'crosses');

/** Looks at brands after runs, given with the oldest first: each look is settled before the next of the same brand. */
export async function examineBrands(
  deps: Deps,
  scope: Scope,
  runs: readonly ExaminedRun[],
): Promise<void> {
  const [days, pages] = await Promise.all([
    loadJudgedDays(
      deps,
      scope,
      runs.filter((run) => run.isJudged),
    ),
    loadCitedPages(
      deps,
      scope,
      runs.filter((run) => run.cites),
    ),
  ]);
  const looks: Look[] = [];
  for (const run of runs)
    looks.push(
      await look(deps, scope, run, { days: days.get(run.id) ?? [], pages: pages.get(run.id) }),
    );
  // Before any is settled: a discovery is one among all tests of the day.
  await recordTests(deps, scope, looks);
  // Where nothing crosses and nothing stands there is nothing to settle.
  const watched = new Set(runs.filter((run) => run.isWatched).map((run) => run.brandId));
  for (const seen of looks) {
    if (crosses(seen)) watched.add(seen.run.brandId);
    if (watched.has(seen.run.brandId)) await settleLook(deps, scope, seen);
  }
}
