/** Where a brand stands: its main numbers over one window (metrics: visibility, share of voice, rank, sentiment, citations). */

import { averageRank } from '../answers/rank.js';
import { type Cell, type Rate, toRate, toShownRate } from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';
import {
  addSentiment,
  type NetSentiment,
  netSentiment,
  type SentimentCount,
} from './net-sentiment.js';
import { visibility } from './visibility.js';

/**
 * Answers to one prompt on one platform. Those to prompts that name the brand are in sentiment and citations only;
 * `asked` counts the others, failed ones too.
 */
export interface StandingCell extends Cell, SentimentCount {
  asked: number;
  /** Of those answers that were searched for the names of today: that name the brand, and tracked names in all. */
  voiced: number;
  named: number;
  ranked: number;
  rankSum: number;
  /** Of engines that can cite. */
  citations: number;
  ownedCitations: number;
}

export interface Standing {
  visibility: Rate;
  partial: boolean;
  shareOfVoice: Rate;
  averageRank: number | null;
  /** Answers that the average rests on. */
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
    shareOfVoice: share(sumOf(cells, 'voiced'), sumOf(cells, 'named')),
    averageRank: averageRank({
      sum: sumOf(cells, 'rankSum'),
      count: sumOf(cells, 'ranked'),
    }),
    ranked: sumOf(cells, 'ranked'),
    netSentiment: netSentiment(addSentiment(cells)),
    citationShare: share(sumOf(cells, 'ownedCitations'), sumOf(cells, 'citations')),
  };
}
