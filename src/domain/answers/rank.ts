/** The place of each tracked name in an answer, and what a set of places comes to (metrics: rank). */

import { BRAND } from '../names/alias.js';
import type { Mention } from '../names/mention.js';
import { type Rate, roundRate, toRate } from '../statistics/stats.js';
import { type List, type ListItem, listsIn } from '../text/list.js';
import { countLeading } from '../text/ordered.js';

const LEADING_CHARS = 80;
const MIN_RANKED_BULLETS = 2;
const MIN_TRACKED = 2;
const TOP = 3;

/** What places are read from: a list of the answer's own, or the order in which tracked names first stand there. */
export type RankBasis = 'LIST' | 'MENTIONS';

export interface Ranking {
  /** Null where nothing ranks. */
  basis: RankBasis | null;
  /** From 1; a name without a place is not in it. */
  ranks: ReadonlyMap<string, number>;
}

/** The tracked name that an item begins with. */
type HeadOf = (item: ListItem) => string | null;

function headReader(text: string, mentions: readonly Mention[]): HeadOf {
  return ({ start, end }) => {
    const head = mentions[countLeading(mentions, (mention) => mention.start < start)];
    const line = text.slice(start, Math.min(end, start + LEADING_CHARS)).split('\n', 1)[0] ?? '';
    return head !== undefined && head.start < start + line.length ? head.entityId : null;
  };
}

/** The places of a list's names: all items count. Numbers that all differ are the places, otherwise the order is. */
function placesIn({ items }: List, headOf: HeadOf): Map<string, number> {
  const numbers = new Set(items.map(({ number }) => number));
  const isNumbered = numbers.size === items.length && !numbers.has(null) && !numbers.has(0);
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const head = headOf(item);
    if (head === null) continue;
    const place = isNumbered ? (item.number ?? 0) : index + 1;
    places.set(head, Math.min(place, places.get(head) ?? place));
  }
  return places;
}

/** Of the longest list that ranks the brand or two tracked names; null where none does. */
function listedPlaces(text: string, mentions: readonly Mention[]): Map<string, number> | null {
  const headOf = headReader(text, mentions);
  let longest: { length: number; places: Map<string, number> } | null = null;
  for (const list of listsIn(text)) {
    const { length } = list.items;
    if (length < MIN_RANKED_BULLETS && list.items[0]?.number === null) continue;
    if (longest !== null && length <= longest.length) continue;
    // What is said of one name, point by point, ranks nobody.
    if (list.within !== null && headOf(list.within) !== null) continue;
    const places = placesIn(list, headOf);
    if (places.has(BRAND) || places.size >= MIN_TRACKED) longest = { length, places };
  }
  return longest?.places ?? null;
}

/**
 * The place of each tracked name in the answer's own ranking, the longest numbered or bulleted list that holds the
 * brand or two tracked names; what is not in it has no place. Without such a list the order of first mention, if there
 * is a rival to compare with. `mentions` are the accepted ones of this `text`, in order.
 */
export function rankEntities(
  text: string,
  mentions: readonly Mention[],
  { hasRivals }: { hasRivals: boolean },
): Ranking {
  const listed = listedPlaces(text, mentions);
  if (listed !== null) return { basis: 'LIST', ranks: listed };
  if (!hasRivals || mentions.length === 0) return { basis: null, ranks: new Map() };
  const order = new Set(mentions.map((mention) => mention.entityId));
  return {
    basis: 'MENTIONS',
    ranks: new Map([...order].map((entityId, i) => [entityId, i + 1])),
  };
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
