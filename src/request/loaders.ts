import DataLoader from 'dataloader';
import type { Deps, Tenant } from '../deps.js';
import { loadUsers, type UserRow } from '../services/accounts/user.js';
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
import {
  type BrandRow,
  type CompetitorRow,
  loadBrands,
  loadCompetitors,
} from '../services/brands/brand.js';
import {
  type CompetitorSuggestionRow,
  loadCompetitorSuggestions,
} from '../services/brands/competitor-suggestion.js';
import {
  countIncidents,
  type IncidentFilter,
  type IncidentRow,
  loadIncidents,
} from '../services/incidents/incident.js';
import {
  type IncidentEvidenceRow,
  type IncidentNoteRow,
  loadIncidentEvidence,
  loadIncidentNotes,
} from '../services/incidents/incident-detail.js';
import { loadPrompts, type PromptRow } from '../services/prompts/prompt.js';
import { loadRewrites, type RewriteRow } from '../services/rewrites/rewrite.js';
import { type BatchItemRow, loadBatchItems } from '../services/rewrites/rewrite-batch.js';
import { loadProbeResults, type ProbeResultRow } from '../services/runs/probe-result.js';
import { loadLastRuns, type ProbeRunRow } from '../services/runs/probe-run.js';
import { loadRunPrompts, type RunPromptRow } from '../services/runs/run-prompt.js';
import {
  loadSchedules,
  loadScheduleTicks,
  type ScheduleRow,
  type ScheduleTickRow,
} from '../services/schedules/schedule.js';
import { costSchedules, type ScheduleCost } from '../services/schedules/schedule-cost.js';
import {
  loadWebhookAttempts,
  loadWebhookSummaries,
  type WebhookAttemptRow,
  type WebhookSummaryRow,
} from '../services/webhooks/webhook-delivery.js';
import { type LintIssueRow, loadLintIssues } from '../services/wiki/lint-issue.js';
import { type HistoryPage, loadWikiVersions, type WikiVersionRow } from '../services/wiki/wiki.js';
import { memoize } from './memoize.js';
import { createWindowLoaders, type WindowLoaders } from './window-loaders.js';

/** One set per operation: what many fields ask for one by one is read together. */
export interface Loaders {
  brand: DataLoader<string, BrandRow | null>;
  competitors: DataLoader<string, CompetitorRow[]>;
  /** A loader per page size. */
  competitorSuggestions(first: number): DataLoader<string, CompetitorSuggestionRow[]>;
  lastScan: DataLoader<string, ProbeRunRow | null>;
  results: DataLoader<string, ProbeResultRow[]>;
  /** Keyed by the result; a loader per page size, since the size is part of the read. */
  resultCitations(first: number): DataLoader<ProbeResultRow, CitationRow[], string>;
  prompts: DataLoader<string, PromptRow[]>;
  webhookAttempts: DataLoader<string, WebhookAttemptRow[]>;
  webhookSummary: DataLoader<string, WebhookSummaryRow | null>;
  user: DataLoader<string, UserRow | null>;
  /** A loader per filter and page, for the same reason. */
  answers(filter: AnswerFilter, page: AnswerPage): DataLoader<RunRef, AnswerRow[], string>;
  answerCount(filter: AnswerFilter): DataLoader<RunRef, number, string>;
  runPrompts: DataLoader<string, RunPromptRow[]>;
  answerCitations: DataLoader<AnswerRef, AnswerCitationRow[], string>;
  /** By the brand's id; a loader per filter and size. */
  incidents(filter: IncidentFilter, first: number): DataLoader<string, IncidentRow[]>;
  incidentCount(filter: IncidentFilter): DataLoader<string, number>;
  incidentNotes: DataLoader<string, IncidentNoteRow[]>;
  incidentEvidence(first: number): DataLoader<string, IncidentEvidenceRow[]>;
  /** What dashboards show, a set per length of the window in days. */
  over(days: number): WindowLoaders;
  /** The open ones, by the text's id; a loader per kind of text and size. */
  lintIssues(
    targetType: LintIssueRow['targetType'],
    first: number,
  ): DataLoader<string, LintIssueRow[]>;
  rewrite: DataLoader<string, RewriteRow | null>;
  batchItems: DataLoader<string, BatchItemRow[]>;
  /** One more than asked of each page. */
  wikiVersions(page: HistoryPage): DataLoader<string, WikiVersionRow[]>;
  schedules: DataLoader<string, ScheduleRow[]>;
  scheduleCost: DataLoader<ScheduleRow, ScheduleCost, string>;
  scheduleTicks(first: number): DataLoader<string, ScheduleTickRow[]>;
}

/** For each id the rows that belong to it, in the order of the ids. */
function group<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [row]);
    else members.push(row);
  }
  return ids.map((id) => groups.get(id) ?? []);
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
const resultKey = (runId: string, platform: string): string => `${runId}/${platform}`;

const answerKey = ({ runId, platform, promptId, repeat }: Omit<AnswerRef, 'runAt'>): string =>
  `${runId}/${platform}/${promptId}/${repeat}`;

export function createLoaders(deps: Deps, tenant: Tenant): Loaders {
  const many = <Row>(
    load: (ids: readonly string[]) => Promise<Row[]>,
    keyOf: (row: Row) => string,
  ) => new DataLoader<string, Row[]>(async (ids) => group(ids, await load(ids), keyOf));
  const one = <Row>(
    load: (ids: readonly string[]) => Promise<Row[]>,
    keyOf: (row: Row) => string,
  ) =>
    new DataLoader<string, Row | null>(async (ids) =>
      group(ids, await load(ids), keyOf).map(([row]) => row ?? null),
    );
  const citationLoader = (first: number) =>
    new DataLoader<ProbeResultRow, CitationRow[], string>(
      async (results) => {
        const runIds = [...new Set(results.map((result) => result.runId))];
        const rows = await loadResultCitations(deps, tenant, runIds, first);
        const keys = results.map((result) => resultKey(result.runId, result.platform));
        return group(keys, rows, (row) => resultKey(row.runId, row.resultPlatform));
      },
      { cacheKeyFn: (result) => resultKey(result.runId, result.platform) },
    );

  return {
    brand: one(
      (ids) => loadBrands(deps, tenant, ids),
      (row) => row.id,
    ),
    competitors: many(
      (ids) => loadCompetitors(deps, tenant, ids),
      (row) => row.brandId,
    ),
    competitorSuggestions: memoize((first: number) =>
      many(
        (ids) => loadCompetitorSuggestions(deps, tenant, ids, first),
        (row) => row.brandId,
      ),
    ),
    lastScan: one(
      (ids) => loadLastRuns(deps, tenant, ids),
      (row) => row.brandId,
    ),
    results: many(
      (ids) => loadProbeResults(deps, tenant, ids),
      (row) => row.runId,
    ),
    prompts: many(
      (ids) => loadPrompts(deps, tenant, ids),
      (row) => row.packId,
    ),
    webhookSummary: one(
      (ids) => loadWebhookSummaries(deps, tenant, ids),
      (row) => row.endpointId,
    ),
    user: one(
      (ids) => loadUsers(deps, ids),
      (row) => row.id,
    ),
    webhookAttempts: many(
      (ids) => loadWebhookAttempts(deps, tenant, ids),
      (row) => row.deliveryId,
    ),
    rewrite: one(
      (ids) => loadRewrites(deps, tenant, ids),
      (row) => row.id,
    ),
    batchItems: many(
      (ids) => loadBatchItems(deps, tenant, ids),
      (row) => row.batchId,
    ),
    resultCitations: memoize(citationLoader),
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
    runPrompts: many(
      (ids) => loadRunPrompts(deps, tenant, ids),
      (row) => row.runId,
    ),
    answerCitations: new DataLoader<AnswerRef, AnswerCitationRow[], string>(
      async (answers) =>
        group(answers.map(answerKey), await loadAnswerCitations(deps, tenant, answers), answerKey),
      { cacheKeyFn: answerKey },
    ),
    incidents: memoize((filter: IncidentFilter, first: number) =>
      many(
        (ids) => loadIncidents(deps, tenant, ids, filter, first),
        (row) => row.brandId,
      ),
    ),
    incidentCount: memoize(
      (filter: IncidentFilter) =>
        new DataLoader<string, number>(async (ids) => {
          const rows = await countIncidents(deps, tenant, ids, filter);
          return group(ids, rows, (row) => row.brandId).map(([row]) => row?.count ?? 0);
        }),
    ),
    incidentNotes: many(
      (ids) => loadIncidentNotes(deps, tenant, ids),
      (row) => row.incidentId,
    ),
    incidentEvidence: memoize((first: number) =>
      many(
        (ids) => loadIncidentEvidence(deps, tenant, ids, first),
        (row) => row.incidentId,
      ),
    ),
    over: memoize((days: number) => createWindowLoaders(deps, tenant, days)),
    lintIssues: memoize((targetType: LintIssueRow['targetType'], first: number) =>
      many(
        (ids) => loadLintIssues(deps, tenant, targetType, ids, first),
        (row) => row.targetId,
      ),
    ),
    wikiVersions: memoize((page: HistoryPage) =>
      many(
        (ids) => loadWikiVersions(deps, tenant, ids, page),
        (row) => row.pageId,
      ),
    ),
    schedules: many(
      (ids) => loadSchedules(deps, tenant, ids),
      (row) => row.brandId,
    ),
    scheduleCost: new DataLoader<ScheduleRow, ScheduleCost, string>(
      (schedules) => costSchedules(deps, tenant, schedules),
      { cacheKeyFn: ({ id }) => id },
    ),
    scheduleTicks: memoize((first: number) =>
      many(
        (ids) => loadScheduleTicks(deps, tenant, ids, first),
        (row) => row.scheduleId,
      ),
    ),
  };
}
