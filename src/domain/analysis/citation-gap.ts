/** Whether answers cite pages of rivals instead of the brand's (metrics: citation.gap.alert). */

import { brandLabelOf } from '../sentinel/impersonation.js';
import { effectiveCount, isSufficient, newcombe } from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';

/** Minimum number of effective answers per stage; with fewer there is no gap. */
export const LEAST_ANSWERS = 21;
const LEAST_LOWER_BOUND = 0.1;

/** Answers of one citing engine to one prompt, and the number of them that cite rivals and the brand. */
export interface CitingCell {
  platform: string;
  promptId: string;
  answers: number;
  competitor: number;
  owned: number;
}

export interface CitationGap {
  /** Number of answers, not corrected for repeats. */
  answers: number;
  competitorRate: number;
  ownedRate: number;
  /** 95 % bounds of `competitorRate` minus `ownedRate`. */
  low: number;
  high: number;
  fires: boolean;
}

const countOf = (cells: readonly CitingCell[], side: 'competitor' | 'owned') =>
  effectiveCount(cells.map((cell) => ({ ...cell, mentions: cell[side] })));

/** Null without answers. */
export function citationGap(cells: readonly CitingCell[]): CitationGap | null {
  const competitor = countOf(cells, 'competitor');
  const owned = countOf(cells, 'owned');
  const gap = newcombe(competitor, owned);
  if (gap === null) return null;
  return {
    answers: sumOf(cells, 'answers'),
    competitorRate: competitor.hits / competitor.of,
    ownedRate: owned.hits / owned.of,
    low: gap.low,
    high: gap.high,
    fires: [competitor, owned].every(isSufficient) && gap.low > LEAST_LOWER_BOUND,
  };
}

const slug = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export interface Rival {
  names: readonly string[];
  /** Registrable domains listed for the rival. */
  domains: readonly string[];
}

/**
 * The cited domains of rivals: those listed, and those that match a name, such as `globex.com` for
 * Globex.
 */
export function rivalDomains(rivals: readonly Rival[], cited: readonly string[]): string[] {
  const listed = new Set(rivals.flatMap(({ domains }) => domains));
  const slugs = new Set(
    rivals.flatMap(({ names }) => names.map(slug)).filter((name) => name !== ''),
  );
  return cited.filter(
    (domain) => listed.has(domain) || slugs.has(slug(brandLabelOf(domain) ?? '')),
  );
}
