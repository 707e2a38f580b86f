import type { Deps, Tenant } from '../deps.js';
import { isId } from '../domain/accounts/id.js';
import { badInput } from '../errors.js';
import { allTenants } from '../services/accounts/all-tenants.js';
import { findBrand, type ListedBrand, listBrands } from '../services/brands/brand.js';
import { type OfAnyUser, selectAccount } from './selection.js';

interface Found {
  tenant: Tenant;
  brand: ListedBrand;
}

const PAGE = 200;

/** Finds brands by id, or by name without regard to case. */
async function* findIn(deps: Deps, tenant: Tenant, wanted: string): AsyncGenerator<Found> {
  if (isId(wanted)) {
    const brand = await findBrand(deps, tenant, wanted).catch(() => null);
    if (brand !== null) yield { tenant, brand };
    return;
  }
  for (let after: string | null = null; ; ) {
    const page = await listBrands(deps, tenant, { first: PAGE, after });
    for (const brand of page.rows)
      if (brand.name.toLowerCase() === wanted.toLowerCase()) yield { tenant, brand };
    after = page.rows.at(-1)?.id ?? null;
    if (!page.hasNextPage) return;
  }
}

async function* scopesOf(deps: Deps, options: OfAnyUser): AsyncGenerator<Tenant> {
  const { email, account, environment } = options;
  if (email !== undefined || account !== undefined) {
    yield { accountId: await selectAccount(deps, options), environment };
    return;
  }
  for await (const tenant of allTenants(deps)) if (tenant.environment === environment) yield tenant;
}

/** The selected brand and its tenant; `userId` is the user who created the brand. */
export async function selectBrand(
  deps: Deps,
  options: OfAnyUser & { brand: string },
): Promise<Tenant & { userId: string; brandId: string }> {
  const { brand: wanted, environment } = options;
  const all: Found[] = [];
  for await (const tenant of scopesOf(deps, options))
    for await (const found of findIn(deps, tenant, wanted)) all.push(found);
  const [found, ...others] = all;
  if (found === undefined)
    throw badInput('brand', `${wanted} does not exist in ${environment} data`);
  if (others.length > 0) {
    const named = all.map(({ tenant, brand }) => `${brand.id} (account ${tenant.accountId})`);
    throw badInput(
      'brand',
      `${wanted} matches several brands; give one of these ids: ${named.join(', ')}`,
    );
  }
  const { tenant, brand } = found;
  return { ...tenant, userId: brand.userId, brandId: brand.id };
}
