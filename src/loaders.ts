import DataLoader from 'dataloader';
import type { Deps, Scope } from './deps.js';
import {
  type AnswerFilter,
  type AnswerPage,
  type AnswerRow,
  countAnswers,
  loadAnswers,
  type RunPlace,
} from './services/answer.js';
import {
  type BrandRow,
  type CompetitorRow,
  loadBrands,
  loadCompetitors,
} from './services/brand.js';
import { type CitationRow, loadResultCitations } from './services/citation.js';
import { loadProbeResults, type ProbeResultRow } from './services/probe-result.js';
import { loadLastRuns, type ProbeRunRow } from './services/probe-run.js';
import { loadPrompts, type PromptRow } from './services/prompt.js';

/** One set per operation: what many fields ask for one by one is read together. */
export interface Loaders {
  brand: DataLoader<string, BrandRow | null>;
  competitors: DataLoader<string, CompetitorRow[]>;
  lastScan: DataLoader<string, ProbeRunRow | null>;
  results: DataLoader<string, ProbeResultRow[]>;
  /** Keyed by the result; a loader per page size, since the size is part of the read. */
  resultCitations(first: number): DataLoader<ProbeResultRow, CitationRow[], string>;
  prompts: DataLoader<string, PromptRow[]>;
  /** A loader per filter and page, for the same reason. */
  answers(filter: AnswerFilter, page: AnswerPage): DataLoader<RunPlace, AnswerRow[], string>;
  answerCount(filter: AnswerFilter): DataLoader<RunPlace, number, string>;
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

/** The loader of these arguments, made when they are first asked for. */
function each<Args extends unknown[], Loader>(
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

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
const resultKey = (runId: string, platform: string): string => `${runId}/${platform}`;

export function createLoaders(deps: Deps, scope: Scope): Loaders {
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
        const rows = await loadResultCitations(deps, scope, runIds, first);
        const keys = results.map((result) => resultKey(result.runId, result.platform));
        return group(keys, rows, (row) => resultKey(row.runId, row.resultPlatform));
      },
      { cacheKeyFn: (result) => resultKey(result.runId, result.platform) },
    );

  return {
    brand: one(
      (ids) => loadBrands(deps, scope, ids),
      (row) => row.id,
    ),
    competitors: many(
      (ids) => loadCompetitors(deps, scope, ids),
      (row) => row.brandId,
    ),
    lastScan: one(
      (ids) => loadLastRuns(deps, scope, ids),
      (row) => row.brandId,
    ),
    results: many(
      (ids) => loadProbeResults(deps, scope, ids),
      (row) => row.runId,
    ),
    prompts: many(
      (ids) => loadPrompts(deps, scope, ids),
      (row) => row.packId,
    ),
    resultCitations: each(citationLoader),
    answers: each(
      (filter: AnswerFilter, page: AnswerPage) =>
        new DataLoader<RunPlace, AnswerRow[], string>(
          async (runs) => {
            const rows = await loadAnswers(deps, scope, runs, filter, page);
            return group(idsOf(runs), rows, (row) => row.runId);
          },
          { cacheKeyFn: (run) => run.id },
        ),
    ),
    answerCount: each(
      (filter: AnswerFilter) =>
        new DataLoader<RunPlace, number, string>(
          async (runs) => {
            const rows = await countAnswers(deps, scope, runs, filter);
            return group(idsOf(runs), rows, (row) => row.runId).map(([row]) => row?.count ?? 0);
          },
          { cacheKeyFn: (run) => run.id },
        ),
    ),
  };
}
