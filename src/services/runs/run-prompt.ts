import type { Deps, Statement, Tenant } from '../../deps.js';
import type { Stage } from '../../domain/prompts/prompt-pack.js';

/** A prompt as a run asks it: as it stood when the run was started. */
export interface RunPromptRow {
  runId: string;
  promptId: string;
  text: string;
  stage: Stage;
  branded: boolean;
}

const OF_RUNS: Statement = {
  name: 'prompts-of-runs',
  text: `select r.id as "runId", item->>'promptId' as "promptId", item->>'text' as text, item->>'stage' as stage,
      coalesce((item->>'branded')::boolean, false) as branded
    from probe_run r cross join lateral jsonb_array_elements(r.plan->'prompts') with ordinality as asked (item, place)
    where r.account_id = $1 and r.environment = $2 and r.id = any($3) order by r.id, place`,
};

/** Of each run in the order in which they are asked. */
export const loadRunPrompts = (
  deps: Deps,
  tenant: Tenant,
  runIds: readonly string[],
): Promise<RunPromptRow[]> => deps.db.query(tenant, OF_RUNS, [runIds]);
