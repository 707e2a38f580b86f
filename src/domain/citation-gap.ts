/** Whether answers rest on rivals' pages where they could rest on the brand's (metrics: citation.gap.alert). */

import { brandLabelOf } from './impersonation.js';
import { newcombe } from './stats.js';

/** Of one stage. */
export const LEAST_ANSWERS = 21;
const LEAST_LOWER_BOUND = 0.1;

/** Answers of engines that cite, and how many of them cite which side. */
export interface CitedSides {
  answers: number;
  competitor: number;
  owned: number;
}

export interface CitationGap {
  competitorRate: number;
  ownedRate: number;
  /** 95 % bounds of the first less the second. */
  low: number;
  high: number;
  fires: boolean;
}

/** Null without answers. */
export function citationGap({ answers, competitor, owned }: CitedSides): CitationGap | null {
  const gap = newcombe({ hits: competitor, of: answers }, { hits: owned, of: answers });
  if (gap === null) return null;
  return {
    competitorRate: competitor / answers,
    ownedRate: owned / answers,
    low: gap.low,
    high: gap.high,
    fires: answers >= LEAST_ANSWERS && gap.low > LEAST_LOWER_BOUND,
  };
}

const slug = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The domains that bear a rival's name, `globex.com` for Globex: nobody tells us which are theirs. */
export function domainsOf(names: readonly string[], domains: readonly string[]): string[] {
  const slugs = new Set(names.map(slug).filter((name) => name !== ''));
  return domains.filter((domain) => slugs.has(slug(brandLabelOf(domain) ?? '')));
}
