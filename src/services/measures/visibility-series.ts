import type { Deps, Statement, Tenant } from '../../deps.js';
import {
  type DayCell,
  toVisibilitySeries,
  type VisibilityPoint,
} from '../../domain/measures/visibility-series.js';
import { datesOf, type Window } from '../../domain/time/window.js';
import { type BrandWindow, COUNTED, OF_BRANDS, toValues } from './brand-window.js';

export interface VisibilitySeries {
  brandId: string;
  days: number;
  sandbox: boolean;
  points: VisibilityPoint[];
}

export const VISIBILITY_CELLS: Statement = {
  name: 'visibility-cells',
  text: `select cell.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", a.run_at::date as date, a.platform, a.prompt_id as "promptId",
        count(*) filter (where a.status = 'answered') as answers, count(*) filter (where a.mentioned) as mentions
      from answer a where ${COUNTED} and not a.branded group by 2, 3, 4
    ) cell`,
};

/** In the order of the brands. */
export async function loadVisibilitySeries(
  deps: Deps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
): Promise<VisibilitySeries[]> {
  const values = toValues(brands, window);
  const cells = await deps.db.query<DayCell & { brandId: string }>(
    tenant,
    VISIBILITY_CELLS,
    values,
  );
  const byBrand = Map.groupBy(cells, (cell) => cell.brandId);
  const dates = datesOf(window);
  const platforms = deps.engines.list().map(({ platform }) => platform);
  return brands.map(({ brandId, sandbox }) => ({
    brandId,
    days: window.days,
    sandbox,
    points: toVisibilitySeries(byBrand.get(brandId) ?? [], dates, platforms),
  }));
}
