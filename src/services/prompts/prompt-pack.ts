import type { Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { isId, newId } from '../../domain/accounts/id.js';
import { PromptPack } from '../../entities/prompt.js';
import { badInput, notFound } from '../../errors.js';
import { selectOne, selectRows } from '../input/select.js';
import { checkText } from '../input/validate.js';

export interface PromptPackRow {
  id: string;
  name: string;
  /** Brand that owns the pack; null for a pack that any brand may use. */
  brandId: string | null;
  /** Whether the pack is bound to the account: every brand then uses it, unless a run names another. */
  isBound: boolean;
  createdAt: Date;
  /** Language of prompts added without one: that of the brand, or English. */
  language: string;
}

const COLUMNS = `k.id, k.name, k.brand_id as "brandId", k.is_bound as "isBound", k.created_at as "createdAt",
  coalesce(b.language, 'en') as language`;
/** Packs of a deleted brand are hidden. */
const VISIBLE = `prompt_pack k left join brand b on (b.account_id, b.environment, b.id) = (k.account_id, k.environment, k.brand_id)
  where k.account_id = :accountId and k.environment = :environment and b.deleted_at is null`;
/** Packs that a brand may use when no pack is named: the bound pack of the account first, then its own. */
export const ASKED_OF = (brandId: string): string => `(k.is_bound or k.brand_id = ${brandId})`;
/** Packs that a run of a brand may name: all except the packs of other brands. */
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

/** Default pack per brand; `askedBrandId` is the brand. */
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

/**
 * The pack with this id if the brand may use it; without an id, the default pack of the brand. Every
 * brand has one.
 */
export async function findPackOf(
  deps: StoreDeps,
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

/** Inserts an empty pack in the transaction of the caller; returns its id. */
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

/** Binding a pack to the account unbinds the previous one. Omitted fields keep their value. */
export async function updatePromptPack(
  deps: StoreDeps,
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
    throw badInput('isBound', 'must be false for a pack that belongs to a brand');
  await deps.db.transaction(tenant, async (tx) => {
    if (fields.isBound && !pack.isBound)
      await tx.em.nativeUpdate(PromptPack, { ...tenant, isBound: true }, { isBound: false });
    await tx.em.nativeUpdate(PromptPack, { ...tenant, id }, fields);
  });
  return { ...pack, ...fields };
}
