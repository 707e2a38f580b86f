import type { Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { isId } from '../../domain/accounts/id.js';
import type { Alias } from '../../domain/names/alias.js';
import { Brand } from '../../entities/brand.js';
import { notFound } from '../../errors.js';
import { selectCount, selectPage, selectRows } from '../input/select.js';

/** A brand in lists. */
export interface ListedBrand {
  id: string;
  userId: string;
  name: string;
  category: string;
  /** BCP 47 language of the prompts generated for the brand. */
  language: string;
  website: string | null;
  createdAt: Date;
}

/** With names and domains, which are rarely requested and most expensive to read. */
export interface BrandRow extends ListedBrand {
  aliases: Alias[];
  ownedDomains: string[];
  confirmIncidents: boolean;
}

export interface CompetitorRow {
  id: string;
  brandId: string;
  name: string;
  aliases: Alias[];
  /** Registrable domains that belong to the competitor. */
  domains: string[];
}

const LISTED = `id, user_id as "userId", name, category, language, website, created_at as "createdAt"`;
const COLUMNS = `${LISTED}, aliases, owned_domains as "ownedDomains", confirm_incidents as "confirmIncidents"`;
const MINE = `account_id = :accountId and environment = :environment and deleted_at is null`;
const BY_NAME: Statement = {
  name: 'brand-by-name',
  text: `select id from brand where ${MINE} and lower(name) = lower(:name) order by id limit 1`,
};

/** Newest first. */
export const listBrands = selectPage<ListedBrand>({
  name: 'brands',
  text: `select ${LISTED} from brand where ${MINE} and (:after::uuid is null or id < :after) order by id desc limit :limit`,
});

export const countBrands = selectCount({
  name: 'brand-count',
  text: `select count(*) as count from brand where ${MINE}`,
});

/** Brands of the tenant with these ids, in any order. */
export const loadBrands = selectRows<BrandRow, [ids: readonly string[]]>(
  {
    name: 'brands-by-id',
    text: `select ${COLUMNS} from brand where ${MINE} and id = any(:ids)`,
  },
  'ids',
);

export const loadCompetitors = selectRows<CompetitorRow, [brandIds: readonly string[]]>(
  {
    name: 'competitors',
    text: `select id, brand_id as "brandId", name, aliases, domains from competitor
    where account_id = :accountId and environment = :environment and brand_id = any(:brandIds) order by id`,
  },
  'brandIds',
);

/** Finds a brand by name, ignoring case; the oldest of several. Null without a match. */
export async function findBrandNamed(
  deps: StoreDeps,
  tenant: Tenant,
  name: string,
): Promise<string | null> {
  const [brand] = await deps.db.query<{ id: string }>(tenant, BY_NAME, { name });
  return brand?.id ?? null;
}

export async function findBrand(deps: StoreDeps, tenant: Tenant, id: string): Promise<BrandRow> {
  const [brand] = isId(id) ? await loadBrands(deps, tenant, [id]) : [];
  if (!brand) throw notFound('brand');
  return brand;
}

/** Whether the brand exists; locks its row until the end of the transaction. */
export async function lockBrand(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.execute<unknown>(
    'select 1 from brand where account_id = :accountId and environment = :environment and id = :id and deleted_at is null for update',
    { id },
  );
  return rows.length > 0;
}

/** Hides the brand immediately; a job deletes its runs, answers and citations. */
export async function deleteBrand(deps: StoreDeps, tenant: Tenant, id: string): Promise<string> {
  if (!isId(id)) throw notFound('brand');
  await deps.db.transaction(tenant, async (tx) => {
    const hidden = await tx.em.nativeUpdate(
      Brand,
      { ...tenant, id, deletedAt: null },
      { deletedAt: deps.now() },
    );
    if (hidden === 0) throw notFound('brand');
    await deps.queue.send(tx, 'brand-delete', { ...tenant, brandId: id });
  });
  return id;
}
