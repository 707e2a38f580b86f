import type { Deps, Scope } from '../deps.js';
import { isId } from '../domain/accounts/id.js';
import { badInput } from '../errors.js';
import { allScopes } from '../services/accounts/all-scopes.js';
import { findBrand, type ListedBrand, listBrands } from '../services/brands/brand.js';
import type { OfAnyUser } from './of-user.js';
import { selectAccount } from './selection.js';

interface Found {
  scope: Scope;
  brand: ListedBrand;
}

const PAGE = 200;

/** By its id, or by a name that upper and lower case do not tell apart. */
async function* findIn(deps: Deps, scope: Scope, wanted: string): AsyncGenerator<Found> {
  if (isId(wanted)) {
    const brand = await findBrand(deps, scope, wanted).catch(() => null);
    if (brand !== null) yield { scope, brand };
    return;
  }
  for (let after: string | null = null; ; ) {
    const page = await listBrands(deps, scope, { first: PAGE, after });
    for (const brand of page.rows)
      if (brand.name.toLowerCase() === wanted.toLowerCase()) yield { scope, brand };
    after = page.rows.at(-1)?.id ?? null;
    if (!page.hasNextPage) return;
  }
}

async function* scopesOf(deps: Deps, options: OfAnyUser): AsyncGenerator<Scope> {
  const { email, account, environment } = options;
  if (email !== undefined || account !== undefined) {
    yield { accountId: await selectAccount(deps, options), environment };
    return;
  }
  for await (const scope of allScopes(deps)) if (scope.environment === environment) yield scope;
}

/** The one brand that is meant, and as whom it is worked on: as who made it. */
export async function selectBrand(
  deps: Deps,
  options: OfAnyUser & { brand: string },
): Promise<Scope & { userId: string; brandId: string }> {
  const { brand: wanted, environment } = options;
  const all: Found[] = [];
  for await (const scope of scopesOf(deps, options))
    for await (const found of findIn(deps, scope, wanted)) all.push(found);
  const [found, ...others] = all;
  if (found === undefined)
    throw badInput('brand', `${wanted}: there is no such brand in ${environment} data`);
  if (others.length > 0) {
    const named = all.map(({ scope, brand }) => `${brand.id} (account ${scope.accountId})`);
    throw badInput('brand', `${wanted} are several; say the id: ${named.join(', ')}`);
  }
  const { scope, brand } = found;
  return { ...scope, userId: brand.userId, brandId: brand.id };
}
