import DataLoader from 'dataloader';
import type { Deps, Tenant } from '../deps.js';
import { type Window, windowBefore, windowOf } from '../domain/time/window.js';
import { loadUsers } from '../services/accounts/user.js';
import {
  type AnswerFilter,
  type AnswerPage,
  type AnswerRow,
  countAnswers,
  loadAnswers,
  type RunRef,
  toAnswerId,
} from '../services/answers/answer.js';
import { loadAnswersByKey } from '../services/answers/answer-by-key.js';
import {
  type AnswerCitationRow,
  type AnswerRef,
  loadAnswerCitations,
} from '../services/answers/answer-citation.js';
import {
  type CitationRow,
  loadLatestCitations,
  loadResultCitations,
} from '../services/answers/citation.js';
import { type Authority, scoreBrands } from '../services/authority/authority.js';
import { loadBrands, loadCompetitors } from '../services/brands/brand.js';
import { loadCompetitorSuggestions } from '../services/brands/competitor-suggestion.js';
import { loadCheckResults } from '../services/checks/check-run.js';
import {
  countIncidents,
  type IncidentFilter,
  loadIncidents,
} from '../services/incidents/incident.js';
import { loadIncidentEvidence, loadIncidentNotes } from '../services/incidents/incident-detail.js';
import {
  countBrandAnswers,
  type EvidenceFilter,
  type EvidencePosition,
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
import { loadPicks } from '../services/picker/picker.js';
import { loadPrompts } from '../services/prompts/prompt.js';
import { loadAskedPacks } from '../services/prompts/prompt-pack.js';
import { loadRewrites } from '../services/rewrites/rewrite.js';
import { loadBatchItems } from '../services/rewrites/rewrite-batch.js';
import { loadProbeResults, type ProbeResultRow } from '../services/runs/probe-result.js';
import { loadLastRuns, loadLatestRuns } from '../services/runs/probe-run.js';
import { loadRunPrompts } from '../services/runs/run-prompt.js';
import {
  loadSchedules,
  loadScheduleTicks,
  type ScheduleRow,
} from '../services/schedules/schedule.js';
import { costSchedules, type ScheduleCost } from '../services/schedules/schedule-cost.js';
import { loadLatestSuggestions } from '../services/suggestions/suggestion.js';
import {
  loadWebhookAttempts,
  loadWebhookSummaries,
} from '../services/webhooks/webhook-delivery.js';
import { type LintIssueRow, loadLintIssues } from '../services/wiki/lint-issue.js';
import { type HistoryPage, loadLatestPages, loadWikiVersions } from '../services/wiki/wiki.js';

/** Caches one loader per list of arguments, created on first use. */
function memoize<Args extends unknown[], Loader>(
  create: (...args: Args) => Loader,
): (...args: Args) => Loader {
  const made = new Map<string, Loader>();
  return (...args) => {
    const key = JSON.stringify(args);
    const loader = made.get(key) ?? create(...args);
    made.set(key, loader);
    return loader;
  };
}

interface EvidencePage {
  first: number;
  after: EvidencePosition | null;
}

/** Loads a value per brand over a window, in the order of the brands. */
type LoadOver<Value> = (
  deps: Deps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
) => Promise<Value[]>;

/** Loaders of dashboard values over one window, keyed by brand id. */
function createWindowLoaders(deps: Deps, tenant: Tenant, days: number) {
  const window = windowOf(deps.now(), days);
  const windows = new DataLoader<string, BrandWindow>((ids) =>
    loadBrandWindows(deps, tenant, ids, window),
  );
  const over = <Value>(load: LoadOver<Value>) =>
    new DataLoader<string, Value>(async (ids) => {
      const brands = await Promise.all(ids.map((id) => windows.load(id)));
      return load(deps, tenant, brands, window);
    });
  return {
    visibilitySeries: over(loadVisibilitySeries),
    /** The visibility series of the preceding window of the same length. */
    visibilityBefore: over((deps, tenant, brands, window) =>
      loadVisibilitySeries(deps, tenant, brands, windowBefore(window)),
    ),
    competitorBreakdown: over(loadCompetitorBreakdowns),
    /** Used for both the prompts page and the funnel. */
    promptTallies: over(loadPromptBreakdownRows),
    promptTrends: over(loadPromptTrends),
    promptRivals: over(loadPromptRivals),
    sentimentOverview: over(loadSentimentOverviews),
    standing: over(loadStandings),
    changes: over(loadBrandChanges),
    /** Returns one row more than requested per brand, to detect a next page. */
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

/** Loads rows of many ids together, in any order. */
type Load<Row, Args extends unknown[]> = (
  deps: Deps,
  tenant: Tenant,
  ids: readonly string[],
  ...args: Args
) => Promise<Row[]>;

/** Names of a row's string fields. */
type TextOf<Row> = { [Name in keyof Row]: Row[Name] extends string ? Name : never }[keyof Row];

/** Groups rows by key, in the order of the keys. */
function group<Row>(
  keys: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Row[][] {
  const groups = Map.groupBy(rows, keyOf);
  return keys.map((key) => groups.get(key) ?? []);
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
const resultKey = (runId: string, platform: string): string => `${runId}/${platform}`;

/** Loaders of one operation; they batch the reads of its fields. */
export function createLoaders(deps: Deps, tenant: Tenant) {
  /** Rows by the id in their field `name`. */
  const many = <Row, Args extends unknown[]>(
    load: Load<Row, Args>,
    name: TextOf<Row>,
    ...args: Args
  ) =>
    new DataLoader<string, Row[]>(async (ids) =>
      group(ids, await load(deps, tenant, ids, ...args), (row) => row[name] as string),
    );
  const one = <Row>(load: Load<Row, []>, name: TextOf<Row>) =>
    new DataLoader<string, Row | null>(async (ids) =>
      group(ids, await load(deps, tenant, ids), (row) => row[name] as string).map(
        ([row]) => row ?? null,
      ),
    );

  return {
    brand: one(loadBrands, 'id'),
    competitors: many(loadCompetitors, 'brandId'),
    /** A loader per page size, since the page size is part of the query. */
    competitorSuggestions: memoize((first: number) =>
      many(loadCompetitorSuggestions, 'brandId', first),
    ),
    lastScan: one(loadLastRuns, 'brandId'),
    results: many(loadProbeResults, 'runId'),
    checkResults: one(loadCheckResults, 'id'),
    /** Keyed by result; a loader per page size. */
    resultCitations: memoize(
      (first: number) =>
        new DataLoader<ProbeResultRow, CitationRow[], string>(
          async (results) => {
            const runIds = [...new Set(results.map((result) => result.runId))];
            const rows = await loadResultCitations(deps, tenant, runIds, first);
            const keys = results.map((result) => resultKey(result.runId, result.platform));
            return group(keys, rows, (row) => resultKey(row.runId, row.resultPlatform));
          },
          { cacheKeyFn: (result) => resultKey(result.runId, result.platform) },
        ),
    ),
    prompts: many(loadPrompts, 'packId'),
    /** A loader per list length. */
    latestRuns: memoize((first: number) => many(loadLatestRuns, 'brandId', first)),
    latestSuggestions: memoize((first: number) => many(loadLatestSuggestions, 'brandId', first)),
    latestPages: memoize((first: number) => many(loadLatestPages, 'brandId', first)),
    latestCitations: memoize((days: number, first: number) =>
      many(loadLatestCitations, 'brandId', days, first),
    ),
    authority: new DataLoader<string, Authority | null>(async (ids) => {
      const scores = await scoreBrands(deps, tenant, await loadBrands(deps, tenant, ids));
      return group(ids, scores, ({ brandId }) => brandId).map(([score]) => score ?? null);
    }),
    picker: one(loadPicks, 'brandId'),
    answer: new DataLoader<AnswerRef, AnswerRow | null, string>(
      async (keys) =>
        group(keys.map(toAnswerId), await loadAnswersByKey(deps, tenant, keys), toAnswerId).map(
          ([answer]) => answer ?? null,
        ),
      { cacheKeyFn: toAnswerId },
    ),
    /** The prompt pack in use for each brand. */
    askedPack: one(loadAskedPacks, 'askedBrandId'),
    webhookAttempts: many(loadWebhookAttempts, 'deliveryId'),
    webhookSummary: one(loadWebhookSummaries, 'endpointId'),
    user: one((_deps, _tenant, ids) => loadUsers(deps, ids), 'id'),
    /** A loader per filter and page. */
    answers: memoize(
      (filter: AnswerFilter, page: AnswerPage) =>
        new DataLoader<RunRef, AnswerRow[], string>(
          async (runs) => {
            const rows = await loadAnswers(deps, tenant, runs, filter, page);
            return group(idsOf(runs), rows, (row) => row.runId);
          },
          { cacheKeyFn: (run) => run.id },
        ),
    ),
    answerCount: memoize(
      (filter: AnswerFilter) =>
        new DataLoader<RunRef, number, string>(
          async (runs) => {
            const rows = await countAnswers(deps, tenant, runs, filter);
            return group(idsOf(runs), rows, (row) => row.runId).map(([row]) => row?.count ?? 0);
          },
          { cacheKeyFn: (run) => run.id },
        ),
    ),
    runPrompts: many(loadRunPrompts, 'runId'),
    answerCitations: new DataLoader<AnswerRef, AnswerCitationRow[], string>(
      async (answers) =>
        group(
          answers.map(toAnswerId),
          await loadAnswerCitations(deps, tenant, answers),
          toAnswerId,
        ),
      { cacheKeyFn: toAnswerId },
    ),
    /** A loader per filter and list length. */
    incidents: memoize((filter: IncidentFilter, first: number) =>
      many(loadIncidents, 'brandId', filter, first),
    ),
    incidentCount: memoize(
      (filter: IncidentFilter) =>
        new DataLoader<string, number>(async (ids) => {
          const rows = await countIncidents(deps, tenant, ids, filter);
          return group(ids, rows, (row) => row.brandId).map(([row]) => row?.count ?? 0);
        }),
    ),
    incidentNotes: many(loadIncidentNotes, 'incidentId'),
    incidentEvidence: memoize((first: number) => many(loadIncidentEvidence, 'incidentId', first)),
    /** Dashboard loaders; a set per window length in days. */
    over: memoize((days: number) => createWindowLoaders(deps, tenant, days)),
    /** Open lint issues by the id of their text; a loader per kind of text and list length. */
    lintIssues: memoize((targetType: LintIssueRow['targetType'], first: number) =>
      many(
        (_deps, _tenant, ids) => loadLintIssues(deps, tenant, targetType, ids, first),
        'targetId',
      ),
    ),
    rewrite: one(loadRewrites, 'id'),
    batchItems: many(loadBatchItems, 'batchId'),
    /** Returns one row more than requested per page, to detect a next page. */
    wikiVersions: memoize((page: HistoryPage) => many(loadWikiVersions, 'pageId', page)),
    schedules: many(loadSchedules, 'brandId'),
    scheduleCost: new DataLoader<ScheduleRow, ScheduleCost, string>(
      (schedules) => costSchedules(deps, tenant, schedules),
      { cacheKeyFn: ({ id }) => id },
    ),
    scheduleTicks: memoize((first: number) => many(loadScheduleTicks, 'scheduleId', first)),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;
