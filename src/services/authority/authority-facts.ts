import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import type { AuthorityCell } from '../../domain/authority/authority.js';
import type { CountedFact } from '../../domain/authority/fact-agreement.js';
import { type BrandWindow, COUNTED, OF_BRANDS, toValues } from '../measures/brand-window.js';

const DAY_MS = 86_400_000;

/** The 28 days up to this moment. */
export interface ScoringWindow {
  days: number;
  from: Date;
  until: Date;
}

const WINDOW_DAYS = 28;

const daysBefore = (until: Date, days: number): Date => new Date(until.getTime() - days * DAY_MS);

export const scoringWindow = (now: Date): ScoringWindow => ({
  days: WINDOW_DAYS,
  from: daysBefore(now, WINDOW_DAYS),
  until: now,
});

const CELLS: Statement = {
  name: 'authority-cells',
  text: `select cell.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", case when a.run_at >= :weekAgo then 0 when a.run_at >= :twoWeeksAgo then 1 else 2 end as week,
        a.platform, a.prompt_id as "promptId",
        count(*) filter (where not a.branded) as answers,
        count(*) filter (where not a.branded and a.mentioned) as mentions,
        count(*) filter (where a.mentioned) as "allMentions",
        count(a.prominence) filter (where not a.branded) as measured,
        coalesce(sum(a.prominence) filter (where not a.branded), 0) as prominence,
        count(*) filter (where a.mentioned and a.sentiment = 'positive') as positive,
        count(*) filter (where a.mentioned and a.sentiment = 'neutral' and a.sentiment_method <> 'none') as neutral,
        count(*) filter (where a.mentioned and a.sentiment = 'negative') as negative,
        coalesce(sum(a.citations) filter (where a.citation_capable and not a.branded), 0) as citations,
        coalesce(sum(a.owned_citations) filter (where a.citation_capable and not a.branded), 0) as "ownedUnbranded",
        count(*) filter (where a.citation_capable) as citing,
        count(*) filter (where a.citation_capable and a.owned_citations > 0) as "citingOwned",
        coalesce(sum(a.owned_citations) filter (where a.citation_capable), 0) as "ownedCitations"
      from answer a where ${COUNTED} and a.status = 'answered' group by 2, 3, 4
    ) cell`,
};
/** Packs asked in each of the last two weeks, by runs with answers. */
const PACKS: Statement = {
  name: 'authority-packs',
  text: `select wanted.brand_id as "brandId", r.created_at >= :from as current,
      array_agg(distinct coalesce(r.prompt_pack_id::text, '')) as packs
    from ${OF_BRANDS} join probe_run r on r.account_id = :accountId and r.environment = :environment and r.brand_id = wanted.brand_id
      and r.sandbox = wanted.sandbox and r.kind = 'probe' and r.status <> 'cancelled' and r.created_at >= :twoWeeksAgo and r.created_at < :until
    where exists (select from answer a where a.account_id = :accountId and a.environment = :environment and a.run_id = r.id
      and a.run_at = r.created_at and a.status = 'answered')
    group by 1, 2`,
};
const SOURCES: Statement = {
  name: 'authority-sources',
  text: `select source.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", count(distinct c.source_domain) filter (where not c.owned) as domains,
        coalesce(array_agg(distinct c.source_url) filter (where c.source_domain = 'wikipedia.org'), '{}') as encyclopedia
      from answer a join answer_citation c on (c.account_id, c.environment, c.run_id, c.platform, c.prompt_id, c.repeat, c.run_at)
        = (a.account_id, a.environment, a.run_id, a.platform, a.prompt_id, a.repeat, a.run_at)
      where ${COUNTED} and a.mentioned
    ) source`,
};

/** Facts that answers state about the brand, with counts. */
const STATED: Statement = {
  name: 'authority-stated',
  text: `select fact.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", s.about, s.value, count(*) as count
      from answer a cross join lateral jsonb_to_recordset(a.stated) as s (about text, value text)
      where ${COUNTED} and a.status = 'answered' and a.stated is not null
      group by 2, 3 order by 4 desc, 2, 3 limit 1000
    ) fact`,
};
/** Facts that the wikis state, with the number of pages. */
const WIKI: Statement = {
  name: 'authority-wiki',
  text: `select w.brand_id as "brandId", f.about, f.value, count(distinct w.id) as count
    from wiki_page w cross join lateral jsonb_to_recordset(w.facts) as f (about text, value text)
    where w.account_id = :accountId and w.environment = :environment and w.brand_id = any(:brandIds) and w.facts is not null and f.about is not null
    group by 1, 2, 3`,
};

export interface AuthorityFacts {
  cells: AuthorityCell[];
  packs: { now: string[]; before: string[] };
  /**
   * Number of third-party domains cited in answers that name the brand, and Wikipedia pages among the
   * citations.
   */
  domains: number;
  encyclopedia: string[];
  stated: CountedFact[];
  wiki: CountedFact[];
}

/** In the order of the brands, in five statements. */
export async function loadAuthorityFacts(
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: ScoringWindow,
): Promise<AuthorityFacts[]> {
  const values = toValues(brands, window);
  const weekAgo = daysBefore(window.until, 7);
  const twoWeeksAgo = daysBefore(window.until, 14);
  const recent = toValues(brands, { from: weekAgo, until: window.until });
  const [cells, packs, sources, stated, wiki] = await Promise.all([
    deps.db.query<AuthorityCell & { brandId: string }>(tenant, CELLS, {
      ...values,
      weekAgo,
      twoWeeksAgo,
    }),
    deps.db.query<{ brandId: string; current: boolean; packs: string[] }>(tenant, PACKS, {
      ...recent,
      twoWeeksAgo,
    }),
    deps.db.query<{ brandId: string; domains: number; encyclopedia: string[] }>(
      tenant,
      SOURCES,
      values,
    ),
    deps.db.query<CountedFact & { brandId: string }>(tenant, STATED, values),
    deps.db.query<CountedFact & { brandId: string }>(tenant, WIKI, {
      brandIds: brands.map(({ brandId }) => brandId),
    }),
  ]);
  const statedOf = Map.groupBy(stated, ({ brandId }) => brandId);
  const wikiOf = Map.groupBy(wiki, ({ brandId }) => brandId);
  const cellsOf = Map.groupBy(cells, ({ brandId }) => brandId);
  return brands.map(({ brandId }) => {
    const own = packs.filter((row) => row.brandId === brandId);
    const source = sources.find((row) => row.brandId === brandId);
    return {
      cells: cellsOf.get(brandId) ?? [],
      packs: {
        now: own.find(({ current }) => current)?.packs ?? [],
        before: own.find(({ current }) => !current)?.packs ?? [],
      },
      domains: source?.domains ?? 0,
      encyclopedia: source?.encyclopedia ?? [],
      stated: statedOf.get(brandId) ?? [],
      wiki: wikiOf.get(brandId) ?? [],
    };
  });
}
