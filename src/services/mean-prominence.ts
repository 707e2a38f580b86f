import type { Deps, Scope, Statement } from '../deps.js';
import { scoringWindow } from './authority-facts.js';
import { COUNTED, loadBrandWindows, OF_BRANDS, toValues } from './brand-window.js';

const MEAN: Statement = {
  name: 'mean-prominence',
  text: `select of.mean from ${OF_BRANDS} cross join lateral (
      select avg(a.prominence) as mean from answer a where ${COUNTED} and a.status = 'answered' and not a.branded
    ) of`,
};

/**
 * How much of an answer is the brand's over the last 28 days, 0 where it is absent; null where nothing was measured.
 * With it, whether that is of sandbox answers.
 */
export async function loadMeanProminence(
  deps: Deps,
  scope: Scope,
  brandId: string,
): Promise<{ mean: number | null; sandbox: boolean }> {
  const window = scoringWindow(deps.now());
  const brands = await loadBrandWindows(deps, scope, [brandId], window);
  const [row] = await deps.db.read<{ mean: number | null }>(
    scope,
    MEAN,
    toValues(scope, brands, window),
  );
  return { mean: row?.mean ?? null, sandbox: brands[0]?.sandbox ?? false };
}
