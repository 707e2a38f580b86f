import type { Statement, StoreDeps } from '../../deps.js';
import { allTenants } from '../accounts/all-tenants.js';

const RUNS: Statement = {
  name: 'unfinished-runs',
  text: `select id from probe_run where account_id = :accountId and environment = :environment and kind = 'probe' and status in ('queued', 'running')`,
};
const BRANDS: Statement = {
  name: 'half-deleted-brands',
  text: 'select id from brand where account_id = :accountId and environment = :environment and deleted_at is not null',
};

/**
 * Queues jobs for unfinished work, for use after a restore without jobs. @returns number of
 * unfinished runs
 */
export async function requeueAll(deps: StoreDeps): Promise<number> {
  let runs = 0;
  for await (const tenant of allTenants(deps)) {
    const unfinished = await deps.db.query<{ id: string }>(tenant, RUNS);
    const deleted = await deps.db.query<{ id: string }>(tenant, BRANDS);
    runs += unfinished.length;
    await deps.db.transaction(tenant, async (tx) => {
      for (const { id } of unfinished)
        await deps.queue.send(tx, 'probe-run', { ...tenant, runId: id });
      for (const { id } of deleted)
        await deps.queue.send(tx, 'brand-delete', { ...tenant, brandId: id });
    });
  }
  return runs;
}
