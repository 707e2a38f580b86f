import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Scope, Statement } from '../deps.js';
import { type Alias, type AliasInput, aliasProblems, toEntity } from '../domain/alias.js';
import { isId, newId } from '../domain/id.js';
import { type Limits, limitsOf, type Tier } from '../domain/tier.js';
import { sourceDomain } from '../domain/url.js';
import { Brand, Competitor } from '../entities/brand.js';
import { AppError, badInput, notFound } from '../errors.js';
import { checkList, checkText, checkWebsite } from './check.js';
import { once } from './idempotency.js';
import { type Page, type PageRequest, toPage } from './page.js';
import { makeDefaultPack } from './prompt-pack.js';
import { followSite, queueSiteRead } from './site/follow-site.js';

/** A brand as lists read it. */
export interface ListedBrand {
  id: string;
  userId: string;
  name: string;
  category: string;
  website: string | null;
  createdAt: Date;
}

/** With the names and domains that it is recognised by, which few ask for and which cost most to read. */
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
}

export interface NewBrand {
  name: string;
  category: string;
  website?: string | null;
}

export interface BrandChange {
  name?: string | null;
  category?: string | null;
  website?: string | null;
  aliases?: AliasInput[] | null;
  competitors?: { name: string; aliases?: AliasInput[] | null }[] | null;
  ownedDomains?: string[] | null;
  confirmIncidents?: boolean | null;
}

const NAME_LENGTH = 200;
const COMPETITORS = 10;
const OWNED_DOMAINS = 50;

const LISTED = `id, user_id as "userId", name, category, website, created_at as "createdAt"`;
const COLUMNS = `${LISTED}, aliases, owned_domains as "ownedDomains", confirm_incidents as "confirmIncidents"`;
const MINE = `account_id = $1 and environment = $2 and deleted_at is null`;
const LIST: Statement = {
  name: 'brands',
  text: `select ${LISTED} from brand where ${MINE} and ($3::uuid is null or id < $3) order by id desc limit $4`,
};
const BY_IDS: Statement = {
  name: 'brands-by-id',
  text: `select ${COLUMNS} from brand where ${MINE} and id = any($3)`,
};
const COUNT: Statement = {
  name: 'brand-count',
  text: `select count(*) as count from brand where ${MINE}`,
};
const COMPETITORS_OF: Statement = {
  name: 'competitors',
  text: `select id, brand_id as "brandId", name, aliases from competitor
    where account_id = $1 and environment = $2 and brand_id = any($3) order by id`,
};

/** Newest first. */
export async function listBrands(
  deps: Deps,
  scope: Scope,
  page: PageRequest,
): Promise<Page<ListedBrand>> {
  const rows = await deps.db.read<ListedBrand>(scope, LIST, [
    scope.accountId,
    scope.environment,
    page.after,
    page.first + 1,
  ]);
  return toPage(rows, page.first);
}

export async function countBrands(deps: Deps, scope: Scope): Promise<number> {
  const [row] = await deps.db.read<{ count: number }>(scope, COUNT, [
    scope.accountId,
    scope.environment,
  ]);
  return row?.count ?? 0;
}

/** Those of the ids that are this account's brands, in any order. */
export const loadBrands = (deps: Deps, scope: Scope, ids: readonly string[]): Promise<BrandRow[]> =>
  deps.db.read(scope, BY_IDS, [scope.accountId, scope.environment, ids]);

export const loadCompetitors = (
  deps: Deps,
  scope: Scope,
  brandIds: readonly string[],
): Promise<CompetitorRow[]> =>
  deps.db.read(scope, COMPETITORS_OF, [scope.accountId, scope.environment, brandIds]);

export async function findBrand(deps: Deps, scope: Scope, id: string): Promise<BrandRow> {
  const [brand] = isId(id) ? await loadBrands(deps, scope, [id]) : [];
  if (!brand) throw notFound('brand');
  return brand;
}

/** The account's row stays locked, so that of two requests for the last place one gets it. */
async function takeBrandPlace(em: EntityManager, scope: Scope): Promise<void> {
  const [setting] = await em.execute<{ tier: Tier; limits: Partial<Limits> }[]>(
    'select tier, limits from account_setting where account_id = ? for update',
    [scope.accountId],
  );
  if (!setting) throw notFound('account');
  const quota = limitsOf(setting.tier, setting.limits).brands;
  const used = await em.count(Brand, { ...scope, deletedAt: null });
  if (used >= quota) {
    throw new AppError(
      'UPGRADE_NEEDED',
      `the ${setting.tier} tier holds ${quota} ${quota === 1 ? 'brand' : 'brands'}; upgrade to add more`,
      {
        details: { tier: setting.tier, quota },
      },
    );
  }
}

/** The brand's own fields as they are stored, and what it is recognised by. */
export function checkNewBrand(input: NewBrand) {
  const fields = {
    name: checkText('name', input.name, NAME_LENGTH),
    category: checkText('category', input.category, NAME_LENGTH),
    website: input.website == null ? null : checkWebsite('website', input.website),
  };
  const entity = toEntity('brand', fields.name);
  const [problem] = aliasProblems(entity);
  if (problem) throw badInput('name', problem);
  return { fields, entity };
}

/** The first brand of an account also makes its default prompts, from the brand's category. */
export async function createBrand(
  deps: Deps,
  owner: Scope & { userId: string },
  input: NewBrand,
  idempotencyKey: string | null,
): Promise<BrandRow> {
  const { accountId, environment } = owner;
  const scope: Scope = { accountId, environment };
  const { fields, entity } = checkNewBrand(input);
  const { answer } = await once(
    deps,
    scope,
    { operation: 'createBrand', key: idempotencyKey, input: fields },
    async (em) => {
      await takeBrandPlace(em, scope);
      const now = deps.now();
      const id = newId();
      const domain =
        fields.website === null ? null : sourceDomain({ url: fields.website, title: null });
      await em.insert(Brand, {
        ...scope,
        ...fields,
        id,
        userId: owner.userId,
        aliases: [...entity.aliases],
        ownedDomains: domain === null ? [] : [domain],
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      });
      await makeDefaultPack(em, scope, fields.category, now);
      if (domain !== null) await queueSiteRead(deps, em, scope, id);
      return { id };
    },
  );
  return findBrand(deps, scope, answer.id);
}

function toAliases(field: string, name: string, aliases: readonly AliasInput[]): Alias[] {
  for (const alias of aliases) checkText(field, alias.text, NAME_LENGTH);
  const entity = toEntity(field, name, aliases);
  const [problem] = aliasProblems(entity);
  if (problem) throw badInput(field, problem);
  return [...entity.aliases];
}

function toOwnedDomains(domains: readonly string[]): string[] {
  return [
    ...new Set(
      checkList('ownedDomains', domains, OWNED_DOMAINS).map((domain) => {
        const text = checkText('ownedDomains', domain, 253).toLowerCase();
        if (!/^[^\s/:@]+\.[^\s/:@]+$/u.test(text))
          throw badInput(
            'ownedDomains',
            `${JSON.stringify(text)} must be a domain such as example.com`,
          );
        return sourceDomain({ url: `https://${text}`, title: null }) ?? text;
      }),
    ),
  ];
}

/** Replaces what is given and leaves the rest; a null website removes it. */
export async function updateBrand(
  deps: Deps,
  scope: Scope,
  id: string,
  change: BrandChange,
): Promise<BrandRow> {
  const brand = await findBrand(deps, scope, id);
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
      change.ownedDomains == null ? brand.ownedDomains : toOwnedDomains(change.ownedDomains),
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
          };
        });
  const names = competitors?.map((competitor) => competitor.name.toLowerCase()) ?? [];
  if (new Set(names).size < names.length)
    throw badInput('competitors', 'must have different names');
  if (names.includes(name.toLowerCase()))
    throw badInput('competitors', 'must not hold the brand itself');
  await deps.db.write(scope, async (em) => {
    const changed = await em.nativeUpdate(Brand, { ...scope, id, deletedAt: null }, fields);
    if (changed === 0) throw notFound('brand');
    await followSite(deps, em, scope, brand, fields);
    if (competitors !== null) await replaceCompetitors(em, scope, id, competitors, deps.now());
    if (name !== brand.name || !isDeepStrictEqual(fields.aliases, brand.aliases))
      await rereadWiki(deps, em, scope, id);
  });
  return findBrand(deps, scope, id);
}

/** Under other names its pages say other things of it. */
async function rereadWiki(
  deps: Deps,
  em: EntityManager,
  scope: Scope,
  brandId: string,
): Promise<void> {
  const [page] = await em.execute<{ id: string }[]>(
    'update wiki_page set facts = null where account_id = ? and environment = ? and brand_id = ? returning id',
    [scope.accountId, scope.environment, brandId],
  );
  if (page !== undefined)
    await deps.queue.send(em, 'wiki-lint', { ...scope, brandId, pageId: page.id });
}

/** A competitor that is named again keeps its id, so that its history goes on. */
async function replaceCompetitors(
  em: EntityManager,
  scope: Scope,
  brandId: string,
  wanted: readonly { name: string; aliases: Alias[] }[],
  now: Date,
): Promise<void> {
  const place = { ...scope, brandId };
  const kept = new Map(
    (await em.find(Competitor, place)).map((row) => [row.name.toLowerCase(), row.id]),
  );
  await em.nativeDelete(Competitor, place);
  if (wanted.length === 0) return;
  await em.insertMany(
    Competitor,
    wanted.map((competitor) => ({
      ...place,
      ...competitor,
      id: kept.get(competitor.name.toLowerCase()) ?? newId(),
      createdAt: now,
    })),
  );
}

/** Gone for its readers at once; a job takes its runs, answers and citations away. */
export async function deleteBrand(deps: Deps, scope: Scope, id: string): Promise<string> {
  if (!isId(id)) throw notFound('brand');
  await deps.db.write(scope, async (em) => {
    const hidden = await em.nativeUpdate(
      Brand,
      { ...scope, id, deletedAt: null },
      { deletedAt: deps.now() },
    );
    if (hidden === 0) throw notFound('brand');
    await deps.queue.send(em, 'brand-delete', { ...scope, brandId: id });
  });
  return id;
}
