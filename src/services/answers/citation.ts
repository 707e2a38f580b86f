import type { Deps, EngineDeps, Statement, StoreDeps, Tenant, Values } from '../../deps.js';
import { isId } from '../../domain/accounts/id.js';
import { datesOf, windowOf } from '../../domain/time/window.js';
import { badInput } from '../../errors.js';
import { selectRows } from '../input/select.js';
import { checkCount } from '../input/validate.js';

export interface CitationRow {
  id: string;
  brandId: string;
  platform: string;
  sourceUrl: string;
  sourceDomain: string;
  promptHash: string;
  discoveredAt: Date;
  context: string;
  owned: boolean;
  sandbox: boolean;
  /** Within the days of a list, or in the result of a run. */
  lastSeenAt: Date;
  answers: number;
}

export interface CitationFilter {
  brandId: string;
  days: number;
  platform: string | null;
}

/** Citations are ordered by discovery, so a cursor is a time and an id. */
export interface CitationRef {
  discoveredAt: Date;
  id: string;
}

const COLUMNS = `c.id, c.brand_id as "brandId", c.platform, c.source_url as "sourceUrl", c.source_domain as "sourceDomain",
  c.prompt_hash as "promptHash", c.discovered_at as "discoveredAt", c.context, c.owned, c.sandbox`;
// Sandbox and real answers are never combined: the current engines of the environment decide.
const FILTERED = `c.account_id = :accountId and c.environment = :environment and c.brand_id = :brandId and c.sandbox = :sandbox`;
/** Citations of answers in the window, by all platforms or by one. */
const CITED = `(
      select rc.citation_id, max(rc.cited_at) as last_seen_at, sum(rc.times) as answers from result_citation rc
      where rc.account_id = :accountId and rc.environment = :environment and rc.brand_id = :brandId and rc.cited_at >= :from
        and (:platform::text is null or rc.platform = :platform) group by 1
    ) cited join citation c on c.id = cited.citation_id and ${FILTERED}`;
const LIST: Statement = {
  name: 'citations',
  text: `select ${COLUMNS}, cited.last_seen_at as "lastSeenAt", cited.answers from ${CITED}
    where :discoveredAt::timestamptz is null or (c.discovered_at, c.id) < (:discoveredAt, :id)
    order by c.discovered_at desc, c.id desc limit :limit`,
};
const COUNT: Statement = {
  name: 'citation-count',
  text: `select count(*) as count from ${CITED}`,
};
const DAILY: Statement = {
  name: 'citation-days',
  text: `select to_char(c.discovered_at, 'YYYY-MM-DD') as date, count(*) as count from citation c
    where ${FILTERED} and c.discovered_at >= :from and (:platform::text is null or c.platform = :platform) group by 1 order by 1`,
};

function toValues(deps: StoreDeps & EngineDeps, tenant: Tenant, filter: CitationFilter): Values {
  const { sandbox } = deps.engines.forEnvironment(tenant.environment);
  const { from } = windowOf(deps.now(), filter.days);
  return { brandId: filter.brandId, from, platform: filter.platform, sandbox };
}

/** Throws for a window out of range or an unknown platform. */
export function checkCitationFilter(deps: Deps, filter: CitationFilter): void {
  checkCount('days', filter.days, 1, 90);
  const known = deps.engines.list().map((entry) => entry.platform);
  if (filter.platform !== null && !known.includes(filter.platform)) {
    throw badInput('platform', `must be one of ${known.join(', ')}`, { valid: known });
  }
}

export const toCitationCursor = (row: CitationRow): string =>
  Buffer.from(`${row.discoveredAt.toISOString()}/${row.id}`).toString('base64url');

export function fromCitationCursor(cursor: string): CitationRef {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('/');
  const discoveredAt = new Date(time);
  // The year must have four digits, because the database does not support later times that a Date may
  // hold.
  if (!/^\d{4}-/.test(time) || Number.isNaN(discoveredAt.getTime()) || !isId(id))
    throw badInput('after', 'must be a cursor of this list');
  return { discoveredAt, id };
}

/**
 * Citations within the days, newest discovery first; reads one row more than requested, to detect a
 * next page.
 */
export const listCitations = (
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  filter: CitationFilter,
  page: { first: number; after: CitationRef | null },
): Promise<CitationRow[]> =>
  deps.db.query(tenant, LIST, {
    ...toValues(deps, tenant, filter),
    discoveredAt: page.after?.discoveredAt ?? null,
    id: page.after?.id ?? null,
    limit: page.first + 1,
  });

const LATEST: Statement = {
  name: 'latest-citations',
  text: `select of.* from unnest(:brandIds::uuid[]) as wanted (brand_id) cross join lateral (
      select ${COLUMNS}, cited.last_seen_at as "lastSeenAt", cited.answers
      from (
        select rc.citation_id, max(rc.cited_at) as last_seen_at, sum(rc.times) as answers from result_citation rc
        where rc.account_id = :accountId and rc.environment = :environment and rc.brand_id = wanted.brand_id and rc.cited_at >= :from group by 1
      ) cited join citation c on c.account_id = :accountId and c.environment = :environment and c.id = cited.citation_id and c.sandbox = :sandbox
      order by c.discovered_at desc, c.id desc limit :first
    ) of`,
};

/** At most `first` citations per brand within the days, newest discovery first. */
export const loadLatestCitations = (
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandIds: readonly string[],
  days: number,
  first: number,
): Promise<CitationRow[]> => {
  const { sandbox } = deps.engines.forEnvironment(tenant.environment);
  const { from } = windowOf(deps.now(), days);
  return deps.db.query(tenant, LATEST, { brandIds, from, sandbox, first });
};

export async function countCitations(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  filter: CitationFilter,
): Promise<number> {
  const [row] = await deps.db.query<{ count: number }>(
    tenant,
    COUNT,
    toValues(deps, tenant, filter),
  );
  return row?.count ?? 0;
}

/** New citations per day of the window, including days without any. */
export async function countCitationsByDay(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  filter: CitationFilter,
): Promise<{ date: string; count: number }[]> {
  const rows = await deps.db.query<{ date: string; count: number }>(
    tenant,
    DAILY,
    toValues(deps, tenant, filter),
  );
  const byDate = new Map(rows.map((row) => [row.date, row.count]));
  return datesOf(windowOf(deps.now(), filter.days)).map((date) => ({
    date,
    count: byDate.get(date) ?? 0,
  }));
}

/** The most cited links per platform of the runs, at most `first` each. */
export const loadResultCitations = selectRows<
  CitationRow & { runId: string; resultPlatform: string },
  [runIds: readonly string[], first: number]
>(
  {
    name: 'citations-of-results',
    text: `select rc.run_id as "runId", rc.platform as "resultPlatform", ${COLUMNS},
      rc.cited_at as "lastSeenAt", rc.times as answers
    from result_citation rc join citation c on (c.account_id, c.environment, c.id) = (rc.account_id, rc.environment, rc.citation_id)
    where rc.account_id = :accountId and rc.environment = :environment and rc.run_id = any(:runIds) and rc.ordinal < :first
    order by rc.run_id, rc.platform, rc.ordinal`,
  },
  'runIds',
  'first',
);
