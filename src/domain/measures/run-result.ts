/**
 * Result of a run: one result per platform that answered, and totals. Pure, so the result can be
 * recomputed.
 */

import { type AnsweredRow, isAnswered, type ResultAnswer } from '../answers/answer-row.js';
import { citationDensity } from '../answers/citation.js';
import { isTop3, meanReciprocalRank, top3Rate } from '../answers/rank.js';
import { type Cell, designEffectOf, type Rate, toRate } from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';
import { type Visibility, visibility } from './visibility.js';

export interface PlatformResult {
  platform: string;
  /** True if any answer mentions the brand. */
  mentioned: boolean;
  /** Best rank of any answer; null without a rank. */
  rank: number | null;
  /** Offset in the answer of the snippet. */
  position: number | null;
  snippet: string;
  tokensUsed: number;
  answers: number;
  mentions: number;
  failed: number;
}

export interface Failure {
  platform: string;
  code: string;
  count: number;
}

export interface RunResult {
  results: PlatformResult[];
  visibility: Visibility;
  /** In [0, 1]; null without an answer to an unbranded prompt. */
  meanReciprocalRank: number | null;
  top3Rate: Rate;
  citationDensity: Rate;
  /** Share of owned citations among all citations. */
  citationShare: Rate;
  failures: Failure[];
}

/** Prefers mentions, then the better rank, then the earlier position. */
function isMoreTelling(a: AnsweredRow, b: AnsweredRow): boolean {
  if (a.mentioned !== b.mentioned) return a.mentioned;
  const byRank = (a.rank ?? Infinity) - (b.rank ?? Infinity);
  return byRank === 0 || Number.isNaN(byRank)
    ? (a.position ?? Infinity) < (b.position ?? Infinity)
    : byRank < 0;
}

function toPlatformResult(platform: string, rows: readonly ResultAnswer[]): PlatformResult[] {
  const answered = rows.filter(isAnswered);
  const [first] = answered;
  if (!first) return [];
  const telling = answered.reduce((best, row) => (isMoreTelling(row, best) ? row : best), first);
  const mentions = answered.filter((row) => row.mentioned);
  return [
    {
      platform,
      mentioned: telling.mentioned,
      rank: telling.rank,
      position: telling.position,
      snippet: telling.snippet,
      tokensUsed: sumOf(answered, 'tokens'),
      answers: answered.length,
      mentions: mentions.length,
      failed: rows.length - answered.length,
    },
  ];
}

/** Failed rows make cells without answers, so that a platform that never answered still counts as asked. */
function toCells(
  rows: readonly ResultAnswer[],
  isHit: (row: AnsweredRow) => boolean = (row) => row.mentioned,
): Cell[] {
  const cells = new Map<string, Cell>();
  for (const row of rows) {
    const { platform, promptId } = row;
    const key = JSON.stringify([platform, promptId]);
    const cell = cells.get(key) ?? { platform, promptId, answers: 0, mentions: 0 };
    cells.set(key, cell);
    if (isAnswered(row)) {
      cell.answers++;
      if (isHit(row)) cell.mentions++;
    }
  }
  return [...cells.values()];
}

/** Failed answers, counted by platform and reason. */
export function countFailures(failed: readonly Omit<Failure, 'count'>[]): Failure[] {
  const failures = new Map<string, Failure>();
  for (const { platform, code } of failed) {
    const key = JSON.stringify([platform, code]);
    const failure = failures.get(key) ?? { platform, code, count: 0 };
    failure.count++;
    failures.set(key, failure);
  }
  return [...failures.values()];
}

/** Platforms and failures come in the order of their first row. */
export function toRunResult(rows: readonly ResultAnswer[]): RunResult {
  const unbranded = rows.filter((row) => !row.branded);
  const ranks = unbranded.filter(isAnswered).map((row) => row.rank);
  const citing = rows.filter(isAnswered).filter((row) => row.citations !== null);
  const owned = sumOf(citing, 'ownedCitations');
  return {
    results: [...Map.groupBy(rows, (row) => row.platform)].flatMap(([platform, of]) =>
      toPlatformResult(platform, of),
    ),
    visibility: visibility(toCells(unbranded)),
    meanReciprocalRank: meanReciprocalRank(ranks),
    top3Rate: top3Rate(ranks, designEffectOf(toCells(unbranded, ({ rank }) => isTop3(rank)))),
    citationDensity: citationDensity(owned, citing.length),
    citationShare: toRate({
      numerator: owned,
      denominator: citing.reduce((sum, row) => sum + (row.citations ?? 0), 0),
    }),
    failures: countFailures(rows.filter((row) => !isAnswered(row))),
  };
}
