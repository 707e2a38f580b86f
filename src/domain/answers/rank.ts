/** The rank of each tracked name in an answer, and statistics over ranks (metrics: rank). */

import { listsIn } from '../lists/list.js';
import type { ListItem } from '../lists/list-item.js';
import { BRAND } from '../names/alias.js';
import type { Mention } from '../names/mention.js';
import { namesSomething } from '../names/untracked-name.js';
import { type Rate, roundRate, toRate } from '../statistics/stats.js';
import { countLeading } from '../text/ordered.js';

const LEADING_CHARS = 80;
const MIN_RANKED_BULLETS = 2;
const MIN_TRACKED = 2;
const TOP = 3;

/** Source of the ranks: a list in the answer, or the order of first mentions. */
export type RankBasis = 'LIST' | 'MENTIONS';

export interface Ranking {
  /** Null when nothing is ranked. */
  basis: RankBasis | null;
  /** Ranks from 1; names without a rank are left out. */
  ranks: ReadonlyMap<string, number>;
}

/** Returns the tracked name that a list item is about. */
type HeadOf = (item: ListItem) => string | null;

/** Markup, emoji, quotes and articles before a name. */
const NOTHING = /^(?:[^\p{L}\p{N}]|\b(?:the|a|an|der|die|das|le|la|les|el|il|o)\b)*$/iu;
/** `Best overall: Acme`, `Winner – Acme`: a label says what the name is. */
const LABEL = /[:：–—-][\s*_"“]*$/u;
const LABEL_WORDS = 6;
/** `World of` and its like, which a tracked name completes. */
const PROPER = /^\s*(?:\p{Lu}[\p{L}\p{N}'’.&-]*\s+){1,2}(?:of|de)\s+(?:the\s+)?$/u;
/** `**Acme**` in `For teams, choose **Acme**`. */
const BOLD_BEGINS = /^[^*_]*(?:\*\*|__)[\s[]*$/;

function isHead(line: string, at: number): boolean {
  const before = line.slice(0, at);
  if (NOTHING.test(before) || BOLD_BEGINS.test(before)) return true;
  if (LABEL.test(before) && before.trim().split(/\s+/).length <= LABEL_WORDS) return true;
  // `World of Hyatt` is a name with a tracked name in it.
  return !/[,:;()|–—]/.test(before) && PROPER.test(before.replace(/[*_[\]]/g, ''));
}

function headReader(text: string, mentions: readonly Mention[]): HeadOf {
  return ({ start, end }) => {
    const line = text.slice(start, Math.min(end, start + LEADING_CHARS)).split('\n', 1)[0] ?? '';
    const head = mentions[countLeading(mentions, (mention) => mention.start < start)];
    if (head === undefined || head.start >= start + line.length) return null;
    return isHead(line, head.start - start) ? head.entityId : null;
  };
}

/**
 * Ranks of the names in a list; every item counts. If all items have different numbers, the numbers
 * are the ranks, otherwise the order is.
 */
function placesIn(items: readonly ListItem[], headOf: HeadOf): Map<string, number> {
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

/**
 * Whether the items compare names: two tracked ones, or the brand among other names. Points about one brand, steps and
 * features do not.
 */
function ranks(text: string, items: readonly ListItem[], headOf: HeadOf): boolean {
  const heads = items.map(headOf);
  const tracked = heads.filter((head) => head !== null);
  if (new Set(tracked).size >= MIN_TRACKED) return true;
  if (tracked[0] !== BRAND || tracked.length > 1) return false;
  const named = items.filter((item, index) => heads[index] !== null || namesSomething(text, item));
  return named.length * 2 >= items.length;
}

/**
 * Ranks of the longest list that ranks the brand or at least two tracked names; null without such a
 * list.
 */
function listedPlaces(text: string, mentions: readonly Mention[]): Map<string, number> | null {
  const headOf = headReader(text, mentions);
  let longest: { length: number; places: Map<string, number> } | null = null;
  for (const list of listsIn(text)) {
    // Headings such as "Overview" divide a text and have no place.
    const items = list.isOfHeadings
      ? list.items.filter((item) => headOf(item) !== null || namesSomething(text, item))
      : list.items;
    const { length } = items;
    if (length < MIN_RANKED_BULLETS && (items[0]?.number ?? null) === null) continue;
    if (longest !== null && length <= longest.length) continue;
    // Points about one single name are not a ranking.
    if (list.within !== null && headOf(list.within) !== null) continue;
    if (ranks(text, items, headOf)) longest = { length, places: placesIn(items, headOf) };
  }
  return longest?.places ?? null;
}

/**
 * Ranks of the tracked names in the longest numbered or bulleted list that contains the brand or two
 * tracked names; names outside that list have no rank. Without such a list, ranks follow the order of
 * first mention, if the brand has rivals to compare with. `mentions` are the accepted mentions of
 * `text`, in order.
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

/** In [0, 1]; `null` ranks are answers without a mention. Null without answers. */
export function meanReciprocalRank(ranks: readonly (number | null)[]): number | null {
  if (ranks.length === 0) return null;
  return (
    ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / rank), 0) / ranks.length
  );
}

export const isTop3 = (rank: number | null): boolean => rank !== null && rank <= TOP;

/** Share of answers that rank the entity in the top three; `effect` is the design effect of repeats. */
export const top3Rate = (ranks: readonly (number | null)[], effect = 1): Rate =>
  toRate({
    numerator: ranks.filter(isTop3).length,
    denominator: ranks.length,
    nEff: ranks.length / effect,
  });

/** Below this number ranks are shown one by one, without a mean. */
const MIN_FOR_MEAN = 10;

/** Mean rank over the answers that rank the entity (`sum` over `count`); null below ten answers. */
export const averageRank = ({ sum, count }: { sum: number; count: number }): number | null =>
  count < MIN_FOR_MEAN ? null : roundRate(sum / count);
