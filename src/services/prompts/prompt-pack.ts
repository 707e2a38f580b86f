import type { Deps, Statement, Tenant, Transaction } from '../../deps.js';
import { isId, newId } from '../../domain/accounts/id.js';
import { PromptPack } from '../../entities/prompt.js';
import { badInput, notFound } from '../../errors.js';
import { selectOne, selectRows } from '../input/select.js';
import { checkText } from '../input/validate.js';

export interface PromptPackRow {
  id: string;
  name: string;
  /** The brand whose own it is; null for one that any brand may be asked. */
  brandId: string | null;
  /** Whether the account has bound it to itself: then every brand is asked it, unless a run names another. */
  isBound: boolean;
  createdAt: Date;
  /** Of the prompts that are added without one: its brand's, else English. */
  language: string;
}

const COLUMNS = `k.id, k.name, k.brand_id as "brandId", k.is_bound as "isBound", k.created_at as "createdAt",
  coalesce(b.language, 'en') as language`;
/** Those of a brand that is being deleted are gone. */
const VISIBLE = `prompt_pack k left join brand b on (b.account_id, b.environment, b.id) = (k.account_id, k.environment, k.brand_id)
  where k.account_id = :accountId and k.environment = :environment and b.deleted_at is null`;
/** What a brand is asked, best first, where no pack is named: the account's bound one, else its own. */
export const ASKED_OF = (brandId: string): string => `(k.is_bound or k.brand_id = ${brandId})`;
/** What a run of a brand may name: no other brand's own. */
export const OPEN_TO = (brandId: string): string =>
  `(k.brand_id is null or k.brand_id = ${brandId})`;

export const listPromptPacks = selectRows<PromptPackRow>({
  name: 'prompt-packs',
  text: `select ${COLUMNS} from ${VISIBLE} order by k.id desc limit 100`,
});

export const findPromptPack = selectOne<PromptPackRow>('prompt pack', {
  name: 'prompt-pack',
  text: `select ${COLUMNS} from ${VISIBLE} and k.id = :id`,
});

/** What each brand is asked unless a run names another pack; `askedBrandId` says which. */
export const loadAskedPacks = selectRows<
  PromptPackRow & { askedBrandId: string },
  [brandIds: readonly string[]]
>(
  {
    name: 'asked-prompt-packs',
    text: `select asked.*, wanted.brand_id as "askedBrandId" from unnest(:brandIds::uuid[]) as wanted (brand_id) cross join lateral (
      select ${COLUMNS} from ${VISIBLE} and ${ASKED_OF('wanted.brand_id')} order by k.is_bound desc limit 1
    ) asked`,
  },
  'brandIds',
);

const OF_BRAND: Statement = {
  name: 'prompt-pack-of-brand',
  text: `select ${COLUMNS} from ${VISIBLE}
    and case when :id::uuid is null then ${ASKED_OF(':brandId')} else k.id = :id and ${OPEN_TO(':brandId')} end
    order by k.is_bound desc limit 1`,
};

/** The pack with this id, if the brand may be asked it, or the one that it is asked when none is named: each has one. */
export async function findPackOf(
  deps: Deps,
  tenant: Tenant,
  brandId: string,
  id: string | null,
): Promise<PromptPackRow> {
  const areIds = isId(brandId) && (id === null || isId(id));
  const [pack] = areIds
    ? await deps.db.query<PromptPackRow>(tenant, OF_BRAND, { id, brandId })
    : [];
  if (!pack) throw notFound(id === null ? 'brand' : 'prompt pack');
  return pack;
}

/** An empty one of no brand's, in the caller's transaction. */
export async function insertPack(
  tx: Transaction,
  tenant: Tenant,
  pack: { name: string; brandId: string | null; now: Date },
): Promise<string> {
  const id = newId();
  const { name, brandId, now: createdAt } = pack;
  await tx.em.insert(PromptPack, { ...tenant, id, name, brandId, isBound: false, createdAt });
  return id;
}

export const checkPackName = (name: string): string => checkText('name', name, 200);

/** Binding one to the account takes the place of the one that was bound. What is left out stays. */
export async function updatePromptPack(
  deps: Deps,
  tenant: Tenant,
  id: string,
  change: { name?: string | null; isBound?: boolean | null },
): Promise<PromptPackRow> {
  const pack = await findPromptPack(deps, tenant, id);
  const fields = {
    name: change.name == null ? pack.name : checkPackName(change.name),
    isBound: change.isBound ?? pack.isBound,
  };
  if (fields.isBound && pack.brandId !== null)
    throw badInput('isBound', 'cannot be true of a brand’s own pack');
  await deps.db.transaction(tenant, async (tx) => {
    if (fields.isBound && !pack.isBound)
      await tx.em.nativeUpdate(PromptPack, { ...tenant, isBound: true }, { isBound: false });
    await tx.em.nativeUpdate(PromptPack, { ...tenant, id }, fields);
  });
  return { ...pack, ...fields };
}
