import DataLoader from 'dataloader';
import type { Deps, Tenant } from '../deps.js';
import { loadUsers } from '../services/accounts/user.js';
import {
  type AnswerFilter,
  type AnswerPage,
  type AnswerRow,
  countAnswers,
  loadAnswers,
  type RunRef,
} from '../services/answers/answer.js';
import {
  type AnswerCitationRow,
  type AnswerRef,
  loadAnswerCitations,
} from '../services/answers/answer-citation.js';
import { type CitationRow, loadResultCitations } from '../services/answers/citation.js';
import { loadBrands, loadCompetitors } from '../services/brands/brand.js';
import { loadCompetitorSuggestions } from '../services/brands/competitor-suggestion.js';
import {
  countIncidents,
  type IncidentFilter,
  loadIncidents,
} from '../services/incidents/incident.js';
import { loadIncidentEvidence, loadIncidentNotes } from '../services/incidents/incident-detail.js';
import { loadPrompts } from '../services/prompts/prompt.js';
import { loadRewrites } from '../services/rewrites/rewrite.js';
import { loadBatchItems } from '../services/rewrites/rewrite-batch.js';
import { loadProbeResults, type ProbeResultRow } from '../services/runs/probe-result.js';
import { loadLastRuns } from '../services/runs/probe-run.js';
import { loadRunPrompts } from '../services/runs/run-prompt.js';
import {
  loadSchedules,
  loadScheduleTicks,
  type ScheduleRow,
} from '../services/schedules/schedule.js';
import { costSchedules, type ScheduleCost } from '../services/schedules/schedule-cost.js';
import {
  loadWebhookAttempts,
  loadWebhookSummaries,
} from '../services/webhooks/webhook-delivery.js';
import { type LintIssueRow, loadLintIssues } from '../services/wiki/lint-issue.js';
import { type HistoryPage, loadWikiVersions } from '../services/wiki/wiki.js';
import { memoize } from './memoize.js';
import { createWindowLoaders } from './window-loaders.js';

/** Reads rows of many ids at once, in any order. */
type Load<Row, Args extends unknown[]> = (
  deps: Deps,
  tenant: Tenant,
  ids: readonly string[],
  ...args: Args
) => Promise<Row[]>;

/** The names of a row's texts. */
type TextOf<Row> = { [Name in keyof Row]: Row[Name] extends string ? Name : never }[keyof Row];

/** For each key the rows that belong to it, in the order of the keys. */
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

const answerKey = ({ runId, platform, promptId, repeat }: Omit<AnswerRef, 'runAt'>): string =>
  `${runId}/${platform}/${promptId}/${repeat}`;

/** One set per operation: what many fields ask for one by one is read together. */
export function createLoaders(deps: Deps, tenant: Tenant) {
  /** By the id that stands in the row's field `name`. */
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
    /** A loader per page size, since the size is part of the read. */
    competitorSuggestions: memoize((first: number) =>
      many(loadCompetitorSuggestions, 'brandId', first),
    ),
    lastScan: one(loadLastRuns, 'brandId'),
    results: many(loadProbeResults, 'runId'),
    /** Keyed by the result; a loader per page size. */
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
    webhookAttempts: many(loadWebhookAttempts, 'deliveryId'),
    webhookSummary: one(loadWebhookSummaries, 'endpointId'),
    user: one((_deps, _tenant, ids) => loadUsers(deps, ids), 'id'),
    /** A loader per filter and page, for the same reason. */
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
        group(answers.map(answerKey), await loadAnswerCitations(deps, tenant, answers), answerKey),
      { cacheKeyFn: answerKey },
    ),
    /** A loader per filter and size. */
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
    /** What dashboards show, a set per length of the window in days. */
    over: memoize((days: number) => createWindowLoaders(deps, tenant, days)),
    /** The open ones, by the text's id; a loader per kind of text and size. */
    lintIssues: memoize((targetType: LintIssueRow['targetType'], first: number) =>
      many(
        (_deps, _tenant, ids) => loadLintIssues(deps, tenant, targetType, ids, first),
        'targetId',
      ),
    ),
    rewrite: one(loadRewrites, 'id'),
    batchItems: many(loadBatchItems, 'batchId'),
    /** One more than asked of each page. */
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
