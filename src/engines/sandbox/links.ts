import { createHash } from 'node:crypto';
import type { CitedLink, Subject } from '../engine.js';
import { SECOND_OWNED_LINK, type TrueRates } from './model.js';
import { createRandom, type Random } from './seeded-random.js';
import { ownedSite } from './site.js';

/** `.example` is a reserved domain, so no real site appears as a source. */
const PUBLISHERS = [
  'buyersledger',
  'softscope',
  'thecomparer',
  'marketfield',
  'plainreviews',
  'opsdigest',
  'forumwell',
  'wikifacts',
  'daybrief',
  'tradepost',
] as const;
const PAGES = [
  'guides/shortlist',
  'reviews/overview',
  'compare',
  'news/market-report',
  'forum/thread-4127',
] as const;
const OWNED_PAGES = [
  '',
  'pricing',
  'features',
  'docs/getting-started',
  'blog/what-is-new',
  'customers',
] as const;

/** Sources about a brand's market: a small fixed set, so that a new source is a real change. */
const sourcesOf = (subject: Subject): CitedLink[] =>
  createRandom('sources', subject.name)
    .shuffle(PUBLISHERS.flatMap((host) => PAGES.map((page) => ({ host, page }))))
    .slice(0, 18)
    .map(({ host, page }) => ({
      url: `https://www.${host}.example/${page}`,
      title: `${host} – ${page.split('/')[0]}`,
    }));

const rivalSite = (name: string): string => {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/gu, '');
  const label =
    slug === '' ? `rival-${createHash('sha256').update(name).digest('hex').slice(0, 8)}` : slug;
  return `https://www.${label.slice(0, 60)}.example/`;
};

export interface DrawnLinks {
  links: CitedLink[];
  ownedUrls: ReadonlySet<string>;
}

/** Draws the citations of one answer, without duplicates, so that densities are exact. */
export function drawLinks(of: {
  random: Random;
  subject: Subject;
  rates: TrueRates;
  rivals: readonly string[];
}): DrawnLinks {
  const { random, subject, rates, rivals } = of;
  const none: DrawnLinks = { links: [], ownedUrls: new Set() };
  if (!random.chance(rates.citation)) return none;

  const site = ownedSite(subject);
  const owned: CitedLink[] = [];
  if (site !== null && random.chance(rates.ownedCitation / rates.citation)) {
    const count = random.chance(SECOND_OWNED_LINK) ? 2 : 1;
    for (const page of random.shuffle(OWNED_PAGES).slice(0, count)) {
      owned.push({ url: `${site}/${page}`, title: null });
    }
  }

  const sources = sourcesOf(subject);
  const others = new Map<string, CitedLink>();
  for (let wanted = random.below(4) + (owned.length === 0 ? 1 : 0); wanted > 0; wanted -= 1) {
    // Squared, so that a few sources are cited far more often than the rest.
    const source = sources[Math.floor(random.next() ** 2 * sources.length)];
    if (source !== undefined) others.set(source.url, source);
  }
  for (const name of rivals) {
    if (random.chance(0.12)) others.set(rivalSite(name), { url: rivalSite(name), title: name });
  }
  return {
    links: random.shuffle([...others.values(), ...owned]),
    ownedUrls: new Set(owned.map((link) => link.url)),
  };
}
