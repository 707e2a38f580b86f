import type { Deps, UrlResponse } from '../../deps.js';
import { mayRead as mayRobotRead } from '../../domain/authority/robots.js';
import { registrableDomain } from '../../domain/text/url.js';

const LONGEST_URL = 2_048;
const MOST_HOPS = 3;

/** The final URL after redirects, and its response. */
export interface Found {
  url: string;
  answer: UrlResponse;
}

/** `forbidden` when the site forbids robots; null when there is nothing to read. */
export type Visit = (url: string) => Promise<Found | 'forbidden' | null>;

type Rules = (url: string) => boolean;

/** Reads only pages of these domains, also after redirects, and only those that robots may read. */
export function createVisit(
  { readUrl, reader }: Pick<Deps, 'readUrl' | 'reader'>,
  domains: ReadonlySet<string>,
  signal: AbortSignal,
): Visit {
  const rules = new Map<string, Rules>();

  const mayRead = (url: string): boolean =>
    url.length <= LONGEST_URL &&
    URL.canParse(url) &&
    /^https?:$/.test(new URL(url).protocol) &&
    new URL(url).username === '' &&
    domains.has(registrableDomain(url) ?? new URL(url).hostname);

  async function follow(
    first: string,
    judge: (url: string) => Promise<boolean | null>,
  ): Promise<Found | 'forbidden' | null> {
    let url = first;
    for (let hop = 0; hop <= MOST_HOPS && mayRead(url); hop += 1) {
      const isAllowed = await judge(url);
      if (isAllowed !== true) return isAllowed === null ? null : 'forbidden';
      const answer = await readUrl(url, signal).catch(() => null);
      if (answer === null) return null;
      const { status, location } = answer;
      if (status < 300 || status >= 400 || location === null) return { url, answer };
      if (!URL.canParse(location, url)) return null;
      url = new URL(location, url).href;
    }
    return null;
  }

  /**
   * Rules of robots.txt: without the file everything is allowed, on a server error nothing; null when
   * the site does not respond.
   */
  async function loadRules(origin: string): Promise<Rules | null> {
    const found = await follow(`${origin}/robots.txt`, async () => true);
    if (found === null || found === 'forbidden') return null;
    const { status, text } = found.answer;
    if (status >= 500) return () => false;
    if (status >= 400) return () => true;
    const robotRules = await reader.read('robots', { text }).catch(() => null);
    // A file that cannot be parsed in time counts as forbidding everything.
    return robotRules === null ? () => false : (url) => mayRobotRead(robotRules, url);
  }

  return (first) =>
    follow(first, async (url) => {
      const { origin } = new URL(url);
      const own = rules.get(origin) ?? (await loadRules(origin));
      if (own !== null) rules.set(origin, own);
      return own?.(url) ?? null;
    });
}
