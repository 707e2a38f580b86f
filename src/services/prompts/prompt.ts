import type { EngineDeps, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { isId, newId } from '../../domain/accounts/id.js';
import { createPromptPack as writePrompts } from '../../domain/prompts/prompt-pack.js';
import { Prompt } from '../../entities/prompt.js';
import { AppError, badInput, nameAllFaults, notFound } from '../../errors.js';
import { once } from '../input/idempotency.js';
import { selectOne, selectRows } from '../input/select.js';
import {
  type CheckedPrompt,
  checkCountry,
  checkLanguage,
  checkPrompt,
  checkPrompts,
  checkPromptText,
  checkTags,
  type PromptInput,
} from './prompt-input.js';
import {
  checkPackName,
  findPackOf,
  findPromptPack,
  insertPack,
  type PromptPackRow,
} from './prompt-pack.js';
import {
  givenStage,
  type Named,
  type PromptStage,
  sendToJudge,
  stageByRules,
} from './prompt-stage.js';

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

/** Where prompts are added: a pack, or the own pack of a brand. */
export interface PromptPlace {
  packId: string | null;
  brandId: string | null;
}

export type PromptChange = { [K in keyof PromptInput]?: PromptInput[K] | null } & {
  enabled?: boolean | null;
};

type NewPrompt = PromptStage & Omit<CheckedPrompt, 'stage' | 'language'> & { language: string };

/** Limit per pack, because every run asks the whole pack. */
const PROMPTS_PER_PACK = 1_000;

const COLUMNS = `id, pack_id as "packId", text, stage, classifier,
  stage_confidence as "stageConfidence", tags, country, language, enabled, created_at as "createdAt"`;

export const loadPrompts = selectRows<PromptRow, [packIds: readonly string[]]>(
  {
    name: 'prompts-of-packs',
    text: `select ${COLUMNS} from prompt where account_id = :accountId and environment = :environment and pack_id = any(:packIds) order by id`,
  },
  'packIds',
);

export const findPrompt = selectOne<PromptRow>('prompt', {
  name: 'prompt',
  text: `select ${COLUMNS} from prompt where account_id = :accountId and environment = :environment and id = :id`,
});

async function findPlace(
  deps: StoreDeps,
  tenant: Tenant,
  { packId, brandId }: PromptPlace,
): Promise<PromptPackRow> {
  if (packId !== null) return findPromptPack(deps, tenant, packId);
  if (brandId === null) throw badInput('packId', 'or brandId must be given');
  const pack = await findPackOf(deps, tenant, brandId, null);
  if (pack.isBound)
    throw new AppError(
      'CONFLICT',
      'this brand uses the pack that is bound to the account: add the prompts to that pack, or unbind it',
      { details: { promptPackId: pack.id } },
    );
  return pack;
}

/**
 * The prompts in stored form, with their stages. `language` applies to prompts without one; `more`
 * are names that are not stored yet.
 */
export async function toNewPrompts(
  deps: StoreDeps,
  tenant: Tenant,
  checked: readonly CheckedPrompt[],
  { language, more = [] }: { language: string; more?: readonly Named[] },
): Promise<NewPrompt[]> {
  const prompts = checked.map((prompt) => ({ ...prompt, language: prompt.language ?? language }));
  const open = prompts.filter(({ stage }) => stage === null);
  const read = open.length === 0 ? [] : await stageByRules(deps, tenant, open, more);
  const stages = new Map(open.map((prompt, at) => [prompt, read[at]]));
  return prompts.map((prompt) => ({
    ...prompt,
    ...(stages.get(prompt) ?? givenStage(prompt.stage ?? 'awareness')),
  }));
}

/** Returns their ids, in order. */
async function insertPrompts(
  deps: StoreDeps & EngineDeps,
  tx: Transaction,
  tenant: Tenant,
  packId: string,
  prompts: readonly NewPrompt[],
  now: Date,
): Promise<string[]> {
  // Locks the pack, so that concurrent requests cannot exceed the limit.
  await tx.execute(
    'select 1 from prompt_pack where account_id = :accountId and environment = :environment and id = :packId for update',
    { packId },
  );
  if ((await tx.em.count(Prompt, { ...tenant, packId })) + prompts.length > PROMPTS_PER_PACK)
    throw new AppError('CONFLICT', `a pack can have at most ${PROMPTS_PER_PACK} prompts`);
  const rows = prompts.map((prompt) => ({
    ...tenant,
    ...prompt,
    id: newId(),
    packId,
    enabled: true,
    createdAt: now,
    updatedAt: now,
  }));
  if (rows.length > 0) await tx.em.insertMany(Prompt, rows);
  for (const row of rows) await sendToJudge(deps, tx, tenant, row);
  return rows.map(({ id }) => id);
}

/** Adds a prompt to the named pack or to the own pack of a brand. */
export async function createPrompt(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  place: PromptPlace,
  input: PromptInput,
): Promise<PromptRow> {
  const checked = checkPrompt('', input);
  const pack = await findPlace(deps, tenant, place);
  const prompts = await toNewPrompts(deps, tenant, [checked], pack);
  const [id = ''] = await deps.db.transaction(tenant, (tx) =>
    insertPrompts(deps, tx, tenant, pack.id, prompts, deps.now()),
  );
  return findPrompt(deps, tenant, id);
}

/** Adds up to 200 prompts, all or none; prompts with a text that the pack already contains are skipped. */
export async function addPrompts(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  place: PromptPlace,
  inputs: readonly PromptInput[],
  idempotencyKey: string | null,
): Promise<{ pack: PromptPackRow; added: number }> {
  const checked = checkPrompts(inputs);
  if (checked.length === 0) throw badInput('prompts', 'must not be empty');
  const pack = await findPlace(deps, tenant, place);
  const known = new Set((await loadPrompts(deps, tenant, [pack.id])).map(({ text }) => text));
  const missing = checked.filter(({ text }) => !known.has(text));
  const prompts = await toNewPrompts(deps, tenant, missing, pack);
  const request = { operation: 'addPrompts', key: idempotencyKey, input: { ...place, checked } };
  const { answer } = await once(deps, tenant, request, async (tx) => {
    const ids = await insertPrompts(deps, tx, tenant, pack.id, prompts, deps.now());
    return { added: ids.length };
  });
  return { pack, ...answer };
}

/** Creates a pack without a brand, empty or with prompts, which are English unless they name a language. */
export async function createPack(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  input: { name: string; prompts: readonly PromptInput[] },
): Promise<PromptPackRow> {
  const { name, checked } = nameAllFaults((attempt) => ({
    name: attempt(() => checkPackName(input.name)) ?? '',
    checked: attempt(() => checkPrompts(input.prompts)) ?? [],
  }));
  const prompts = await toNewPrompts(deps, tenant, checked, { language: 'en' });
  const id = await deps.db.transaction(tenant, async (tx) => {
    const now = deps.now();
    const packId = await insertPack(tx, tenant, { name, brandId: null, now });
    await insertPrompts(deps, tx, tenant, packId, prompts, now);
    return packId;
  });
  return findPromptPack(deps, tenant, id);
}

/**
 * Creates the own pack of a new brand: the given prompts, or twelve generated from its category, in
 * its language.
 */
export async function makeOwnPack(
  deps: StoreDeps & EngineDeps,
  tx: Transaction,
  tenant: Tenant,
  brand: { id: string; category: string; language: string },
  given: readonly NewPrompt[] | null,
): Promise<void> {
  const { id: brandId, category: name, language } = brand;
  // One timestamp for all: a prompt newer than its pack counts as a change of prompts.
  const now = deps.now();
  const packId = await insertPack(tx, tenant, { name, brandId, now });
  const prompts =
    given ??
    writePrompts(name, language).map(({ text, stage }) => ({
      ...{ text, tags: [], country: null, language },
      ...givenStage(stage),
    }));
  await insertPrompts(deps, tx, tenant, packId, prompts, now);
}

/**
 * A given stage is kept; a determined stage is determined again when the text or language changes.
 * Null when the stage stays.
 */
async function restage(
  deps: StoreDeps,
  tenant: Tenant,
  prompt: PromptRow,
  stage: PromptInput['stage'],
  changed: { text: string; language: string },
): Promise<PromptStage | null> {
  if (stage != null) return givenStage(stage);
  const isSame = changed.text === prompt.text && changed.language === prompt.language;
  if (isSame || prompt.classifier === 'given') return null;
  const [staged = null] = await stageByRules(deps, tenant, [changed]);
  return staged;
}

/** Replaces the given fields. Runs that have started keep their text. */
export async function updatePrompt(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  id: string,
  change: PromptChange,
): Promise<PromptRow> {
  const prompt = await findPrompt(deps, tenant, id);
  const fields = {
    text: change.text == null ? prompt.text : checkPromptText('text', change.text),
    tags: change.tags == null ? prompt.tags : checkTags('tags', change.tags),
    country:
      change.country == null
        ? change.country === null
          ? null
          : prompt.country
        : checkCountry('country', change.country),
    language:
      change.language == null ? prompt.language : checkLanguage('language', change.language),
    enabled: change.enabled ?? prompt.enabled,
    updatedAt: deps.now(),
  };
  const staged = await restage(deps, tenant, prompt, change.stage, fields);
  await deps.db.transaction(tenant, async (tx) => {
    await tx.em.nativeUpdate(Prompt, { ...tenant, id }, { ...fields, ...staged });
    if (staged !== null) await sendToJudge(deps, tx, tenant, { id, ...staged });
  });
  return { ...prompt, ...fields, ...staged };
}

/** Deletes a prompt. Its answers are kept. */
export async function deletePrompt(deps: StoreDeps, tenant: Tenant, id: string): Promise<string> {
  const deleted = isId(id)
    ? await deps.db.transaction(tenant, (tx) => tx.em.nativeDelete(Prompt, { ...tenant, id }))
    : 0;
  if (deleted === 0) throw notFound('prompt');
  return id;
}
