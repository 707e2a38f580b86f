import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Scope, Statement } from '../deps.js';
import type { Alias } from '../domain/alias.js';

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
  /** The state in which all pages were read last; null before the first time. */
  looked: string | null;
}

/** Ids grow, and so do versions: what is counted and added up here is never again as it was. */
const toWiki = (brand: string): string =>
  `select b.name, b.aliases, b.names, concat_ws(' ', w.pages, w.versions, w.newest, b.names) as state, w.unread, l.state as looked
    from (select *, (name, aliases)::text as names from brand where ${brand} and deleted_at is null) b
    cross join lateral (
      select count(*) as pages, sum(version) as versions, max(id::text) as newest,
        (count(*) filter (where facts is null))::int as unread
      from wiki_page where (account_id, environment, brand_id) = (b.account_id, b.environment, b.id)
    ) w
    left join wiki_look l on (l.account_id, l.environment, l.brand_id) = (b.account_id, b.environment, b.id)`;
const WIKI: Statement = {
  name: 'wiki-to-lint',
  text: toWiki('account_id = $1 and environment = $2 and id = $3'),
};

/** Null when there is no such brand. */
export async function loadWiki(deps: Deps, scope: Scope, brandId: string): Promise<Wiki | null> {
  const place = [scope.accountId, scope.environment, brandId];
  const [wiki] = await deps.db.read<Omit<Wiki, 'brandId'>>(scope, WIKI, place);
  return wiki === undefined ? null : { ...wiki, brandId };
}

/** Nobody else keeps issues of the brand's pages until the transaction ends. */
export async function lockWiki(em: EntityManager, scope: Scope, brandId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `lint/${scope.accountId}/${scope.environment}/${brandId}`,
  ]);
}

/** Whether the wiki still is what was read; one whose brand is gone is renamed, too. */
export async function isCurrent(
  em: EntityManager,
  { accountId, environment }: Scope,
  read: Wiki,
): Promise<'current' | 'changed' | 'renamed'> {
  const [wiki] = await em.execute<Pick<Wiki, 'names' | 'state'>[]>(
    toWiki('account_id = ? and environment = ? and id = ?'),
    [accountId, environment, read.brandId],
  );
  if (wiki?.names !== read.names) return 'renamed';
  return wiki.state === read.state ? 'current' : 'changed';
}

/** All pages were read in this state. */
export async function keepState(
  em: EntityManager,
  { accountId, environment }: Scope,
  { brandId, state }: Wiki,
): Promise<void> {
  await em.execute(
    `insert into wiki_look (account_id, environment, brand_id, state) values (?, ?, ?, ?)
     on conflict (account_id, environment, brand_id) do update set state = excluded.state`,
    [accountId, environment, brandId, state],
  );
}
