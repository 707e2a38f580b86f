/** A brand and its rivals on each platform (metrics: visibility, share of voice, rank). */

import { averageRank } from '../answers/rank.js';
import { BRAND } from '../names/alias.js';
import { type Cell, type Rate, toRate, toShownRate } from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';
import { visibility } from './visibility.js';

/** Answers to one unbranded prompt on one platform that were searched for one tracked name. */
export interface TrackedCell extends Cell {
  /** `BRAND`, or the id of a rival. */
  entityId: string;
  /** Mentions in answers that were searched for the current names. */
  voiced: number;
  /** Number of answers that rank the name, and the sum of the ranks. */
  ranked: number;
  rankSum: number;
}

export interface TrackedEntry {
  entityId: string;
  isBrand: boolean;
  visibility: Rate;
  /** Share of the mentions of all tracked names, counted once per answer and name. */
  shareOfVoice: Rate;
  averageRank: number | null;
}

function toEntry(entityId: string, cells: readonly TrackedCell[], tracked: number): TrackedEntry {
  const { partial: _, ...rate } = visibility(cells);
  return {
    entityId,
    isBrand: entityId === BRAND,
    visibility: toShownRate(rate),
    shareOfVoice: toShownRate(toRate({ numerator: sumOf(cells, 'voiced'), denominator: tracked })),
    averageRank: averageRank({
      sum: sumOf(cells, 'rankSum'),
      count: sumOf(cells, 'ranked'),
    }),
  };
}

/**
 * The brand first, then by number of mentions. `entityIds` are all names to show; names that were not
 * searched for have no answers and no rates.
 */
export function toTrackedEntries(
  cells: readonly TrackedCell[],
  entityIds: readonly string[],
): TrackedEntry[] {
  const tracked = sumOf(cells, 'voiced');
  const byEntity = Map.groupBy(cells, (cell) => cell.entityId);
  return entityIds
    .map((entityId) => toEntry(entityId, byEntity.get(entityId) ?? [], tracked))
    .sort(
      (a, b) =>
        Number(b.isBrand) - Number(a.isBrand) || b.visibility.numerator - a.visibility.numerator,
    );
}
