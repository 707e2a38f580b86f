import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import type { AnswerRow } from './answer.js';

/** A link in an answer; links are returned in the order of the answer. */
export interface AnswerCitationRow {
  runId: string;
  platform: string;
  promptId: string;
  repeat: number;
  sourceUrl: string;
  sourceDomain: string;
  context: string;
  owned: boolean;
}

export type AnswerRef = Pick<AnswerRow, 'runId' | 'runAt' | 'platform' | 'promptId' | 'repeat'>;

const OF_ANSWERS: Statement = {
  name: 'citations-of-answers',
  text: `select c.run_id as "runId", c.platform, c.prompt_id as "promptId", c.repeat, c.source_url as "sourceUrl",
      c.source_domain as "sourceDomain", c.context, c.owned
    from unnest(:runIds::uuid[], :runAts::timestamptz[], :platforms::text[], :promptIds::uuid[], :repeats::smallint[])
        as wanted (run_id, run_at, platform, prompt_id, repeat)
      join answer_citation c on c.account_id = :accountId and c.environment = :environment and c.run_id = wanted.run_id
        and c.platform = wanted.platform and c.prompt_id = wanted.prompt_id and c.repeat = wanted.repeat
        and c.run_at = wanted.run_at
    order by c.run_id, c.platform, c.prompt_id, c.repeat, c.ordinal`,
};

export const loadAnswerCitations = (
  deps: StoreDeps,
  tenant: Tenant,
  answers: readonly AnswerRef[],
): Promise<AnswerCitationRow[]> =>
  deps.db.query(tenant, OF_ANSWERS, {
    runIds: answers.map(({ runId }) => runId),
    runAts: answers.map(({ runAt }) => runAt),
    platforms: answers.map(({ platform }) => platform),
    promptIds: answers.map(({ promptId }) => promptId),
    repeats: answers.map(({ repeat }) => repeat),
  });
