import { type Alias, type AliasInput, aliasProblems, toEntity } from '../../domain/names/alias.js';
import { isCommonWord } from '../../domain/names/certainty.js';
import { variantsOf } from '../../domain/names/variant.js';
import { sourceDomain } from '../../domain/text/url.js';
import { badInput } from '../../errors.js';
import { checkList, checkText } from '../input/validate.js';

/** Names and domains that identify a brand and its rivals, with their validation. */

export const NAME_LENGTH = 200;
const COMPETITORS = 20;
const COMPETITOR_DOMAINS = 10;

export interface CompetitorInput {
  name: string;
  aliases?: AliasInput[] | null;
  /** When omitted, the stored domains of the competitor are kept. */
  domains?: string[] | null;
}

export interface CheckedCompetitor {
  name: string;
  aliases: Alias[];
  domains: string[] | null;
}

/** Variants of a name, and whether it is a common word, as the search of answers treats it. */
export function toNameSearch(name: string): { variants: string[]; commonWord: boolean } {
  const text = checkText('name', name, NAME_LENGTH);
  return { variants: variantsOf(text), commonWord: isCommonWord(text.toLowerCase()) };
}

/** Always includes the name. */
export function toAliases(field: string, name: string, aliases: readonly AliasInput[]): Alias[] {
  for (const alias of aliases) checkText(field, alias.text, NAME_LENGTH);
  const entity = toEntity(field, name, aliases);
  const [problem] = aliasProblems(entity);
  if (problem) throw badInput(field, problem);
  return [...entity.aliases];
}

/** Registrable domains without duplicates. */
export function toDomains(field: string, domains: readonly string[], most: number): string[] {
  return [
    ...new Set(
      checkList(field, domains, most).map((domain) => {
        const text = checkText(field, domain, 253).toLowerCase();
        if (!/^[^\s/:@]+\.[^\s/:@]+$/u.test(text))
          throw badInput(field, `${JSON.stringify(text)} must be a domain such as example.com`);
        return sourceDomain({ url: `https://${text}`, title: null }) ?? text;
      }),
    ),
  ];
}

/** Validates one competitor; `field` names it in errors. */
export function checkCompetitor(field: string, competitor: CompetitorInput): CheckedCompetitor {
  const name = checkText(field, competitor.name, NAME_LENGTH);
  return {
    name,
    aliases: toAliases(field, name, competitor.aliases ?? []),
    domains:
      competitor.domains == null ? null : toDomains(field, competitor.domains, COMPETITOR_DOMAINS),
  };
}

/**
 * Checks for at most 20 rivals with different names, none of them the brand or with a domain of the
 * brand.
 */
export function checkCompetitors(
  competitors: readonly CheckedCompetitor[],
  brand: { name: string; ownedDomains: readonly string[] },
): void {
  checkList('competitors', competitors, COMPETITORS);
  if (competitors.some(({ domains }) => domains?.some((one) => brand.ownedDomains.includes(one))))
    throw badInput('competitors', 'must not have a domain that the brand owns');
  const names = competitors.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length)
    throw badInput('competitors', 'must have different names');
  if (names.includes(brand.name.toLowerCase()))
    throw badInput('competitors', 'must not contain the brand itself');
}
