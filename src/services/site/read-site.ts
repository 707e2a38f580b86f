import type { Deps } from '../../deps.js';
import { kindsOf, type PageEvidence, type PageKind } from '../../domain/authority/page-evidence.js';
import { type Alias, BRAND, toEntity } from '../../domain/names/alias.js';
import { canonicalUrl, registrableDomain } from '../../domain/text/url.js';
import { createVisit } from './visit.js';

const MOST_PAGES = 20;
/** Limits requests to a site; dead links and documents count too. */
const MOST_VISITS = 40;
const MOST_WAITING = 500;
const SITE_MS = 240_000;

interface Subject {
  name: string;
  aliases: readonly Alias[];
  website: string | null;
  ownedDomains: readonly string[];
}

const startsOf = ({
  website,
  ownedDomains,
}: Pick<Subject, 'website' | 'ownedDomains'>): string[] => [
  ...(website === null ? [] : [website]),
  ...ownedDomains.map((domain) => `https://${domain}/`),
];

const domainOf = (url: string): string => registrableDomain(url) ?? new URL(url).hostname;

/** Takes pages of an unseen kind first, then the others in link order. */
function takeNext(waiting: Map<string, string>, seen: ReadonlySet<PageKind>): string | undefined {
  const entries = [...waiting];
  const [id, url] =
    entries.find(([, link]) => kindsOf(link).some((kind) => !seen.has(kind))) ?? entries[0] ?? [];
  if (id !== undefined) waiting.delete(id);
  return url;
}

/**
 * Reads up to twenty pages of the domains of a brand. Null when no page could be read; an empty list
 * when the site forbids robots.
 */
export async function readSite(
  deps: Pick<Deps, 'readUrl' | 'reader' | 'log'>,
  brand: Subject,
  signal: AbortSignal,
): Promise<PageEvidence[] | null> {
  const entity = toEntity(BRAND, brand.name, brand.aliases);
  const starts = startsOf(brand);
  const domains = new Set(starts.map(domainOf));
  const patience = AbortSignal.any([signal, AbortSignal.timeout(SITE_MS)]);
  const visit = createVisit(deps, domains, patience);
  const waiting = new Map<string, string>();
  const known = new Set<string>();
  const read = new Set<string>();
  const seen = new Set<PageKind>();
  const pages: PageEvidence[] = [];
  let wasForbidden = false;

  function queue(url: string): void {
    const id = canonicalUrl(url);
    if (id === null || known.has(id) || waiting.size >= MOST_WAITING) return;
    known.add(id);
    waiting.set(id, url);
  }
  for (const url of starts) queue(url);

  for (let visits = 0; visits < MOST_VISITS && pages.length < MOST_PAGES; visits += 1) {
    const next = takeNext(waiting, seen);
    if (next === undefined || patience.aborted) break;
    const found = await visit(next);
    if (found === 'forbidden') wasForbidden = true;
    if (found === null || found === 'forbidden') continue;
    const { url, answer } = found;
    const id = canonicalUrl(url) ?? url;
    if (answer.status !== 200 || answer.type !== 'text/html' || read.has(id)) continue;
    read.add(id);
    const page = await deps.reader
      .read('sitePage', { text: answer.text, url, brand: entity })
      .catch((error) =>
        deps.log.warn({ err: error, url }, 'a page of a website could not be read'),
      );
    if (page === undefined) continue;
    const { evidence, links } = page;
    pages.push(evidence);
    for (const kind of evidence.kinds) seen.add(kind);
    for (const link of links) if (domains.has(domainOf(link))) queue(link);
  }
  return pages.length === 0 && !wasForbidden ? null : pages;
}
