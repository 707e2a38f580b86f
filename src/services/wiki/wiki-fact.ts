import type { Deps, Statement, StoreDeps, Tenant } from '../../deps.js';
import { createJudge, type FactJudge, type WikiFact } from '../../domain/facts/wiki-fact.js';
import type { Alias } from '../../domain/names/alias.js';
import { BRAND, toEntity } from '../../domain/names/alias.js';
import { allTenants } from '../accounts/all-tenants.js';
import { isUnread } from './wiki-look.js';

/** Facts of the wiki of a brand, and a judge of claims against them. */
export interface KnownFacts {
  facts: readonly WikiFact[];
  judge: FactJudge;
}

const NOTHING: KnownFacts = { facts: [], judge: () => null };

/** Maximum number of pages per request, most recently updated first. */
const MOST_PAGES = 100;
const MOST_FACTS = 3_000;
/** Unread pages are read during the request, up to this total length. */
const MOST_UNREAD = 256 * 1024;

interface StoredPage {
  name: string;
  aliases: Alias[];
  title: string;
  /** Null when the facts are stored. */
  body: string | null;
  facts: WikiFact[] | null;
}

const OF_BRAND: Statement = {
  name: 'wiki-facts',
  text: `select b.name, b.aliases, w.title, case when w.facts is null then w.body end as body, w.facts
    from brand b cross join lateral (
      select title, body, facts from wiki_page where account_id = :accountId and environment = :environment and brand_id = b.id
      order by updated_at desc, id limit ${MOST_PAGES}
    ) w
    where b.account_id = :accountId and b.environment = :environment and b.id = :brandId and b.deleted_at is null`,
};

async function toKnown(
  deps: Deps,
  brandId: string,
  pages: readonly StoredPage[],
): Promise<KnownFacts> {
  const [first] = pages;
  if (first === undefined) return NOTHING;
  const brand = toEntity(BRAND, first.name, first.aliases);
  let left = MOST_UNREAD;
  const facts: WikiFact[] = [];
  for (const { title, body, facts: stored } of pages) {
    if (facts.length >= MOST_FACTS) break;
    if (stored !== null) facts.push(...stored);
    else if (body !== null && body.length <= left) {
      left -= body.length;
      const read = await deps.reader
        .read('wikiPage', { text: body, title, brand })
        .catch((error) => deps.log.warn({ err: error, brandId }, 'a wiki page could not be read'));
      facts.push(...(read?.facts ?? []));
    }
  }
  const bounded = facts.slice(0, MOST_FACTS);
  return { facts: bounded, judge: createJudge(brand, bounded) };
}

/** Empty without a brand. */
export async function loadKnownFacts(
  deps: Deps,
  tenant: Tenant,
  brandId: string | null,
): Promise<KnownFacts> {
  if (brandId === null) return NOTHING;
  return toKnown(deps, brandId, await deps.db.query<StoredPage>(tenant, OF_BRAND, { brandId }));
}

const UNREAD: Statement = {
  name: 'unread-wikis',
  text: `select distinct brand_id as "brandId" from wiki_page w
    where account_id = :accountId and environment = :environment and (${isUnread('w')} or not exists (select from wiki_look l
      where (l.account_id, l.environment, l.brand_id) = (w.account_id, w.environment, w.brand_id)))`,
};

/** Queues the linter for pages that were read by an older version of the reader. */
export async function queueWikiReads(deps: StoreDeps): Promise<void> {
  for await (const tenant of allTenants(deps)) {
    const brands = await deps.db.query<{ brandId: string }>(tenant, UNREAD);
    if (brands.length === 0) continue;
    await deps.db.transaction(tenant, async (tx) => {
      for (const brand of brands) await deps.queue.send(tx, 'wiki-lint', { ...tenant, ...brand });
    });
  }
}
