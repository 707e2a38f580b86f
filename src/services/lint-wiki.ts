import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Scope, Statement } from '../deps.js';
import { BRAND, toEntity } from '../domain/alias.js';
import { contradictingFacts, contradictionsIn } from '../domain/lint/contradiction.js';
import { lint, RULES, toIssues } from '../domain/lint/lint.js';
import { readPage } from '../domain/lint/reading.js';
import { type Statement as Stated, statementsIn } from '../domain/lint/statement.js';
import { factsOf, type WikiFact } from '../domain/wiki-fact.js';
import { type BrandRow, loadBrands } from './brand.js';
import { type FoundIssue, keepIssues } from './lint-issue.js';

interface WikiText {
  id: string;
  title: string;
  body: string;
  isRead: boolean;
}

interface Found {
  issues: FoundIssue[];
  /** Of the pages that nobody had read. */
  facts: Map<string, WikiFact[]>;
}

const PAGES_AT_ONCE = 20;
const ATTEMPTS = 5;
const RULES_OF_ONE = RULES.filter((rule) => rule !== contradictingFacts);

const OF_BRAND = `from wiki_page where account_id = $1 and environment = $2 and brand_id = $3`;
const PAGES: Statement = {
  name: 'wiki-pages-to-lint',
  text: `select id, title, body, facts is not null as "isRead" ${OF_BRAND} and ($4::uuid is null or id > $4) order by id limit ${PAGES_AT_ONCE}`,
};
/** Another one after any change: ids grow, and so do versions; under other names the pages say other things. */
const toState = (brandId: string, ofBrand: string): string =>
  `select concat_ws(' ', count(*), sum(version), max(id::text), (select (name, aliases)::text from brand where ${brandId})) as state
    from wiki_page where ${ofBrand}`;
const STATE_NOW: Statement = {
  name: 'wiki-state',
  text: toState(
    'account_id = $1 and environment = $2 and id = $3',
    'account_id = $1 and environment = $2 and brand_id = $3',
  ),
};

/** The oldest page first. What has no figure states nothing that another page could contradict. */
async function* allPages(deps: Deps, scope: Scope, brandId: string): AsyncGenerator<WikiText> {
  let after: string | null = null;
  for (;;) {
    const place = [scope.accountId, scope.environment, brandId, after];
    const pages: WikiText[] = await deps.db.read(scope, PAGES, place);
    yield* pages;
    after = pages.at(-1)?.id ?? null;
    if (pages.length < PAGES_AT_ONCE) return;
  }
}

async function findIssues(
  deps: Deps,
  scope: Scope,
  { id: brandId, name, aliases }: BrandRow,
  pageId: string,
): Promise<Found> {
  const brand = toEntity(BRAND, name, aliases);
  const issues: FoundIssue[] = [];
  const facts: Found['facts'] = new Map();
  const sources: { id: string; title: string; statements: Stated[] }[] = [];
  for await (const page of allPages(deps, scope, brandId)) {
    const reading = readPage(page, brand);
    if (page.id === pageId)
      issues.push(...lint(reading, RULES_OF_ONE).map((issue) => ({ ...issue, targetId: pageId })));
    if (!page.isRead) facts.set(page.id, factsOf(reading));
    sources.push({ id: page.id, title: page.title, statements: statementsIn(reading) });
    // Others want this thread, too.
    await new Promise(setImmediate);
  }
  for (const [targetId, findings] of contradictionsIn(sources))
    for (const issue of toIssues(contradictingFacts, findings)) issues.push({ ...issue, targetId });
  return { issues, facts };
}

/** What the pages say, for whoever checks claims against them. */
async function keepFacts(
  em: EntityManager,
  { accountId, environment }: Scope,
  facts: Found['facts'],
): Promise<void> {
  if (facts.size === 0) return;
  await em.execute(
    `update wiki_page w set facts = f.facts from jsonb_to_recordset(?::jsonb) as f (id uuid, facts jsonb)
     where w.account_id = ? and w.environment = ? and w.id = f.id`,
    [JSON.stringify([...facts].map(([id, of]) => ({ id, facts: of }))), accountId, environment],
  );
}

async function readState(deps: Deps, scope: Scope, brandId: string): Promise<string> {
  const place = [scope.accountId, scope.environment, brandId];
  const [row] = await deps.db.read<{ state: string }>(scope, STATE_NOW, place);
  return row?.state ?? '';
}

/** Whether the pages still are what was read; nobody else keeps issues of the brand until the end. */
async function isCurrent(em: EntityManager, scope: Scope, brandId: string, state: string) {
  const { accountId, environment } = scope;
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `lint/${accountId}/${environment}/${brandId}`,
  ]);
  const [row] = await em.execute<{ state: string }[]>(
    toState(
      'account_id = ? and environment = ? and id = ?',
      'account_id = ? and environment = ? and brand_id = ?',
    ),
    [accountId, environment, brandId, accountId, environment, brandId],
  );
  return row?.state === state;
}

/**
 * Reads a page that was written or deleted, and all pages of its brand for what they say of each
 * other. Reading twice tells nothing twice.
 */
export async function lintWikiPage(
  deps: Deps,
  scope: Scope,
  { brandId, pageId }: { brandId: string; pageId: string },
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const state = await readState(deps, scope, brandId);
    const [brand] = await loadBrands(deps, scope, [brandId]);
    if (brand === undefined) return;
    const { issues, facts } = await findIssues(deps, scope, brand, pageId);
    const looked = { brandId, targetId: pageId, ruleOfAll: contradictingFacts.id };
    const isKept = await deps.db.write(scope, async (em) => {
      if (!(await isCurrent(em, scope, brandId, state))) return false;
      await keepIssues(em, scope, { ...looked, targetType: 'wiki_page' }, issues, deps.now());
      await keepFacts(em, scope, facts);
      return true;
    });
    if (isKept) return;
  }
  throw new Error('the pages of the brand changed faster than they could be read');
}
