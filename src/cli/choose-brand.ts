import type { Deps, Scope } from '../deps.js';
import { isId } from '../domain/id.js';
import { badInput } from '../errors.js';
import { findBrand, type ListedBrand, listBrands } from '../services/brand.js';

const PAGE = 200;

/** By its id, or by its name if only one bears it. */
export async function chooseBrand(deps: Deps, scope: Scope, wanted: string): Promise<ListedBrand> {
  if (isId(wanted)) return findBrand(deps, scope, wanted);
  const { rows } = await listBrands(deps, scope, { first: PAGE, after: null });
  const named = rows.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [brand, ...others] = named;
  if (brand === undefined)
    throw badInput('brand', `${wanted}: there is no such brand in ${scope.environment} data`);
  if (others.length > 0)
    throw badInput('brand', `${wanted} are several: ${named.map(({ id }) => id).join(', ')}`);
  return brand;
}
