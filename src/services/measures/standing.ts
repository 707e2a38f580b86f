import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { type Standing, type StandingCell, toStanding } from '../../domain/measures/standing.js';
import { type Window, windowBefore } from '../../domain/time/window.js';
import { ALIKE, type BrandWindow, COUNTED, hashesOf, OF_BRANDS, toValues } from './brand-window.js';

export interface BrandStanding extends Standing {
  brandId: string;
  days: number;
  sandbox: boolean;
  /** Standing in the preceding window, over answers of the same kind. */
  previous: Standing;
}

const CELLS: Statement = {
  name: 'standing-cells',
  text: `with alike as materialized (${ALIKE})
    select cell.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", a.run_at >= :since as current, a.platform, a.prompt_id as "promptId",
        count(*) filter (where not a.branded) as asked,
        count(*) filter (where not a.branded and a.status = 'answered') as answers,
        count(*) filter (where not a.branded and a.mentioned) as mentions,
        count(*) filter (where not a.branded and a.uncertain) as uncertain,
        count(*) filter (where not a.branded and a.mentioned and alike.brand_id is not null) as voiced,
        coalesce(sum(a.named) filter (where not a.branded and alike.brand_id is not null), 0) as named,
        count(a.rank) filter (where not a.branded) as ranked,
        coalesce(sum(a.rank) filter (where not a.branded), 0) as "rankSum",
        count(*) filter (where a.mentioned and a.sentiment = 'positive') as positive,
        count(*) filter (where a.mentioned and a.sentiment = 'neutral' and a.sentiment_method <> 'none') as neutral,
        count(*) filter (where a.mentioned and a.sentiment = 'negative') as negative,
        coalesce(sum(a.citations) filter (where a.citation_capable), 0) as citations,
        coalesce(sum(a.owned_citations) filter (where a.citation_capable), 0) as "ownedCitations"
      from answer a left join alike on alike.brand_id = wanted.brand_id and alike.created_at = a.run_at
      where ${COUNTED} group by 2, 3, 4
    ) cell`,
};

/** Reads both windows in one statement; results are in the order of the brands. */
export async function loadStandings(
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
): Promise<BrandStanding[]> {
  const both = { from: windowBefore(window).from, until: window.until };
  const cells = await deps.db.query<StandingCell & { brandId: string; current: boolean }>(
    tenant,
    CELLS,
    { ...toValues(brands, both), hashes: hashesOf(brands), since: window.from },
  );
  const byBrand = Map.groupBy(cells, (cell) => cell.brandId);
  return brands.map(({ brandId, sandbox }) => {
    const own = byBrand.get(brandId) ?? [];
    return {
      brandId,
      days: window.days,
      sandbox,
      ...toStanding(own.filter(({ current }) => current)),
      previous: toStanding(own.filter(({ current }) => !current)),
    };
  });
}
