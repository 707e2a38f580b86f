import type { Deps, Statement, Tenant } from '../../deps.js';

const KEYS: Statement = {
  name: 'answer-keys',
  text: `select platform, prompt_id as "promptId", repeat from answer
    where account_id = $1 and environment = $2 and run_id = $3 and run_at = $4`,
};

export interface AnswerKey {
  platform: string;
  promptId: string;
  repeat: number;
}

/** What a run need not ask any more. */
export const loadAnswerKeys = (
  deps: Deps,
  tenant: Tenant,
  run: { id: string; createdAt: Date },
): Promise<AnswerKey[]> => deps.db.query(tenant, KEYS, [run.id, run.createdAt]);
