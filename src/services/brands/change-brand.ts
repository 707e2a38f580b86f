import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Tenant } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { type Alias, type AliasInput, aliasProblems, toEntity } from '../../domain/names/alias.js';
import { sourceDomain } from '../../domain/text/url.js';
import { Brand, Competitor } from '../../entities/brand.js';
import { WikiPage } from '../../entities/wiki.js';
import { badInput, notFound } from '../../errors.js';
import { checkList, checkText, checkWebsite } from '../input/validate.js';
import { type BrandRow, findBrand, NAME_LENGTH } from './brand.js';
import { followSite } from './follow-site.js';

interface CompetitorChange {
  name: string;
  aliases?: AliasInput[] | null;
  /** Left out, those that are listed of this name stay. */
  domains?: string[] | null;
}

export interface BrandUpdate {
  name?: string | null;
  category?: string | null;
  website?: string | null;
  aliases?: AliasInput[] | null;
  competitors?: CompetitorChange[] | null;
  ownedDomains?: string[] | null;
  confirmIncidents?: boolean | null;
}

const COMPETITORS = 10;
const OWNED_DOMAINS = 50;
const COMPETITOR_DOMAINS = 10;

function toAliases(field: string, name: string, aliases: readonly AliasInput[]): Alias[] {
  for (const alias of aliases) checkText(field, alias.text, NAME_LENGTH);
  const entity = toEntity(field, name, aliases);
  const [problem] = aliasProblems(entity);
  if (problem) throw badInput(field, problem);
  return [...entity.aliases];
}

/** Registrable ones, each once. */
function toDomains(field: string, domains: readonly string[], most: number): string[] {
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

/** Replaces what is given and leaves the rest; a null website removes it. */
export async function updateBrand(
  deps: Deps,
  tenant: Tenant,
  id: string,
  change: BrandUpdate,
): Promise<BrandRow> {
  const brand = await findBrand(deps, tenant, id);
  const name = change.name == null ? brand.name : checkText('name', change.name, NAME_LENGTH);
  // The name's own alias follows a new name; what else was listed stays.
  const aliases =
    change.aliases ??
    brand.aliases.filter((alias) => alias.text !== brand.name || name === brand.name);
  const fields = {
    name,
    category:
      change.category == null
        ? brand.category
        : checkText('category', change.category, NAME_LENGTH),
    website:
      change.website === undefined
        ? brand.website
        : change.website === null
          ? null
          : checkWebsite('website', change.website),
    aliases: toAliases('aliases', name, aliases),
    ownedDomains:
      change.ownedDomains == null
        ? brand.ownedDomains
        : toDomains('ownedDomains', change.ownedDomains, OWNED_DOMAINS),
    confirmIncidents: change.confirmIncidents ?? brand.confirmIncidents,
    updatedAt: deps.now(),
  };
  const competitors =
    change.competitors == null
      ? null
      : checkList('competitors', change.competitors, COMPETITORS).map((competitor) => {
          const rival = checkText('competitors', competitor.name, NAME_LENGTH);
          return {
            name: rival,
            aliases: toAliases('competitors', rival, competitor.aliases ?? []),
            domains:
              competitor.domains == null
                ? null
                : toDomains('competitors', competitor.domains, COMPETITOR_DOMAINS),
          };
        });
  const theirs = competitors?.flatMap(({ domains }) => domains ?? []) ?? [];
  if (theirs.some((domain) => fields.ownedDomains.includes(domain)))
    throw badInput('competitors', 'must not have a domain that the brand owns');
  const names = competitors?.map((competitor) => competitor.name.toLowerCase()) ?? [];
  if (new Set(names).size < names.length)
    throw badInput('competitors', 'must have different names');
  if (names.includes(name.toLowerCase()))
    throw badInput('competitors', 'must not hold the brand itself');
  await deps.db.transact(tenant, async (em) => {
    const changed = await em.nativeUpdate(Brand, { ...tenant, id, deletedAt: null }, fields);
    if (changed === 0) throw notFound('brand');
    await followSite(deps, em, tenant, brand, fields);
    if (competitors !== null) await replaceCompetitors(em, tenant, id, competitors, deps.now());
    if (name !== brand.name || !isDeepStrictEqual(fields.aliases, brand.aliases))
      await rereadWiki(deps, em, tenant, id);
  });
  return findBrand(deps, tenant, id);
}

/** Under other names its pages say other things of it. */
async function rereadWiki(
  deps: Deps,
  em: EntityManager,
  tenant: Tenant,
  brandId: string,
): Promise<void> {
  const pages = await em.nativeUpdate(WikiPage, { ...tenant, brandId }, { facts: null });
  if (pages > 0) await deps.queue.send(em, 'wiki-lint', { ...tenant, brandId });
}

/** A competitor that is named again keeps its id, so that its history goes on, and its domains if none are given. */
async function replaceCompetitors(
  em: EntityManager,
  tenant: Tenant,
  brandId: string,
  wanted: readonly { name: string; aliases: Alias[]; domains: string[] | null }[],
  now: Date,
): Promise<void> {
  const place = { ...tenant, brandId };
  const kept = new Map(
    (await em.find(Competitor, place)).map((row) => [row.name.toLowerCase(), row]),
  );
  await em.nativeDelete(Competitor, place);
  if (wanted.length === 0) return;
  await em.insertMany(
    Competitor,
    wanted.map((competitor) => {
      const earlier = kept.get(competitor.name.toLowerCase());
      return {
        ...place,
        ...competitor,
        domains: competitor.domains ?? earlier?.domains ?? [],
        id: earlier?.id ?? newId(),
        createdAt: now,
      };
    }),
  );
}
