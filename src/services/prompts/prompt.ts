import type { Deps, Tenant } from '../../deps.js';
import { isId, newId } from '../../domain/accounts/id.js';
import type { Stage } from '../../domain/prompts/prompt-pack.js';
import { Prompt } from '../../entities/prompt.js';
import { AppError, badInput, notFound } from '../../errors.js';
import { selectOne, selectRows } from '../input/select.js';
import { checkList, checkText } from '../input/validate.js';
import { findPromptPack } from './prompt-pack.js';
import { givenStage, type PromptStage, sendToJudge, stageByRules } from './prompt-stage.js';

export interface PromptRow extends PromptStage {
  id: string;
  packId: string;
  text: string;
  tags: string[];
  country: string | null;
  language: string;
  enabled: boolean;
  createdAt: Date;
}

export interface NewPrompt {
  packId: string | null;
  text: string;
  /** Null leaves it to the rules. */
  stage: Stage | null;
  tags: string[];
  country: string | null;
  language: string;
}

export type PromptChange = { [K in keyof Omit<NewPrompt, 'packId'>]?: NewPrompt[K] | null } & {
  enabled?: boolean | null;
};

/** A pack is asked whole in every run, so it stays readable. */
const PROMPTS_PER_PACK = 1_000;

const COLUMNS = `id, pack_id as "packId", text, stage, classifier,
  stage_confidence as "stageConfidence", tags, country, language, enabled, created_at as "createdAt"`;

export const loadPrompts = selectRows<PromptRow, [packIds: readonly string[]]>({
  name: 'prompts-of-packs',
  text: `select ${COLUMNS} from prompt where account_id = $1 and environment = $2 and pack_id = any($3) order by id`,
});

export const findPrompt = selectOne<PromptRow>('prompt', {
  name: 'prompt',
  text: `select ${COLUMNS} from prompt where account_id = $1 and environment = $2 and id = $3`,
});

const checkTags = (tags: readonly string[]): string[] => [
  ...new Set(checkList('tags', tags, 20).map((tag) => checkText('tags', tag, 50))),
];

function checkCountry(country: string | null): string | null {
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    throw badInput('country', 'must be two capital letters, such as DE');
  return country;
}

function checkLanguage(language: string): string {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language))
    throw badInput('language', 'must be a language tag such as en or pt-BR');
  return language;
}

/** Into the named pack, or the account's own. */
export async function createPrompt(
  deps: Deps,
  tenant: Tenant,
  input: NewPrompt,
): Promise<PromptRow> {
  const fields = {
    text: checkText('text', input.text, 4_000),
    tags: checkTags(input.tags),
    country: checkCountry(input.country),
    language: checkLanguage(input.language),
  };
  const pack = await findPromptPack(deps, tenant, input.packId);
  const staged =
    input.stage === null ? await stageByRules(deps, tenant, fields) : givenStage(input.stage);
  const id = newId();
  const now = deps.now();
  await deps.db.transact(tenant, async (em) => {
    if ((await em.count(Prompt, { ...tenant, packId: pack.id })) >= PROMPTS_PER_PACK) {
      throw new AppError('CONFLICT', `a pack holds at most ${PROMPTS_PER_PACK} prompts`);
    }
    await em.insert(Prompt, {
      ...tenant,
      ...fields,
      ...staged,
      id,
      packId: pack.id,
      enabled: true,
      createdAt: now,
      updatedAt: now,
    });
    await sendToJudge(deps, em, tenant, { id, ...staged });
  });
  return findPrompt(deps, tenant, id);
}

/** A given stage stays; one that was found by reading the prompt is found anew when its words change. Null: as it was. */
async function restage(
  deps: Deps,
  tenant: Tenant,
  prompt: PromptRow,
  stage: Stage | null | undefined,
  changed: { text: string; language: string },
): Promise<PromptStage | null> {
  if (stage != null) return givenStage(stage);
  const isSame = changed.text === prompt.text && changed.language === prompt.language;
  return isSame || prompt.classifier === 'given' ? null : stageByRules(deps, tenant, changed);
}

/** Replaces what is given. Runs that were started keep the text they were started with. */
export async function updatePrompt(
  deps: Deps,
  tenant: Tenant,
  id: string,
  change: PromptChange,
): Promise<PromptRow> {
  const prompt = await findPrompt(deps, tenant, id);
  const fields = {
    text: change.text == null ? prompt.text : checkText('text', change.text, 4_000),
    tags: change.tags == null ? prompt.tags : checkTags(change.tags),
    country: change.country === undefined ? prompt.country : checkCountry(change.country),
    language: change.language == null ? prompt.language : checkLanguage(change.language),
    enabled: change.enabled ?? prompt.enabled,
    updatedAt: deps.now(),
  };
  const staged = await restage(deps, tenant, prompt, change.stage, fields);
  await deps.db.transact(tenant, async (em) => {
    await em.nativeUpdate(Prompt, { ...tenant, id }, { ...fields, ...staged });
    if (staged !== null) await sendToJudge(deps, em, tenant, { id, ...staged });
  });
  return { ...prompt, ...fields, ...staged };
}

/** Its answers stay: they were asked and paid for. */
export async function deletePrompt(deps: Deps, tenant: Tenant, id: string): Promise<string> {
  const deleted = isId(id)
    ? await deps.db.transact(tenant, (em) => em.nativeDelete(Prompt, { ...tenant, id }))
    : 0;
  if (deleted === 0) throw notFound('prompt');
  return id;
}
