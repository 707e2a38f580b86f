import DataLoader from 'dataloader';
import type { Deps, Tenant } from '../deps.js';
import type { BrandChange } from '../domain/measures/brand-change.js';
import { type Window, windowBefore, windowOf } from '../domain/time/window.js';
import {
  countBrandAnswers,
  type EvidenceFilter,
  type EvidencePlace,
  type EvidenceRow,
  loadBrandAnswers,
} from '../services/measures/brand-answer.js';
import { loadBrandChanges } from '../services/measures/brand-change.js';
import { type BrandWindow, loadBrandWindows } from '../services/measures/brand-window.js';
import {
  type CompetitorBreakdown,
  loadCompetitorBreakdowns,
} from '../services/measures/competitor-breakdown.js';
import {
  loadPromptBreakdownRows,
  type PromptBreakdownRows,
} from '../services/measures/prompt-breakdown.js';
import { loadPromptRivals, type PromptRivals } from '../services/measures/prompt-rival.js';
import { loadPromptTrends, type PromptTrends } from '../services/measures/prompt-trend.js';
import {
  loadSentimentOverviews,
  type SentimentOverview,
} from '../services/measures/sentiment-overview.js';
import { type BrandStanding, loadStandings } from '../services/measures/standing.js';
import {
  loadVisibilitySeries,
  type VisibilitySeries,
} from '../services/measures/visibility-series.js';
import { memoize } from './memoize.js';

/** What a dashboard shows of brands over one window, each by the brand's id. */
export interface WindowLoaders {
  visibilitySeries: DataLoader<string, VisibilitySeries>;
  /** The same of as many days before. */
  visibilityBefore: DataLoader<string, VisibilitySeries>;
  competitorBreakdown: DataLoader<string, CompetitorBreakdown>;
  /** Both the prompts' page and the funnel are made of them. */
  promptTallies: DataLoader<string, PromptBreakdownRows>;
  promptTrends: DataLoader<string, PromptTrends>;
  promptRivals: DataLoader<string, PromptRivals>;
  sentimentOverview: DataLoader<string, SentimentOverview>;
  standing: DataLoader<string, BrandStanding>;
  changes: DataLoader<string, BrandChange[]>;
  /** One more than asked of each brand. */
  answers(filter: EvidenceFilter, page: EvidencePage): DataLoader<string, EvidenceRow[]>;
  answerCount(filter: EvidenceFilter): DataLoader<string, number>;
}

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

export function createWindowLoaders(deps: Deps, tenant: Tenant, days: number): WindowLoaders {
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
    visibilityBefore: over((deps, tenant, brands, window) =>
      loadVisibilitySeries(deps, tenant, brands, windowBefore(window)),
    ),
    competitorBreakdown: over(loadCompetitorBreakdowns),
    promptTallies: over(loadPromptBreakdownRows),
    promptTrends: over(loadPromptTrends),
    promptRivals: over(loadPromptRivals),
    sentimentOverview: over(loadSentimentOverviews),
    standing: over(loadStandings),
    changes: over(loadBrandChanges),
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
