import type { Deps, Statement, Tenant, Transaction } from '../../deps.js';
import {
  contradictingFacts,
  contradictionsIn,
  type Sourced,
} from '../../domain/lint/contradiction.js';
import { toIssues } from '../../domain/lint/lint.js';
import { type LintedPage, READING_VERSION } from '../../domain/lint/wiki-page.js';
import { BRAND, toEntity } from '../../domain/names/alias.js';
import { keepIssues } from './lint-issue.js';
import { findWiki, isUnread, keepState, loadWiki, lockWiki, type Wiki } from './wiki-look.js';

interface UnreadPage {
  id: string;
  title: string;
  body: string;
  version: number;
}

interface ReadPage extends LintedPage {
  id: string;
  version: number;
  /** False when it took too long to read: its issues stay as they are. */
  isReadable: boolean;
}

const PAGES_AT_ONCE = 20;
/** Of one wiki. The rest is told once these are mended. */
const MOST_COMPARED = 5_000;

const UNREAD: Statement = {
  name: 'unread-wiki-pages',
  text: `select id, title, body, version from wiki_page w
    where account_id = :accountId and environment = :environment and brand_id = :brandId and ${isUnread('w')} and (:after::uuid is null or id > :after)
    order by id limit ${PAGES_AT_ONCE}`,
};

/** Of each subject with several values the oldest statement of each value, the oldest page first. */
const CONFLICTING = `with stated as (
    select w.id, w.title, s.place, s.about, s.value, s.statement from wiki_page w cross join lateral (
      select place, statement, statement->>'about' as about, statement->>'value' as value
      from jsonb_array_elements(w.statements) with ordinality as e (statement, place)) s
    where w.account_id = :accountId and w.environment = :environment and w.brand_id = :brandId
  ), conflicting as (
    select about from stated group by about having min(value) <> max(value)
  ), oldest as (
    select distinct on (about, value) id as "sourceId", title, place, statement
    from stated join conflicting using (about) order by about, value, id, place
  )
  select "sourceId", title, statement from oldest order by "sourceId", place limit ${MOST_COMPARED}`;

async function readPages(
  deps: Deps,
  { name, aliases }: Wiki,
  pages: readonly UnreadPage[],
): Promise<ReadPage[]> {
  const brand = toEntity(BRAND, name, aliases);
  const read: ReadPage[] = [];
  for (const { id, version, title, body } of pages) {
    const linted = await deps.reader
      .read('wikiPage', { text: body, title, brand })
      .catch((error) => deps.log.warn({ err: error, pageId: id }, 'a wiki page was not read'));
    const nothing = { issues: [], facts: [], statements: [] };
    read.push({ id, version, ...(linted ?? nothing), isReadable: linted !== undefined });
    // Other work needs this thread, too.
    await new Promise(setImmediate);
  }
  return read;
}

/** Stores what pages say and what is wrong with them, but of none that has changed since it was read. */
async function keepPages(
  tx: Transaction,
  tenant: Tenant,
  brandId: string,
  pages: readonly ReadPage[],
  now: Date,
): Promise<void> {
  const read = pages.map(({ id, version, facts, statements }) => ({
    ...{ id, version, facts, statements },
  }));
  const kept = await tx.execute<{ id: string }>(
    `update wiki_page w set facts = r.facts, statements = r.statements, reading = ${READING_VERSION}
     from jsonb_to_recordset(:read::jsonb) as r (id uuid, version integer, facts jsonb, statements jsonb)
     where w.account_id = :accountId and w.environment = :environment and w.id = r.id and w.version = r.version and ${isUnread('w')}
     returning w.id`,
    { read: JSON.stringify(read) },
  );
  const ids = new Set(kept.map(({ id }) => id));
  const known = pages.filter(({ id, isReadable }) => isReadable && ids.has(id));
  const looked = {
    ...{ brandId, targetType: 'wiki_page' as const, targetIds: known.map(({ id }) => id) },
    ...{ unasked: contradictingFacts.id, ruleOfAll: null },
  };
  const found = known.flatMap(({ id, issues }) =>
    issues.map((issue) => ({ ...issue, targetId: id })),
  );
  await keepIssues(tx, tenant, looked, found, now);
}

/** Deleted pages whose issues are still open. */
async function listGone(tx: Transaction, brandId: string): Promise<string[]> {
  const gone = await tx.execute<{ id: string }>(
    `select distinct i.target_id as id from lint_issue i
     where i.account_id = :accountId and i.environment = :environment and i.brand_id = :brandId and i.target_type = 'wiki_page' and i.closed_at is null
       and not exists (select from wiki_page w where (w.account_id, w.environment, w.id) = (i.account_id, i.environment, i.target_id))`,
    { brandId },
  );
  return gone.map(({ id }) => id);
}

async function findContradictions(tx: Transaction, brandId: string) {
  const rows = await tx.execute<{
    sourceId: string;
    title: string;
    statement: Omit<Sourced, 'sourceId' | 'title' | 'field'>;
  }>(CONFLICTING, { brandId });
  const sourced = rows.map(({ statement, ...source }) => ({
    ...{ ...statement, ...source, field: 'body' },
  }));
  return [...contradictionsIn(sourced)].flatMap(([targetId, findings]) =>
    toIssues(contradictingFacts, findings).map((issue) => ({ ...issue, targetId })),
  );
}

/** Reads the pages that nobody has read. False when the brand was renamed meanwhile: then they say other things. */
async function readUnread(deps: Deps, tenant: Tenant, wiki: Wiki): Promise<boolean> {
  const { brandId } = wiki;
  for (let after: string | null = null; ; ) {
    const pages: UnreadPage[] = await deps.db.query(tenant, UNREAD, { brandId, after });
    if (pages.length === 0) return true;
    const read = await readPages(deps, wiki, pages);
    const isSame = await deps.db.transaction(tenant, async (tx) => {
      await lockWiki(tx, tenant, brandId);
      if ((await findWiki(tx, brandId))?.names !== wiki.names) return false;
      await keepPages(tx, tenant, brandId, read, deps.now());
      return true;
    });
    if (!isSame) return false;
    after = pages.at(-1)?.id ?? null;
    if (pages.length < PAGES_AT_ONCE) return true;
  }
}

/**
 * Reads the pages of a brand that were written since they were last read, and compares what all pages state by
 * what is stored of them; nothing when nothing has changed. Each change has a job of its own, in its transaction:
 * the first one to run does the work of all before it, and what changes meanwhile is left to the job of that
 * change. Reading twice tells nothing twice.
 */
export async function lintWiki(deps: Deps, tenant: Tenant, brandId: string): Promise<void> {
  const wiki = await loadWiki(deps, tenant, brandId);
  if (wiki === null || (wiki.unread === 0 && wiki.state === wiki.looked)) return;
  if (wiki.unread > 0 && !(await readUnread(deps, tenant, wiki))) return;
  await deps.db.transaction(tenant, async (tx) => {
    await lockWiki(tx, tenant, brandId);
    const current = await findWiki(tx, brandId);
    if (current === null || current.unread > 0 || current.state === current.looked) return;
    const { id: ruleOfAll } = contradictingFacts;
    const targetIds = await listGone(tx, brandId);
    const looked = {
      brandId,
      targetType: 'wiki_page' as const,
      targetIds,
      unasked: null,
      ruleOfAll,
    };
    const found = await findContradictions(tx, brandId);
    await keepIssues(tx, tenant, looked, found, deps.now());
    await keepState(tx, current);
  });
}
