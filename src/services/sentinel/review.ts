import type { Deps, Statement, Tenant } from '../../deps.js';
import { discoveries } from '../../domain/statistics/discovery.js';
import { DAY_MS } from '../../domain/time/utc-day.js';
import { allTenants } from '../accounts/all-tenants.js';
import { startConfirmation } from './confirm.js';
import { examineDay } from './day.js';
import { findExaminedRuns } from './examined-run.js';

const TEST_DAYS = 2;
/** A suspicion that no run has confirmed or cleared for so long is about another time. */
const SUSPICION_DAYS = 7;

const FORGET_TESTS: Statement = {
  name: 'forget-detector-tests',
  text: 'delete from detector_test where account_id = :accountId and environment = :environment and day < :day::date',
};
const FORGET_SUSPICIONS: Statement = {
  name: 'forget-suspicions',
  text: 'delete from suspicion where account_id = :accountId and environment = :environment and since < :since',
};
/** Those that no run confirms yet, each with the tests of the day on which it arose. */
const UNCONFIRMED: Statement = {
  name: 'unconfirmed-suspicions',
  text: `select s.brand_id as "brandId", s.type, s.sandbox, s.run_id as "runId", b.confirm_incidents as confirms,
      t.ps, t.p
    from suspicion s join brand b on (b.account_id, b.environment, b.id) = (s.account_id, s.environment, s.brand_id)
    join probe_run r on (r.account_id, r.environment, r.id) = (s.account_id, s.environment, s.run_id)
    cross join lateral (
      select array_agg(p) as ps, min(p) filter (where t.brand_id = s.brand_id and split_part(t.subject, ':', 1) = s.type) as p
      from detector_test t where t.account_id = s.account_id and t.environment = s.environment
        and t.day = r.created_at::date and t.sandbox = s.sandbox
    ) t
    where s.account_id = :accountId and s.environment = :environment and s.confirming_run_id is null and b.deleted_at is null`,
};
const DROP: Statement = {
  name: 'drop-suspicion',
  text: `delete from suspicion where account_id = :accountId and environment = :environment and brand_id = :brandId and type = :type and sandbox = :sandbox`,
};

interface Unconfirmed {
  brandId: string;
  type: string;
  sandbox: boolean;
  runId: string;
  confirms: boolean;
  ps: number[] | null;
  p: number | null;
}

/** Among all that was tested on the day, such a p has to be told from chance. */
function isDiscovered({ ps, p }: Unconfirmed): boolean {
  if (ps === null || p === null) return true;
  return discoveries(ps)[ps.indexOf(p)] ?? false;
}

async function review(deps: Deps, tenant: Tenant): Promise<void> {
  const ago = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  await examineDay(deps, tenant);
  await deps.db.command(tenant, FORGET_SUSPICIONS, { since: ago(SUSPICION_DAYS) });
  const found = await deps.db.query<Unconfirmed>(tenant, UNCONFIRMED);
  for (const suspicion of found) {
    const { brandId, type, sandbox, runId, confirms } = suspicion;
    if (!isDiscovered(suspicion)) {
      await deps.db.command(tenant, DROP, { brandId, type, sandbox });
      continue;
    }
    const [run] = confirms ? await findExaminedRuns(deps, tenant, [runId]) : [];
    if (run !== undefined) await startConfirmation(deps, tenant, run);
  }
  await deps.db.command(tenant, FORGET_TESTS, { day: ago(TEST_DAYS).toISOString().slice(0, 10) });
}

/**
 * Once a day, when all of a day's tests are known: each brand is looked at, suspicions that the number of tests explains are dropped, and
 * for those that had no calls left a new day has begun.
 */
export async function reviewSuspicions(deps: Deps): Promise<void> {
  for await (const tenant of allTenants(deps)) await review(deps, tenant);
}
