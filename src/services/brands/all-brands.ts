import type { Deps, Scope } from '../../deps.js';
import { allScopes } from '../accounts/all-scopes.js';
import { type BrandRow, listBrands, loadBrands } from './brand.js';

const BRANDS_AT_ONCE = 100;

/** Every brand of every account and environment, in lots that belong together. */
export async function* allBrands(deps: Deps): AsyncGenerator<{ scope: Scope; brands: BrandRow[] }> {
  for await (const scope of allScopes(deps)) {
    for (let after: string | null = null; ; ) {
      const page = await listBrands(deps, scope, { first: BRANDS_AT_ONCE, after });
      const ids = page.rows.map(({ id }) => id);
      if (ids.length > 0) yield { scope, brands: await loadBrands(deps, scope, ids) };
      after = ids.at(-1) ?? null;
      if (!page.hasNextPage) break;
    }
  }
}
