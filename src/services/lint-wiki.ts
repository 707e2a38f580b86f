import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Scope, Statement } from '../deps.js';
import { BRAND, toEntity } from '../domain/alias.js';
import { contradictingFacts, contradictionsIn } from '../domain/lint/contradiction.js';
import { lint, RULES, toIssues } from '../domain/lint/lint.js';
import { readPage } from '../domain/lint/reading.js';
import { type Statement as Stated, statementsIn } from '../domain/lint/statement.js';
import { factsOf, type WikiFact } from '../domain/wiki-fact.js';
import { type FoundIssue, keepIssues } from './lint-issue.js';
import { isCurrent, keepState, loadWiki, lockWiki, type Wiki } from './wiki-look.js';

interface WikiText {
  id: string;
  title: string;
  body: string;
  version: number;
  isRead: boolean;
}

/** What is wrong with a page by itself, and what it says. */
interface ReadPage {
  id: string;
  version: number;
  issues: FoundIssue[];
  facts: WikiFact[];
}

interface Found {
  /** Of the pages that nobody had read. */
  pages: ReadPage[];
  contradictions: FoundIssue[];
}

const PAGES_AT_ONCE = 20;
const RULES_OF_ONE = RULES.filter((rule) => rule !== contradictingFacts);

const PAGES: Statement = {
  name: 'wiki-pages-to-lint',
  text: `select id, title, body, version, facts is not null as "isRead" from wiki_page
    where account_id = $1 and environment = $2 and brand_id = $3 and ($4::uuid is null or id > $4) order by id limit ${PAGES_AT_ONCE}`,
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

async function findIssues(deps: Deps, scope: Scope, wiki: Wiki): Promise<Found> {
  const brand = toEntity(BRAND, wiki.name, wiki.aliases);
  const found: Found = { pages: [], contradictions: [] };
  const sources: { id: string; title: string; statements: Stated[] }[] = [];
  for await (const { isRead, ...page } of allPages(deps, scope, wiki.brandId)) {
    const { id, title, version } = page;
    const reading = readPage(page, brand);
    if (!isRead || wiki.looked === null) {
      const issues = lint(reading, RULES_OF_ONE).map((issue) => ({ ...issue, targetId: id }));
      found.pages.push({ id, version, issues, facts: factsOf(reading) });
    }
    sources.push({ id, title, statements: statementsIn(reading) });
    // Others want this thread, too.
    await new Promise(setImmediate);
  }
  for (const [targetId, findings] of contradictionsIn(sources))
    for (const issue of toIssues(contradictingFacts, findings))
      found.contradictions.push({ ...issue, targetId });
  return found;
}

/** What the pages say, for whoever checks claims against them; returns those that still are what was read. */
async function keepFacts(
  em: EntityManager,
  { accountId, environment }: Scope,
  pages: readonly ReadPage[],
): Promise<ReadPage[]> {
  const read = pages.map(({ id, version, facts }) => ({ id, version, facts }));
  const kept = await em.execute<{ id: string }[]>(
    `update wiki_page w set facts = r.facts from jsonb_to_recordset(?::jsonb) as r (id uuid, version integer, facts jsonb)
     where w.account_id = ? and w.environment = ? and w.id = r.id and w.version = r.version returning w.id`,
    [JSON.stringify(read), accountId, environment],
  );
  const ids = new Set(kept.map(({ id }) => id));
  return pages.filter(({ id }) => ids.has(id));
}

/** Deleted pages whose issues are still open. */
async function listGone(em: EntityManager, scope: Scope, brandId: string): Promise<string[]> {
  const gone = await em.execute<{ id: string }[]>(
    `select distinct i.target_id as id from lint_issue i
     where i.account_id = ? and i.environment = ? and i.brand_id = ? and i.target_type = 'wiki_page' and i.closed_at is null
       and not exists (select from wiki_page w where (w.account_id, w.environment, w.id) = (i.account_id, i.environment, i.target_id))`,
    [scope.accountId, scope.environment, brandId],
  );
  return gone.map(({ id }) => id);
}

/**
 * Reads the pages of a brand that were written since they were last read, and all of them for what
 * they say of each other; nothing when nothing has changed. Each change has a job of its own, in its
 * transaction: the first that comes does the work of all before it, and what changes meanwhile is
 * left to the job of that change. Reading twice tells nothing twice.
 */
export async function lintWiki(deps: Deps, scope: Scope, brandId: string): Promise<void> {
  const wiki = await loadWiki(deps, scope, brandId);
  if (wiki === null || (wiki.unread === 0 && wiki.state === wiki.looked)) return;
  const { pages, contradictions } = await findIssues(deps, scope, wiki);
  await deps.db.write(scope, async (em) => {
    await lockWiki(em, scope, brandId);
    const current = await isCurrent(em, scope, wiki);
    // Under other names the pages say other things.
    if (current === 'renamed') return;
    const kept = await keepFacts(em, scope, pages);
    const issues = kept.flatMap((page) => page.issues);
    const targetIds = kept.map(({ id }) => id);
    const now = deps.now();
    const { id: ofAll } = contradictingFacts;
    const looked = { brandId, targetType: 'wiki_page' as const, targetIds, unasked: ofAll };
    if (current === 'changed') {
      await keepIssues(em, scope, { ...looked, ruleOfAll: null }, issues, now);
      return;
    }
    targetIds.push(...(await listGone(em, scope, brandId)));
    const found = [...issues, ...contradictions];
    await keepIssues(em, scope, { ...looked, ruleOfAll: ofAll }, found, now);
    await keepState(em, scope, wiki);
  });
}
