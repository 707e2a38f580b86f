import type { Deps, Statement, Tenant, Transaction } from '../../deps.js';
import { READING_VERSION } from '../../domain/lint/wiki-page.js';
import type { Alias } from '../../domain/names/alias.js';

/** A brand's wiki at one moment. */
export interface Wiki {
  brandId: string;
  name: string;
  aliases: Alias[];
  /** What its pages are read under. */
  names: string;
  /** Another one after any change. */
  state: string;
  /** How many pages the linter has not read. */
  unread: number;
  /** The state in which the pages were compared last; null before the first time. */
  looked: string | null;
}

/** Whether the linter has yet to read a page: it is new, or changed, or was read in another way. */
export const isUnread = (page: string): string =>
  `(${page}.facts is null or ${page}.reading is distinct from ${READING_VERSION})`;

/** Ids grow, and so do versions: what is counted and added up here is never again as it was. */
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

/** Null when there is no such brand. */
export async function loadWiki(deps: Deps, tenant: Tenant, brandId: string): Promise<Wiki | null> {
  const [wiki] = await deps.db.query<Omit<Wiki, 'brandId'>>(tenant, WIKI, { brandId });
  return wiki === undefined ? null : { ...wiki, brandId };
}

/** Nobody else keeps issues of the brand's pages until the transaction ends. */
export async function lockWiki(tx: Transaction, tenant: Tenant, brandId: string): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(:key, 0))', {
    key: `lint/${tenant.accountId}/${tenant.environment}/${brandId}`,
  });
}

/** The wiki as it is now, in the caller's transaction. Null when the brand is gone. */
export async function findWiki(tx: Transaction, brandId: string): Promise<Wiki | null> {
  const [wiki] = await tx.execute<Omit<Wiki, 'brandId'>>(WIKI, { brandId });
  return wiki === undefined ? null : { ...wiki, brandId };
}

/** The pages were compared in this state. */
export async function keepState(tx: Transaction, { brandId, state }: Wiki): Promise<void> {
  await tx.execute(
    `insert into wiki_look (account_id, environment, brand_id, state) values (:accountId, :environment, :brandId, :state)
     on conflict (account_id, environment, brand_id) do update set state = excluded.state`,
    { brandId, state },
  );
}
