import type { Deps, Statement } from '../../deps.js';
import { allScopes } from '../accounts/all-scopes.js';

const RUNS: Statement = {
  name: 'unfinished-runs',
  text: `select id from probe_run where account_id = $1 and environment = $2 and kind = 'probe' and status in ('queued', 'running')`,
};
const BRANDS: Statement = {
  name: 'half-deleted-brands',
  text: 'select id from brand where account_id = $1 and environment = $2 and deleted_at is not null',
};

/** Jobs for what is unfinished, where none came along. @returns how many runs go on */
export async function requeueAll(deps: Deps): Promise<number> {
  let runs = 0;
  for await (const scope of allScopes(deps)) {
    const values = [scope.accountId, scope.environment];
    const unfinished = await deps.db.read<{ id: string }>(scope, RUNS, values);
    const deleted = await deps.db.read<{ id: string }>(scope, BRANDS, values);
    runs += unfinished.length;
    await deps.db.write(scope, async (em) => {
      for (const { id } of unfinished)
        await deps.queue.send(em, 'probe-run', { ...scope, runId: id });
      for (const { id } of deleted)
        await deps.queue.send(em, 'brand-delete', { ...scope, brandId: id });
    });
  }
  return runs;
}
