import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import {
  ANSWER_COLUMNS,
  type AnswerKey,
  type AnswerRow,
  type StoredAnswer,
  toAnswerRow,
} from './answer.js';

const KEY = 'account_id, environment, run_id, run_at, platform, prompt_id, repeat';
const keyOf = (table: string): string => KEY.replace(/\w+/g, (column) => `${table}.${column}`);
const BY_KEY: Statement = {
  name: 'answers-by-key',
  text: `select ${ANSWER_COLUMNS} from unnest(:runIds::uuid[], :runAts::timestamptz[], :platforms::text[], :promptIds::uuid[], :repeats::int[])
      as wanted (run_id, run_at, platform, prompt_id, repeat)
    join answer a on (${keyOf('a')}) = (:accountId, :environment, wanted.run_id, wanted.run_at, wanted.platform, wanted.prompt_id, wanted.repeat)
    left join answer_text t on (${keyOf('t')}) = (${keyOf('a')})`,
};
/** Stored answers with these keys, in any order. */
export const loadAnswersByKey = async (
  deps: StoreDeps,
  tenant: Tenant,
  keys: readonly AnswerKey[],
): Promise<AnswerRow[]> => {
  const values = {
    runIds: keys.map(({ runId }) => runId),
    runAts: keys.map(({ runAt }) => runAt),
    platforms: keys.map(({ platform }) => platform),
    promptIds: keys.map(({ promptId }) => promptId),
    repeats: keys.map(({ repeat }) => repeat),
  };
  return (await deps.db.query<StoredAnswer>(tenant, BY_KEY, values)).map(toAnswerRow);
};
