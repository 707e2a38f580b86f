/** What each prompt comes to, and each stage of the funnel (metrics: hit rate, AIDA). */

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
import {
  addSentiment,
  type NetSentiment,
  netSentiment,
  type SentimentCount,
} from './net-sentiment.js';

/** Answers to one prompt on one platform, and how those sound that name the brand. */
export type PromptCell = Cell &
  SentimentCount & {
    failed: number;
    /** Answers that give the brand a place, and the sum of the places. */
    ranked: number;
    rankSum: number;
    citations: number;
    ownedCitations: number;
  };

/** A prompt that is monitored or was asked, with its cells; none if it was not asked. */
export interface PromptTotals {
  promptId: string;
  text: string;
  stage: Stage;
  /** It names the brand itself, or did so when it was asked. */
  branded: boolean;
  cells: PromptCell[];
  /** The same of the window before. */
  before: PromptCell[];
}

export interface PromptHits {
  promptId: string;
  text: string;
  stage: Stage;
  branded: boolean;
  hitRate: Rate;
  /** Of the window before. */
  previous: Rate;
  averageRank: number | null;
  /** Answers that the average rests on. */
  ranked: number;
  citations: number;
  ownedCitations: number;
  /** Where it was asked, by the platforms' names. */
  platforms: PlatformHits[];
}

/** One prompt on one platform. */
export interface PlatformHits {
  platform: string;
  hitRate: Rate;
  /** Answers that could not be had; they are not in the rate. */
  failed: number;
}

export interface PromptBreakdown {
  hitRate: Rate;
  coverage: Rate;
  /** Prompts without an answer, which are in neither rate. */
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

/** One prompt has too few cells to tell how its repeats correlate: all of them together say it. */
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

/** The four stages in their order, also those without a prompt. */
export const countStages = (tallies: readonly PromptTotals[]): StageHits[] =>
  STAGES.map((stage) => {
    const prompts = tallies.filter((tally) => tally.stage === stage);
    const cells = cellsOf(prompts);
    return {
      stage,
      prompts: prompts.length,
      hitRate: toShownRate(hitRate(cells)),
      netSentiment: netSentiment(addSentiment(cells)),
    };
  });
