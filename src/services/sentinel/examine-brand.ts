import type { Deps, Scope } from '../../deps.js';
import { startConfirmation } from './confirm.js';
import { recordTests } from './day-tests.js';
import type { ExaminedRun } from './examined-run.js';
import { seeFalls } from './fall.js';
import { seeImpersonation } from './impersonation.js';
import { settle } from './settle.js';
import { isToldAlready, seeShift } from './shift.js';
import { loadStanding } from './standing.js';
import { seeSurge } from './surge.js';

/** Looks at a brand after a run: all that is seen is settled together, or nothing is. */
export async function examineBrand(deps: Deps, scope: Scope, run: ExaminedRun): Promise<void> {
  const [falls, surge, impersonation] = await Promise.all([
    seeFalls(deps, scope, run),
    seeSurge(deps, scope, run),
    seeImpersonation(deps, scope, run),
  ]);
  const shift = await seeShift(deps, scope, run, falls.falls);
  const collapse = falls.without(shift.platforms);
  const wantsRun = await deps.db.write(scope, async (em) => {
    const [brand] = await em.execute<{ confirms: boolean }[]>(
      `select confirm_incidents as confirms from brand
       where account_id = ? and environment = ? and id = ? and deleted_at is null for update`,
      [scope.accountId, scope.environment, run.brandId],
    );
    // It was deleted since the run was looked up.
    if (brand === undefined) return false;
    await recordTests(em, scope, run, [...falls.tests, ...surge.tests]);
    const sightings = [collapse, surge.sighting, impersonation];
    if (!(await isToldAlready(em, scope, run, shift))) sightings.push(shift.sighting);
    const standing = await loadStanding(em, scope, run);
    const wanted: boolean[] = [];
    for (const sighting of sightings)
      wanted.push(await settle(deps, em, scope, run, sighting, standing));
    return brand.confirms && wanted.includes(true);
  });
  if (wantsRun) await startConfirmation(deps, scope, run);
}
