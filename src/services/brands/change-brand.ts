import { isDeepStrictEqual } from 'node:util';
import type { EngineDeps, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import type { AliasInput } from '../../domain/names/alias.js';
import { Brand, Competitor } from '../../entities/brand.js';
import { WikiPage } from '../../entities/wiki.js';
import { notFound } from '../../errors.js';
import { checkText, checkWebsite } from '../input/validate.js';
import { checkLanguage } from '../prompts/prompt-input.js';
import { type BrandRow, findBrand } from './brand.js';
import {
  type CheckedCompetitor,
  type CompetitorInput,
  checkCompetitor,
  checkCompetitors,
  NAME_LENGTH,
  toAliases,
  toDomains,
} from './brand-names.js';
import { followSite } from './follow-site.js';

export interface BrandUpdate {
  name?: string | null;
  category?: string | null;
  language?: string | null;
  website?: string | null;
  aliases?: AliasInput[] | null;
  competitors?: CompetitorInput[] | null;
  ownedDomains?: string[] | null;
  confirmIncidents?: boolean | null;
}

const OWNED_DOMAINS = 50;

/** Replaces the given fields; a null website removes the website. */
export async function updateBrand(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  id: string,
  change: BrandUpdate,
): Promise<BrandRow> {
  const brand = await findBrand(deps, tenant, id);
  const name = change.name == null ? brand.name : checkText('name', change.name, NAME_LENGTH);
  // The alias that equals the name follows the new name; other aliases are kept.
  const aliases =
    change.aliases ??
    brand.aliases.filter((alias) => alias.text !== brand.name || name === brand.name);
  const fields = {
    name,
    category:
      change.category == null
        ? brand.category
        : checkText('category', change.category, NAME_LENGTH),
    language: change.language == null ? brand.language : checkLanguage('language', change.language),
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
    change.competitors?.map((competitor) => checkCompetitor('competitors', competitor)) ?? null;
  checkCompetitors(competitors ?? [], fields);
  await deps.db.transaction(tenant, async (tx) => {
    const changed = await tx.em.nativeUpdate(Brand, { ...tenant, id, deletedAt: null }, fields);
    if (changed === 0) throw notFound('brand');
    await followSite(deps, tx, tenant, brand, fields);
    if (competitors !== null) await replaceCompetitors(tx, tenant, id, competitors, deps.now());
    if (name !== brand.name || !isDeepStrictEqual(fields.aliases, brand.aliases))
      await rereadWiki(deps, tx, tenant, id);
  });
  return findBrand(deps, tenant, id);
}

/** Other names change what the pages state about the brand. */
async function rereadWiki(
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  brandId: string,
): Promise<void> {
  const pages = await tx.em.nativeUpdate(WikiPage, { ...tenant, brandId }, { facts: null });
  if (pages > 0) await deps.queue.send(tx, 'wiki-lint', { ...tenant, brandId });
}

/**
 * A competitor with the same name keeps its id, and with it its history, and its domains unless
 * others are given.
 */
export async function replaceCompetitors(
  tx: Transaction,
  tenant: Tenant,
  brandId: string,
  wanted: readonly CheckedCompetitor[],
  now: Date,
): Promise<void> {
  const place = { ...tenant, brandId };
  const kept = new Map(
    (await tx.em.find(Competitor, place)).map((row) => [row.name.toLowerCase(), row]),
  );
  await tx.em.nativeDelete(Competitor, place);
  if (wanted.length === 0) return;
  await tx.em.insertMany(
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
