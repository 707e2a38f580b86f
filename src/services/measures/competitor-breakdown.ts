import type { Deps, Statement, Tenant } from '../../deps.js';
import {
  type TrackedCell,
  type TrackedEntry,
  toTrackedEntries,
} from '../../domain/measures/tracked-share.js';
import { BRAND } from '../../domain/names/alias.js';
import type { Window } from '../../domain/time/window.js';
import { loadCompetitors } from '../brands/brand.js';
import {
  ALIKE,
  type BrandWindow,
  COUNTED,
  hashesOf,
  OF_BRANDS,
  PROBES,
  toValues,
} from './brand-window.js';

export interface CompetitorBreakdown {
  brandId: string;
  days: number;
  sandbox: boolean;
  competitorSetHash: string | null;
  platforms: { platform: string; entries: (TrackedEntry & { name: string })[] }[];
}

/**
 * A rival's answers are those of runs that looked for it, under the name that it had in them: one that was
 * added later has none from before, and one that was removed keeps its own.
 */
const CELLS: Statement = {
  name: 'tracked-cells',
  text: `with alike as materialized (
      ${ALIKE}
    ), run as materialized (
      ${PROBES}
    ), asked as materialized (
      select cell.* from ${OF_BRANDS} cross join lateral (
        select a.brand_id, a.run_id, a.platform, a.prompt_id,
          exists (select from alike where alike.brand_id = a.brand_id and alike.created_at = a.run_at) as is_alike,
          count(*) filter (where a.status = 'answered') as answers, count(*) filter (where a.mentioned) as mentions, count(a.rank) as ranked, sum(a.rank) as rank_sum
        from answer a where ${COUNTED} and not a.branded group by 1, 2, 3, 4, 5
      ) cell
    ), named as materialized (
      select cell.* from run cross join lateral (
        select m.run_id, m.platform, m.prompt_id, m.entity_id, count(*) as mentions, count(m.rank) as ranked,
          sum(m.rank) as rank_sum
        from answer_mention m where m.account_id = :accountId and m.environment = :environment and m.run_id = run.id
          and m.run_at = run.created_at and m.run_at >= :from and m.run_at < :until
          and m.entity_id <> '${BRAND}' group by 1, 2, 3, 4
      ) cell
    )
    select brand_id as "brandId", '${BRAND}' as "entityId",
      (select b.name from brand b where (b.account_id, b.environment, b.id) = (:accountId, :environment, asked.brand_id)) as name, platform, prompt_id as "promptId",
      sum(answers)::bigint as answers, sum(mentions)::bigint as mentions,
      coalesce(sum(mentions) filter (where is_alike), 0)::bigint as voiced, sum(ranked)::bigint as ranked,
      coalesce(sum(rank_sum), 0)::bigint as "rankSum"
    from asked group by 1, platform, prompt_id
    union all
    select asked.brand_id, rival->>'id', max(rival->>'name'), asked.platform, asked.prompt_id,
      sum(asked.answers)::bigint, coalesce(sum(named.mentions), 0)::bigint,
      coalesce(sum(named.mentions) filter (where asked.is_alike), 0)::bigint, coalesce(sum(named.ranked), 0)::bigint,
      coalesce(sum(named.rank_sum), 0)::bigint
    from run cross join jsonb_array_elements(run.rivals) as rival join asked on asked.run_id = run.id
      left join named on (named.run_id, named.platform, named.prompt_id, named.entity_id)
        = (asked.run_id, asked.platform, asked.prompt_id, rival->>'id')
    group by 1, 2, 4, 5`,
};

type Row = TrackedCell & { brandId: string; name: string };

/** In the order of the brands. */
export async function loadCompetitorBreakdowns(
  deps: Deps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
): Promise<CompetitorBreakdown[]> {
  const ids = brands.map(({ brandId }) => brandId);
  const [rows, rivals] = await Promise.all([
    deps.db.query<Row>(tenant, CELLS, {
      ...toValues(brands, window),
      hashes: hashesOf(brands),
    }),
    loadCompetitors(deps, tenant, ids),
  ]);
  const order = deps.engines.list().map(({ platform }) => platform);
  const byBrand = Map.groupBy(rows, (row) => row.brandId);
  return brands.map(({ brandId, sandbox, competitorSetHash }) => {
    const cells = byBrand.get(brandId) ?? [];
    const names = new Map([
      ...cells.map(({ entityId, name }) => [entityId, name] as const),
      ...rivals.flatMap((rival) =>
        rival.brandId === brandId ? [[rival.id, rival.name] as const] : [],
      ),
    ]);
    const byPlatform = Map.groupBy(cells, (cell) => cell.platform);
    const platforms = order.flatMap((platform) => {
      const asked = byPlatform.get(platform);
      if (asked === undefined) return [];
      const entries = toTrackedEntries(asked, [...names.keys()]);
      const named = entries.map((entry) => ({ ...entry, name: names.get(entry.entityId) ?? '' }));
      return [{ platform, entries: named }];
    });
    return { brandId, days: window.days, sandbox, competitorSetHash, platforms };
  });
}
