import type { Deps, EngineDeps, Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { type Entity, toEntity } from '../../domain/names/alias.js';
import { createMentionFinder } from '../../domain/names/mention.js';
import type { Stage } from '../../domain/prompts/prompt-pack.js';
import {
  classifyStage,
  isUnsure,
  readStageVote,
  STAGE_INSTRUCTIONS,
  STAGE_RULES,
  STAGE_SCHEMA,
  toStageInput,
  toStageMajority,
} from '../../domain/prompts/stage.js';
import { Prompt } from '../../entities/prompt.js';
import { AppError } from '../../errors.js';
import { findJudge, MOST_VOTES, poll } from '../answers/judge.js';
import { reserveCalls } from '../limits/engine-usage.js';

export type Classifier = 'given' | typeof STAGE_RULES | 'judge';

export interface PromptStage {
  stage: Stage;
  classifier: Classifier;
  /** In [0, 1]; null when a person chose the stage. */
  stageConfidence: number | null;
}

const TRACKED: Statement = {
  name: 'tracked-names',
  text: `select name, aliases from brand where account_id = :accountId and environment = :environment and deleted_at is null
    union all select c.name, c.aliases from competitor c join brand b using (account_id, environment)
      where account_id = :accountId and environment = :environment and b.id = c.brand_id and b.deleted_at is null`,
};
const ONE: Statement = {
  name: 'prompt-to-stage',
  text: `select text, stage, stage_confidence as confidence from prompt
    where account_id = :accountId and environment = :environment and id = :promptId and classifier = '${STAGE_RULES}'`,
};

export const givenStage = (stage: Stage): PromptStage => ({
  stage,
  classifier: 'given',
  stageConfidence: null,
});

export type Named = Pick<Entity, 'name' | 'aliases'>;

/**
 * Stages by the rules, in the order of the prompts. All tracked names of the account count, because a
 * pack may be used for all its brands; `more` are names that are not stored yet.
 */
export async function stageByRules(
  deps: StoreDeps,
  tenant: Tenant,
  prompts: readonly { text: string; language: string }[],
  more: readonly Named[] = [],
): Promise<PromptStage[]> {
  const tracked = await deps.db.query<Named>(tenant, TRACKED);
  const finder = createMentionFinder(
    [...tracked, ...more].map(({ name, aliases }) => toEntity(name, name, aliases)),
  );
  return prompts.map(({ text, language }) => {
    const names = finder.find(text, language).some((mention) => !mention.uncertain);
    const { stage, confidence } = classifyStage(text, language, names);
    return { stage, classifier: STAGE_RULES, stageConfidence: confidence };
  });
}

/**
 * Queues a job for the judge when the rules are unsure and a judge is configured, in the transaction
 * that stores the stage.
 */
export async function sendToJudge(
  deps: StoreDeps & EngineDeps,
  tx: Transaction,
  tenant: Tenant,
  prompt: PromptStage & { id: string },
): Promise<void> {
  const { stage, classifier, stageConfidence } = prompt;
  if (classifier !== STAGE_RULES || stageConfidence === null) return;
  if (!isUnsure({ stage, confidence: stageConfidence }) || findJudge(deps, tenant) === null) return;
  await deps.queue.send(tx, 'prompt-stage', { ...tenant, promptId: prompt.id });
}

/**
 * Reserves calls of the account for the votes, which limits their cost; without calls the result of
 * the rules is kept.
 */
async function mayJudge(deps: Deps, tenant: Tenant): Promise<boolean> {
  try {
    await deps.db.transaction(tenant, (tx) => reserveCalls(deps, tx, tenant, MOST_VOTES));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Keeps the stage when a person has changed the prompt in the meantime, or when the judge has no
 * clear result.
 */
export async function judgeStage(
  deps: Deps,
  tenant: Tenant,
  promptId: string,
  signal: AbortSignal,
): Promise<void> {
  const judge = findJudge(deps, tenant);
  const [prompt] = await deps.db.query<{ text: string; stage: Stage; confidence: number }>(
    tenant,
    ONE,
    { promptId },
  );
  if (judge === null || prompt === undefined || !isUnsure(prompt)) return;
  const assignment = {
    instructions: STAGE_INSTRUCTIONS,
    input: toStageInput(prompt.text),
    schema: STAGE_SCHEMA,
  };
  if (!(await mayJudge(deps, tenant))) return;
  const question = { assignment, read: readStageVote, agree: (a: Stage, b: Stage) => a === b };
  const { votes } = await poll(deps, tenant, judge, question, signal);
  if (votes.length === 0) throw new Error('the judge returned no stage');
  const staged = toStageMajority(votes);
  if (staged === null) return;
  await deps.db.transaction(tenant, (tx) =>
    tx.em.nativeUpdate(
      Prompt,
      { ...tenant, id: promptId, classifier: STAGE_RULES, text: prompt.text },
      { stage: staged.stage, classifier: 'judge', stageConfidence: staged.confidence },
    ),
  );
}
