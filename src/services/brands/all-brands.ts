import type { StoreDeps, Tenant } from '../../deps.js';
import { allTenants } from '../accounts/all-tenants.js';
import { type BrandRow, listBrands, loadBrands } from './brand.js';

const BRANDS_AT_ONCE = 100;

/** All brands of all accounts and environments, in batches per tenant. */
export async function* allBrands(
  deps: StoreDeps,
): AsyncGenerator<{ tenant: Tenant; brands: BrandRow[] }> {
  for await (const tenant of allTenants(deps)) {
    for (let after: string | null = null; ; ) {
      const page = await listBrands(deps, tenant, { first: BRANDS_AT_ONCE, after });
      const ids = page.rows.map(({ id }) => id);
      if (ids.length > 0) yield { tenant, brands: await loadBrands(deps, tenant, ids) };
      after = ids.at(-1) ?? null;
      if (!page.hasNextPage) break;
    }
  }
}
