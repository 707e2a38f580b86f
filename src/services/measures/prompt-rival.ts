import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { BRAND } from '../../domain/names/alias.js';
import type { Window } from '../../domain/time/window.js';
import { type BrandWindow, COUNTED, OF_BRANDS, PROBES, toValues } from './brand-window.js';

export interface TopRival {
  competitorId: string;
  name: string;
  mentions: number;
  /** Answers of runs that searched for the rival. */
  answers: number;
}

/** By prompt id; prompts without a named rival are left out. */
export type PromptRivals = Map<string, TopRival>;

type Row = TopRival & { brandId: string; promptId: string };

const RIVALS: Statement = {
  name: 'prompt-rivals',
  text: `with run as materialized (
      ${PROBES}
    ), asked as materialized (
      select cell.* from ${OF_BRANDS} cross join lateral (
        select a.brand_id, a.run_id, a.prompt_id, count(*) filter (where a.status = 'answered') as answers
        from answer a where ${COUNTED} group by 1, 2, 3
      ) cell
    ), named as materialized (
      select cell.* from run cross join lateral (
        select m.run_id, m.prompt_id, m.entity_id, count(*) as mentions
        from answer_mention m where m.account_id = :accountId and m.environment = :environment and m.run_id = run.id
          and m.run_at = run.created_at and m.run_at >= :from and m.run_at < :until
          and m.entity_id <> '${BRAND}' group by 1, 2, 3
      ) cell
    ), rival as (
      select asked.brand_id, asked.prompt_id, rival->>'id' as id, max(rival->>'name') as name,
        coalesce(sum(named.mentions), 0)::bigint as mentions, sum(asked.answers)::bigint as answers
      from run cross join jsonb_array_elements(run.rivals) as rival join asked on asked.run_id = run.id
        left join named on (named.run_id, named.prompt_id, named.entity_id) = (asked.run_id, asked.prompt_id, rival->>'id')
      group by 1, 2, 3
    )
    select distinct on (brand_id, prompt_id) brand_id as "brandId", prompt_id as "promptId", id as "competitorId",
      name, mentions, answers
    from rival where mentions > 0 order by brand_id, prompt_id, mentions desc, name`,
};

/** In the order of the brands. */
export async function loadPromptRivals(
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
): Promise<PromptRivals[]> {
  const rows = await deps.db.query<Row>(tenant, RIVALS, toValues(brands, window));
  const byBrand = Map.groupBy(rows, (row) => row.brandId);
  return brands.map(
    ({ brandId }) => new Map((byBrand.get(brandId) ?? []).map((row) => [row.promptId, row])),
  );
}
