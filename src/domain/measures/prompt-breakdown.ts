/** Results per prompt and per stage of the funnel (metrics: hit rate, AIDA). */

import { averageRank } from '../answers/rank.js';
import { STAGES, type Stage } from '../prompts/prompt-pack.js';
import {
  type Cell,
  designEffect,
  meanRepeats,
  type Rate,
  repeatCorrelation,
  toRate,
  toShownRate,
} from '../statistics/stats.js';
import { sumOf, sumsOf } from '../statistics/sum.js';
import { coverage, hitRate } from './hit-rate.js';
import { type NetSentiment, netSentiment, type SentimentCount } from './net-sentiment.js';

/** Answers to one prompt on one platform, with the sentiment of those that name the brand. */
export type PromptCell = Cell &
  SentimentCount & {
    failed: number;
    /** Number of answers that rank the brand, and the sum of the ranks. */
    ranked: number;
    rankSum: number;
    citations: number;
    ownedCitations: number;
  };

/** A prompt that is monitored or was asked, with its cells; no cells if it was not asked. */
export interface PromptTotals {
  promptId: string;
  text: string;
  stage: Stage;
  /** The prompt names the brand, or did so when it was asked. */
  branded: boolean;
  cells: PromptCell[];
  /** Cells of the previous window. */
  before: PromptCell[];
}

export interface PromptHits {
  promptId: string;
  text: string;
  stage: Stage;
  branded: boolean;
  hitRate: Rate;
  /** Hit rate of the previous window. */
  previous: Rate;
  averageRank: number | null;
  /** Number of answers behind the average. */
  ranked: number;
  citations: number;
  ownedCitations: number;
  /** Platforms that were asked, sorted by name. */
  platforms: PlatformHits[];
}

/** Results of one prompt on one platform. */
export interface PlatformHits {
  platform: string;
  hitRate: Rate;
  /** Failed answers; they do not count in the rate. */
  failed: number;
}

export interface PromptBreakdown {
  hitRate: Rate;
  coverage: Rate;
  /** Number of prompts without an answer; they count in neither rate. */
  unsampled: number;
  prompts: PromptHits[];
}

export interface StageHits {
  stage: Stage;
  prompts: number;
  hitRate: Rate;
  netSentiment: NetSentiment;
}

const cellsOf = (prompts: readonly PromptTotals[]): PromptCell[] =>
  prompts.flatMap(({ cells }) => cells);

/** `rho` comes from all prompts together, because one prompt has too few cells to estimate it. */
function toHitRate(cells: readonly PromptCell[], rho: number): Rate {
  const { answers, mentions } = sumsOf(cells, 'answers', 'mentions');
  const nEff = answers / designEffect(meanRepeats(cells), rho);
  return toShownRate(toRate({ numerator: mentions, denominator: answers, nEff }));
}

function toHits(
  { cells, before, ...prompt }: PromptTotals,
  rho: { now: number; before: number },
): PromptHits {
  const platforms = cells
    .map((cell) => ({
      platform: cell.platform,
      hitRate: toHitRate([cell], rho.now),
      failed: cell.failed,
    }))
    .sort((a, b) => (a.platform < b.platform ? -1 : 1));
  const ranked = sumOf(cells, 'ranked');
  return {
    ...prompt,
    hitRate: toHitRate(cells, rho.now),
    previous: toHitRate(before, rho.before),
    averageRank: averageRank({ sum: sumOf(cells, 'rankSum'), count: ranked }),
    ranked,
    citations: sumOf(cells, 'citations'),
    ownedCitations: sumOf(cells, 'ownedCitations'),
    platforms,
  };
}

export function countHits(tallies: readonly PromptTotals[]): PromptBreakdown {
  const cells = cellsOf(tallies);
  const rho = {
    now: repeatCorrelation(cells),
    before: repeatCorrelation(tallies.flatMap(({ before }) => before)),
  };
  const prompts = tallies.map((tally) => toHits(tally, rho));
  return {
    hitRate: toShownRate(hitRate(cells)),
    coverage: toShownRate(coverage(cells)),
    unsampled: prompts.filter((prompt) => prompt.hitRate.denominator === 0).length,
    prompts,
  };
}

/** The four stages in order, including stages without a prompt. */
export const countStages = (tallies: readonly PromptTotals[]): StageHits[] =>
  STAGES.map((stage) => {
    const prompts = tallies.filter((tally) => tally.stage === stage);
    const cells = cellsOf(prompts);
    return {
      stage,
      prompts: prompts.length,
      hitRate: toShownRate(hitRate(cells)),
      netSentiment: netSentiment(cells),
    };
  });
