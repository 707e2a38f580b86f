import type { Deps, Tenant } from '../../deps.js';
import { aliasProblems, toEntity } from '../../domain/names/alias.js';
import { badInput } from '../../errors.js';
import { checkList, checkText } from '../input/validate.js';
import { choosePlatforms } from '../runs/choose-platforms.js';

/** A scan or a query whose every field was found good. */
export interface NewCheck {
  kind: 'scan' | 'query';
  brandName: string;
  category: string;
  competitors: string[];
  platforms: string[];
}

export interface ScanInput {
  brandName: string;
  industry: string;
  competitors?: string[] | null;
}

export interface QueryInput {
  brand: string;
  category: string;
  platforms?: string[] | null;
  competitors?: string[] | null;
}

/** Platforms of a scan and of a query (docs/contract.md, `D1-SCAN-1` and `D1-QUERY-1`). */
const SCAN_PLATFORMS = 3;
const QUERY_PLATFORMS = 4;
const NAME_LENGTH = 200;
const COMPETITORS = 10;

/** Text that can be looked for in an answer. */
function checkName(field: string, value: string): string {
  const name = checkText(field, value, NAME_LENGTH);
  const [problem] = aliasProblems(toEntity(field, name));
  if (problem) throw badInput(field, problem);
  return name;
}

/** Each rival once, and the brand is none of its own. */
function checkCompetitors(brandName: string, values: readonly string[]): string[] {
  const rivals = new Map<string, string>();
  for (const value of checkList('competitors', values, COMPETITORS)) {
    const name = checkName('competitors', value);
    if (!rivals.has(name.toLowerCase())) rivals.set(name.toLowerCase(), name);
  }
  rivals.delete(brandName.toLowerCase());
  return [...rivals.values()];
}

/** Asks nobody and stores nothing: what it refuses costs nothing. */
export function checkScan(
  deps: Deps,
  tenant: Pick<Tenant, 'environment'>,
  input: ScanInput,
): NewCheck {
  const brandName = checkName('brandName', input.brandName);
  return {
    kind: 'scan',
    brandName,
    category: checkText('industry', input.industry, NAME_LENGTH),
    competitors: checkCompetitors(brandName, input.competitors ?? []),
    platforms: choosePlatforms(deps, tenant, null, SCAN_PLATFORMS),
  };
}

/** As `checkScan`. */
export function checkQuery(
  deps: Deps,
  tenant: Pick<Tenant, 'environment'>,
  input: QueryInput,
): NewCheck {
  const brandName = checkName('brand', input.brand);
  return {
    kind: 'query',
    brandName,
    category: checkText('category', input.category, NAME_LENGTH),
    competitors: checkCompetitors(brandName, input.competitors ?? []),
    platforms: choosePlatforms(deps, tenant, input.platforms ?? null, QUERY_PLATFORMS),
  };
}
