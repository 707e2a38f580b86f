/** A brand beside its rivals on each platform (metrics: visibility, share of voice, rank). */

import { averageRank } from '../answers/rank.js';
import { BRAND } from '../names/alias.js';
import { type Cell, type Rate, toRate, toShownRate } from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';
import { visibility } from './visibility.js';

/** Answers to one unbranded prompt on one platform that were searched for one tracked name. */
export interface TrackedCell extends Cell {
  /** `BRAND`, or a rival's id. */
  entityId: string;
  /** Of its mentions those in answers that were searched for the names of today. */
  voiced: number;
  /** Answers that give it a place, and the sum of the places. */
  ranked: number;
  rankSum: number;
}

export interface TrackedEntry {
  entityId: string;
  isBrand: boolean;
  visibility: Rate;
  /** Among the mentions of all tracked names, one per answer and name. */
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
 * The brand first, then the most mentioned. `entityIds` are all names to be shown: who was not looked for has no
 * answers and no rates.
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
