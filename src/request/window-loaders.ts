import DataLoader from 'dataloader';
import type { Deps, Tenant } from '../deps.js';
import { type Window, windowBefore, windowOf } from '../domain/time/window.js';
import {
  countBrandAnswers,
  type EvidenceFilter,
  type EvidencePlace,
  loadBrandAnswers,
} from '../services/measures/brand-answer.js';
import { loadBrandChanges } from '../services/measures/brand-change.js';
import { type BrandWindow, loadBrandWindows } from '../services/measures/brand-window.js';
import { loadCompetitorBreakdowns } from '../services/measures/competitor-breakdown.js';
import { loadPromptBreakdownRows } from '../services/measures/prompt-breakdown.js';
import { loadPromptRivals } from '../services/measures/prompt-rival.js';
import { loadPromptTrends } from '../services/measures/prompt-trend.js';
import { loadSentimentOverviews } from '../services/measures/sentiment-overview.js';
import { loadStandings } from '../services/measures/standing.js';
import { loadVisibilitySeries } from '../services/measures/visibility-series.js';
import { memoize } from './memoize.js';

interface EvidencePage {
  first: number;
  after: EvidencePlace | null;
}

type Load<Value> = (
  deps: Deps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
) => Promise<Value[]>;

/** What a dashboard shows of brands over one window, each by the brand's id. */
export function createWindowLoaders(deps: Deps, tenant: Tenant, days: number) {
  const window = windowOf(deps.now(), days);
  const windows = new DataLoader<string, BrandWindow>((ids) =>
    loadBrandWindows(deps, tenant, ids, window),
  );
  const over = <Value>(load: Load<Value>) =>
    new DataLoader<string, Value>(async (ids) => {
      const brands = await Promise.all(ids.map((id) => windows.load(id)));
      return load(deps, tenant, brands, window);
    });
  return {
    visibilitySeries: over(loadVisibilitySeries),
    /** The same of as many days before. */
    visibilityBefore: over((deps, tenant, brands, window) =>
      loadVisibilitySeries(deps, tenant, brands, windowBefore(window)),
    ),
    competitorBreakdown: over(loadCompetitorBreakdowns),
    /** Both the prompts' page and the funnel are made of them. */
    promptTallies: over(loadPromptBreakdownRows),
    promptTrends: over(loadPromptTrends),
    promptRivals: over(loadPromptRivals),
    sentimentOverview: over(loadSentimentOverviews),
    standing: over(loadStandings),
    changes: over(loadBrandChanges),
    /** One more than asked of each brand. */
    answers: memoize((filter: EvidenceFilter, page: EvidencePage) =>
      over(async (...params) => {
        const rows = await loadBrandAnswers(...params, filter, page);
        const byBrand = Map.groupBy(rows, ({ brandId }) => brandId);
        return params[2].map(({ brandId }) => byBrand.get(brandId) ?? []);
      }),
    ),
    answerCount: memoize((filter: EvidenceFilter) =>
      over(async (...params) => {
        const counts = await countBrandAnswers(...params, filter);
        const byBrand = new Map(counts.map(({ brandId, count }) => [brandId, count]));
        return params[2].map(({ brandId }) => byBrand.get(brandId) ?? 0);
      }),
    ),
  };
}
