/**
 * Main measures of a brand in one window (metrics: visibility, share of voice, rank, sentiment,
 * citations).
 */

import { averageRank } from '../answers/rank.js';
import { type Cell, type Rate, toRate, toShownRate } from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';
import { type NetSentiment, netSentiment, type SentimentCount } from './net-sentiment.js';
import { visibility } from './visibility.js';

/**
 * Answers to one prompt on one platform. Branded prompts count for sentiment and citations only;
 * `asked` counts the answers to unbranded prompts, including failed ones.
 */
export interface StandingCell extends Cell, SentimentCount {
  asked: number;
  /** Answers whose matches of the brand's name may all mean something else. */
  uncertain: number;
  /**
   * Among answers that were searched for the current names: mentions of the brand, and of all tracked
   * names.
   */
  voiced: number;
  named: number;
  ranked: number;
  rankSum: number;
  /** Citations by engines that can cite. */
  citations: number;
  ownedCitations: number;
}

export interface Standing {
  visibility: Rate;
  partial: boolean;
  uncertain: number;
  shareOfVoice: Rate;
  averageRank: number | null;
  /** Number of answers behind the average. */
  ranked: number;
  netSentiment: NetSentiment;
  citationShare: Rate;
}

export function toStanding(cells: readonly StandingCell[]): Standing {
  const { partial, ...rate } = visibility(cells.filter(({ asked }) => asked > 0));
  const share = (numerator: number, denominator: number) =>
    toShownRate(toRate({ numerator, denominator }));
  return {
    visibility: toShownRate(rate),
    partial,
    uncertain: sumOf(cells, 'uncertain'),
    shareOfVoice: share(sumOf(cells, 'voiced'), sumOf(cells, 'named')),
    averageRank: averageRank({
      sum: sumOf(cells, 'rankSum'),
      count: sumOf(cells, 'ranked'),
    }),
    ranked: sumOf(cells, 'ranked'),
    netSentiment: netSentiment(cells),
    citationShare: share(sumOf(cells, 'ownedCitations'), sumOf(cells, 'citations')),
  };
}
