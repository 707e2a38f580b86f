import { randomUUID } from 'node:crypto';
import { type Deps, type Statement, SYSTEM, type Tenant } from '../../deps.js';
import { examineRuns } from './examine-run.js';

/**
 * Completed runs are looked at a second's worth at a time, not each by itself. That one is owed is noted with its
 * completion and crossed off when it was done, so whoever dies in between leaves it to the next.
 */

const RUNS_AT_ONCE = 100;
/** Of one account, in the same statements. */
const RUNS_TOGETHER = 20;
const HELD_SEC = 20;
/** A look that fails again and again is tried ever more seldom. */
const LONGEST_HELD_SEC = 600;

/** One process at a time looks at a brand, so that its looks come one after the other. */
const TAKE: Statement = {
  name: 'take-queued-analyses',
  text: `with due as (
      select account_id, environment, run_id from auth.owed_look o
      where (held_until is null or held_until < clock_timestamp()) and not exists (
        select from auth.owed_look h where h.held_until >= clock_timestamp()
          and (h.account_id, h.environment, h.brand_id) = (o.account_id, o.environment, o.brand_id))
      order by owed_at limit ${RUNS_AT_ONCE} for update of o skip locked
    )
    update auth.owed_look o set holder = :holder, tries = o.tries + 1, held_until = clock_timestamp()
      + make_interval(secs => least(${HELD_SEC} * 2 ^ least(o.tries, 10), ${LONGEST_HELD_SEC}))
    from due where (o.account_id, o.environment, o.run_id) = (due.account_id, due.environment, due.run_id)
    returning o.account_id as "accountId", o.environment, o.run_id as "runId", o.brand_id as "brandId",
      o.owed_at as "owedAt"`,
};
/** One that was owed anew meanwhile is held by nobody. */
const REMOVE: Statement = {
  name: 'remove-queued-analyses',
  text: `delete from auth.owed_look where holder = :holder and (account_id, environment) = (:accountId, :environment) and run_id = any(:runIds::uuid[])`,
};
const RETURN: Statement = {
  name: 'return-queued-analyses',
  text: `update auth.owed_look set holder = null, held_until = null, tries = tries - 1
    where holder = :holder and (account_id, environment) = (:accountId, :environment) and run_id = any(:runIds::uuid[])`,
};

interface QueuedAnalysis extends Tenant {
  runId: string;
  brandId: string;
  owedAt: Date;
}

function* portions<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

/** Where several fail together, each is tried alone: one brand's trouble is not the others'. */
async function examine(
  deps: Deps,
  holder: string,
  tenant: Tenant,
  runIds: readonly string[],
): Promise<void> {
  try {
    await examineRuns(deps, tenant, runIds);
    await deps.db.command(SYSTEM, REMOVE, { ...tenant, holder, runIds });
  } catch (error) {
    if (runIds.length > 1) for (const id of runIds) await examine(deps, holder, tenant, [id]);
    else
      deps.log.error({ err: error, runId: runIds[0] }, 'a run could not be examined; later again');
  }
}

/** Looks at what is owed, until nothing is or `stop` says so. */
export async function analyseQueued(deps: Deps, stop: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !stop.aborted; ) {
    const holder = randomUUID();
    const owed = await deps.db.command<QueuedAnalysis>(SYSTEM, TAKE, { holder });
    isMore = owed.length === RUNS_AT_ONCE;
    owed.sort(
      (a, b) => a.brandId.localeCompare(b.brandId) || a.owedAt.getTime() - b.owedAt.getTime(),
    );
    const byTenant = Map.groupBy(owed, (row) => `${row.accountId}/${row.environment}`);
    const examineTenant = async ([first, ...rest]: QueuedAnalysis[]) => {
      if (first === undefined) return;
      const { accountId, environment } = first;
      for (const portion of portions([first, ...rest], RUNS_TOGETHER)) {
        const runIds = portion.map(({ runId }) => runId);
        if (stop.aborted)
          await deps.db.command(SYSTEM, RETURN, { holder, accountId, environment, runIds });
        else await examine(deps, holder, { accountId, environment }, runIds);
      }
    };
    await Promise.all([...byTenant.values()].map(examineTenant));
  }
}
