import { runEvent } from '../../database/events.js';
import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { releaseCalls } from '../limits/engine-usage.js';

const RUNS_AT_ONCE = 20;
const ROWS_AT_ONCE = 5_000;

const CANCEL = `update probe_run set status = 'cancelled', sequence = sequence + 1
  where account_id = :accountId and environment = :environment and brand_id = :brandId and status in ('queued', 'running')
  returning id, created_at as "createdAt", expected_answers - answered - failed as unasked`;
const RUNS: Statement = {
  name: 'runs-of-brand',
  text: `select id from probe_run where account_id = :accountId and environment = :environment and brand_id = :brandId limit ${RUNS_AT_ONCE}`,
};
/** Children before parents. */
const OF_RUNS: readonly Statement[] = [
  'answer_citation',
  'answer_mention',
  'answer_text',
  'answer',
  'result_citation',
  'probe_result',
  'probe_run',
].map((table) => ({
  name: `remove-runs-${table}`,
  text: `delete from ${table} where account_id = :accountId and environment = :environment and ${table === 'probe_run' ? 'id' : 'run_id'} = any(:runIds)`,
}));
const OF_BRAND: readonly Statement[] = [
  'citation',
  'cited_page',
  'incident',
  'outbox',
  'webhook_delivery',
  'lint_issue',
  'competitor',
  'brand',
].map((table) => ({
  name: `remove-brand-${table}`,
  text: `delete from ${table} where account_id = :accountId and environment = :environment and id = any(array(
      select id from ${table} where account_id = :accountId and environment = :environment and ${table === 'brand' ? 'id' : 'brand_id'} = :brandId
      limit ${ROWS_AT_ONCE})) returning id`,
}));

/**
 * Deletes a deleted brand with all its data, in steps that hold locks only briefly. May be
 * interrupted and restarted.
 */
export async function removeBrand(deps: StoreDeps, tenant: Tenant, brandId: string): Promise<void> {
  // Cancels running runs, which would otherwise keep storing answers.
  await deps.db.transaction(tenant, async (tx) => {
    const cancelled = await tx.execute<{ id: string; createdAt: Date; unasked: number }>(CANCEL, {
      brandId,
    });
    for (const { id, createdAt, unasked } of cancelled) {
      await releaseCalls(tx, unasked, createdAt);
      await deps.events.publish(tx, runEvent(tenant, { id, brandId }, true));
    }
  });
  for (;;) {
    const runs = await deps.db.query<{ id: string }>(tenant, RUNS, { brandId });
    if (runs.length === 0) break;
    for (const step of OF_RUNS)
      await deps.db.command(tenant, step, { runIds: runs.map((run) => run.id) });
  }
  for (const step of OF_BRAND) {
    while ((await deps.db.command(tenant, step, { brandId })).length > 0);
  }
}
