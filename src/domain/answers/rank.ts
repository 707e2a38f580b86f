/** The place of each tracked entity in an answer, and what a set of places comes to (metrics: rank). */

import type { Mention } from '../names/mention.js';
import { type Rate, roundRate, toRate } from '../statistics/stats.js';
import { listsIn } from '../text/list.js';
import { countLeading } from '../text/ordered.js';

const LEADING_CHARS = 80;
const MIN_RANKED_ITEMS = 2;
const TOP = 3;

/** The entities that head the items of the first list that ranks any, by number and then by order. */
function listedEntities(text: string, mentions: readonly Mention[]): string[] {
  for (const items of listsIn(text)) {
    const headed = items.flatMap(({ number, start, end }) => {
      const limit = Math.min(end, start + LEADING_CHARS);
      const head = mentions[countLeading(mentions, (mention) => mention.start < start)];
      return head !== undefined && head.start < limit
        ? [{ number: number ?? 0, entityId: head.entityId }]
        : [];
    });
    // Sorting is stable: bullets, and lists that number every item 1, keep their order.
    if (headed.length >= MIN_RANKED_ITEMS)
      return headed.sort((a, b) => a.number - b.number).map((item) => item.entityId);
  }
  return [];
}

/**
 * Rank by entity id, from 1 to the number of entities found; an entity that is not mentioned is not in the map.
 * `mentions` are the accepted ones of this `text`, in order. Entities outside the ranking list come after it, in the
 * order of their first mention.
 */
export function rankEntities(text: string, mentions: readonly Mention[]): Map<string, number> {
  const order = new Set([
    ...listedEntities(text, mentions),
    ...mentions.map((mention) => mention.entityId),
  ]);
  return new Map([...order].map((entityId, i) => [entityId, i + 1]));
}

/** In [0, 1]; `null` stands for an answer without a mention. Null when there is no answer. */
export function meanReciprocalRank(ranks: readonly (number | null)[]): number | null {
  if (ranks.length === 0) return null;
  return (
    ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / rank), 0) / ranks.length
  );
}

export const isTop3 = (rank: number | null): boolean => rank !== null && rank <= TOP;

/** The share of answers that rank the entity first, second or third; `effect` is what their repeats divide them by. */
export const top3Rate = (ranks: readonly (number | null)[], effect = 1): Rate =>
  toRate({
    numerator: ranks.filter(isTop3).length,
    denominator: ranks.length,
    nEff: ranks.length / effect,
  });

/** Fewer ranks than these are shown one by one, and have no mean. */
const MIN_FOR_MEAN = 10;

/** The mean place of the entity in answers that rank it, `sum` over `count` of them; null below ten. */
export const averageRank = ({ sum, count }: { sum: number; count: number }): number | null =>
  count < MIN_FOR_MEAN ? null : roundRate(sum / count);
