import type { Deps, Scope, Statement } from '../../deps.js';

/** A completed run of a brand that is still there, as the sentinel looks at it. */
export interface ExaminedRun {
  id: string;
  brandId: string;
  sandbox: boolean;
  userId: string;
  promptPackId: string | null;
  promptIds: string[];
  platforms: string[];
  samplesPerPrompt: number;
  /** Shares compare only while the same names are tracked. */
  entitySetHash: string;
  createdAt: Date;
}

const COMPLETED: Statement = {
  name: 'run-to-examine',
  text: `select r.id, r.brand_id as "brandId", r.sandbox, r.user_id as "userId", r.prompt_pack_id as "promptPackId",
      array(select p->>'promptId' from jsonb_array_elements(r.plan->'prompts') as p) as "promptIds", r.platforms,
      r.samples_per_prompt as "samplesPerPrompt", r.measures->>'entitySetHash' as "entitySetHash", r.created_at as "createdAt"
    from probe_run r
    join brand b on (b.account_id, b.environment, b.id) = (r.account_id, r.environment, r.brand_id) and b.deleted_at is null
    where r.account_id = $1 and r.environment = $2 and r.id = $3 and r.status = 'completed'`,
};

/** Null while the run is not completed, and once its brand is gone. */
export async function findExaminedRun(
  deps: Deps,
  scope: Scope,
  runId: string,
): Promise<ExaminedRun | null> {
  const place = [scope.accountId, scope.environment, runId];
  const [run] = await deps.db.read<ExaminedRun>(scope, COMPLETED, place);
  return run ?? null;
}
