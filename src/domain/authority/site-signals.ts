/** Experience, expertise and trustworthiness, from the pages of a brand (metrics: subscores). */

import type { Severity } from '../incidents/severity.js';
import { sumOf } from '../statistics/sum.js';
import { type Signal, type Subscore, saturating, toSubscore } from './eeat-score.js';
import type { Agreeing } from './fact-agreement.js';
import type { PageEvidence, PageKind } from './page-evidence.js';

const YEAR_MS = 365 * 86_400_000;
const INCIDENT_WEIGHTS: Record<Severity, number> = {
  low: 0.1,
  medium: 0.25,
  high: 0.5,
  critical: 1,
};
const BASICS: readonly PageKind[] = ['contact', 'about', 'privacy', 'terms'];

export interface SiteFacts {
  /** Empty when the site was not read. */
  pages: readonly PageEvidence[];
  ownedDomains: readonly string[];
  /** Severities of the incidents that are not resolved. */
  severities: readonly Severity[];
  /** Agreement of answers with the wiki, and of pages and answers with each other. */
  agreement: Agreeing;
  consistency: Agreeing;
  now: Date;
}

/** Rate per thousand words of all pages together; null without words. */
const perThousand = (pages: readonly PageEvidence[], count: number): number | null => {
  const words = sumOf(pages, 'words');
  return words === 0 ? null : (1000 * count) / words;
};
const least = (value: number, full: number): number => Math.min(1, value / full);
const when = <T>(value: T | null, then: (value: T) => number): number | null =>
  value === null ? null : then(value);

/** Strength is null, not 0, when nothing could be compared. */
const toShare = (id: string, weight: number, { agreeing, of }: Agreeing): Signal => ({
  id,
  weight,
  strength: of === 0 ? null : agreeing / of,
  of,
});

function experience({ pages }: SiteFacts): Subscore {
  const isRead = pages.length > 0 || null;
  return toSubscore([
    {
      id: 'first_hand',
      weight: 35,
      strength: when(perThousand(pages, sumOf(pages, 'firstHand')), (rate) => saturating(rate, 2)),
    },
    {
      id: 'concrete_details',
      weight: 25,
      strength: when(perThousand(pages, sumOf(pages, 'details')), (rate) => least(rate, 20)),
    },
    {
      id: 'original_figures',
      weight: 20,
      strength: when(isRead, () => least(sumOf(pages, 'figures'), 3)),
    },
    {
      id: 'customer_evidence',
      weight: 20,
      strength: when(isRead, () => least(sumOf(pages, 'customers'), 3)),
    },
  ]);
}

function expertise({ pages, ownedDomains, agreement, now }: SiteFacts): Subscore {
  const isRead = pages.length > 0 || null;
  const outbound = new Set(pages.flatMap((page) => page.outboundDomains));
  for (const domain of ownedDomains) outbound.delete(domain);
  const authors = pages.map((page) => (page.isSigned ? (page.hasCredentials ? 1 : 0.5) : 0));
  const isFresh = pages.some(
    ({ reviewedBy, modifiedAt }) =>
      reviewedBy ||
      (modifiedAt !== null &&
        Date.parse(modifiedAt) > now.getTime() - YEAR_MS &&
        Date.parse(modifiedAt) <= now.getTime()),
  );
  return toSubscore([
    { id: 'named_author', weight: 35, strength: when(isRead, () => Math.max(...authors)) },
    {
      id: 'outbound_references',
      weight: 30,
      strength: when(perThousand(pages, outbound.size), (rate) => saturating(rate, 5)),
    },
    toShare('factual_agreement', 20, agreement),
    { id: 'kept_current', weight: 15, strength: when(isRead, () => Number(isFresh)) },
  ]);
}

function trustworthiness({ pages, severities, consistency }: SiteFacts): Subscore {
  const isRead = pages.length > 0 || null;
  const has = (kind: PageKind): boolean => pages.some(({ kinds }) => kinds.includes(kind));
  const basics = [pages.every(({ isSecure }) => isSecure), ...BASICS.map(has)];
  const isDated = pages.some(({ publishedAt, modifiedAt }) => publishedAt ?? modifiedAt);
  const share = (facts: readonly boolean[]): number => facts.filter(Boolean).length / facts.length;
  const claims = sumOf(pages, 'claims');
  const alarm = severities.reduce((total, severity) => total + INCIDENT_WEIGHTS[severity], 0);
  return toSubscore([
    { id: 'site_basics', weight: 25, strength: when(isRead, () => share(basics)) },
    toShare('consistent_facts', 25, consistency),
    toShare('sourced_claims', 20, { agreeing: sumOf(pages, 'sourced'), of: claims }),
    { id: 'open_incidents', weight: 20, strength: 1 - Math.min(1, alarm) },
    {
      id: 'dates_and_corrections',
      weight: 10,
      strength: when(isRead, () => share([isDated, has('returns')])),
    },
  ]);
}

export const siteSubscores = (
  facts: SiteFacts,
): Record<'experience' | 'expertise' | 'trustworthiness', Subscore> => ({
  experience: experience(facts),
  expertise: expertise(facts),
  trustworthiness: trustworthiness(facts),
});
