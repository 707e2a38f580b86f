import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Statement, Tenant } from '../../deps.js';
import { isId, newId } from '../../domain/accounts/id.js';
import { createPromptPack as writePrompts } from '../../domain/prompts/prompt-pack.js';
import { Prompt, PromptPack } from '../../entities/prompt.js';
import { notFound } from '../../errors.js';
import { selectRows } from '../input/select.js';
import { checkText } from '../input/validate.js';

export interface PromptPackRow {
  id: string;
  name: string;
  isDefault: boolean;
  createdAt: Date;
}

const COLUMNS = `id, name, is_default as "isDefault", created_at as "createdAt"`;
const ONE: Statement = {
  name: 'prompt-pack',
  text: `select ${COLUMNS} from prompt_pack
    where account_id = $1 and environment = $2 and case when $3::uuid is null then is_default else id = $3 end`,
};

export const listPromptPacks = selectRows<PromptPackRow>({
  name: 'prompt-packs',
  text: `select ${COLUMNS} from prompt_pack where account_id = $1 and environment = $2 order by id desc limit 100`,
});

/** The pack with this id, or the account's own when none is named. */
export async function findPromptPack(
  deps: Deps,
  tenant: Tenant,
  id: string | null,
): Promise<PromptPackRow> {
  const [pack] =
    id === null || isId(id) ? await deps.db.query<PromptPackRow>(tenant, ONE, [id]) : [];
  if (!pack) throw notFound('prompt pack');
  return pack;
}

export async function createPack(
  deps: Deps,
  tenant: Tenant,
  input: { name: string },
): Promise<PromptPackRow> {
  const id = newId();
  const name = checkText('name', input.name, 200);
  await deps.db.transact(tenant, (em) =>
    em.insert(PromptPack, { ...tenant, id, name, isDefault: false, createdAt: deps.now() }),
  );
  return findPromptPack(deps, tenant, id);
}

export async function renamePromptPack(
  deps: Deps,
  tenant: Tenant,
  id: string,
  name: string,
): Promise<PromptPackRow> {
  const pack = await findPromptPack(deps, tenant, id);
  const fields = { name: checkText('name', name, 200) };
  await deps.db.transact(tenant, (em) => em.nativeUpdate(PromptPack, { ...tenant, id }, fields));
  return { ...pack, ...fields };
}

/** Made once per account and environment, with the first brand. */
export async function makeDefaultPack(
  em: EntityManager,
  tenant: Tenant,
  category: string,
  now: Date,
): Promise<void> {
  if ((await em.count(PromptPack, { ...tenant, isDefault: true })) > 0) return;
  const packId = newId();
  await em.insert(PromptPack, {
    ...tenant,
    id: packId,
    name: category,
    isDefault: true,
    createdAt: now,
  });
  await em.insertMany(
    Prompt,
    writePrompts(category).map((prompt) => ({
      ...tenant,
      ...prompt,
      id: newId(),
      packId,
      tags: [],
      country: null,
      language: 'en',
      enabled: true,
      createdAt: now,
      updatedAt: now,
    })),
  );
}
