import type { Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { READING_VERSION } from '../../domain/lint/wiki-page.js';
import type { Alias } from '../../domain/names/alias.js';

/** State of the wiki of a brand at one moment. */
export interface Wiki {
  brandId: string;
  name: string;
  aliases: Alias[];
  /** Name and aliases of the brand, under which the pages are read. */
  names: string;
  /** Changes with every change of the wiki. */
  state: string;
  /** Number of pages that the linter has not read. */
  unread: number;
  /** State at the last comparison; null before the first. */
  looked: string | null;
}

/**
 * Whether the linter still has to read a page: the page is new or changed, or was read by another
 * version.
 */
export const isUnread = (page: string): string =>
  `(${page}.facts is null or ${page}.reading is distinct from ${READING_VERSION})`;

/** Ids and versions only grow, so this count and sum never return to an earlier value. */
const WIKI: Statement = {
  name: 'wiki-to-lint',
  text: `select b.name, b.aliases, b.names, concat_ws(' ', ${READING_VERSION}, w.pages, w.versions, w.newest, b.names) as state, w.unread, l.state as looked
    from (select *, (name, aliases)::text as names from brand where account_id = :accountId and environment = :environment and id = :brandId and deleted_at is null) b
    cross join lateral (
      select count(*) as pages, sum(version) as versions, max(id::text) as newest,
        (count(*) filter (where ${isUnread('w')}))::int as unread
      from wiki_page w where (account_id, environment, brand_id) = (b.account_id, b.environment, b.id)
    ) w
    left join wiki_look l on (l.account_id, l.environment, l.brand_id) = (b.account_id, b.environment, b.id)`,
};

/** Null for an unknown brand. */
export async function loadWiki(
  deps: StoreDeps,
  tenant: Tenant,
  brandId: string,
): Promise<Wiki | null> {
  const [wiki] = await deps.db.query<Omit<Wiki, 'brandId'>>(tenant, WIKI, { brandId });
  return wiki === undefined ? null : { ...wiki, brandId };
}

/** Locks the lint issues of the pages of the brand until the transaction ends. */
export async function lockWiki(tx: Transaction, tenant: Tenant, brandId: string): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(:key, 0))', {
    key: `lint/${tenant.accountId}/${tenant.environment}/${brandId}`,
  });
}

/** Current state of the wiki, in the transaction of the caller. Null when the brand is deleted. */
export async function findWiki(tx: Transaction, brandId: string): Promise<Wiki | null> {
  const [wiki] = await tx.execute<Omit<Wiki, 'brandId'>>(WIKI, { brandId });
  return wiki === undefined ? null : { ...wiki, brandId };
}

/** Records the state in which the pages were compared. */
export async function keepState(tx: Transaction, { brandId, state }: Wiki): Promise<void> {
  await tx.execute(
    `insert into wiki_look (account_id, environment, brand_id, state) values (:accountId, :environment, :brandId, :state)
     on conflict (account_id, environment, brand_id) do update set state = excluded.state`,
    { brandId, state },
  );
}
