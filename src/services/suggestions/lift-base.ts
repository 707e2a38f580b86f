import type { EngineDeps, Statement, StoreDeps, Tenant } from '../../deps.js';
import { scoringWindow } from '../authority/authority-facts.js';
import { COUNTED, loadBrandWindows, OF_BRANDS, toValues } from '../measures/brand-window.js';

/** With fewer citing answers the rank of the source is chance. */
const LEAST_CITING = 10;

/**
 * The rank is the position of the first owned link among the links of an answer: the best available
 * estimate of the rank at which the engine retrieved the page.
 */
const BASE: Statement = {
  name: 'lift-base',
  text: `select of.mean, of.rank from ${OF_BRANDS} cross join lateral (
      select avg(a.prominence) as mean,
        case when count(cited.place) >= ${LEAST_CITING} then percentile_disc(0.5) within group (order by cited.place) end as rank
      from answer a left join lateral (
        select array_position(array_agg(c.owned order by c.ordinal), true) as place from answer_citation c
        where a.owned_citations > 0 and (c.account_id, c.environment, c.run_id, c.platform, c.prompt_id, c.repeat, c.run_at)
          = (a.account_id, a.environment, a.run_id, a.platform, a.prompt_id, a.repeat, a.run_at)
      ) cited on true
      where ${COUNTED} and a.status = 'answered' and not a.branded
    ) of`,
};

/** Baseline for an expected lift: answers of the last 28 days to unbranded prompts. */
export interface LiftBase {
  /** Mean share of an answer about the brand, 0 where it is absent; null without measured answers. */
  mean: number | null;
  /** Median position of the first owned link in an answer, from 1; null below ten citing answers. */
  sourceRank: number | null;
  sandbox: boolean;
}

export async function loadLiftBase(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandId: string,
): Promise<LiftBase> {
  const window = scoringWindow(deps.now());
  const brands = await loadBrandWindows(deps, tenant, [brandId], window);
  const [row] = await deps.db.query<{ mean: number | null; rank: number | null }>(
    tenant,
    BASE,
    toValues(brands, window),
  );
  return {
    mean: row?.mean ?? null,
    sourceRank: row?.rank ?? null,
    sandbox: brands[0]?.sandbox ?? false,
  };
}
