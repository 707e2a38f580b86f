/** One identity per cited page, and the domain that stands behind it. No URL is ever fetched. */

import { getDomain } from 'tldts';

/** A citation as an engine lists it. */
export interface SourceLink {
  url: string;
  title: string | null;
}

const TRACKING = /^(?:utm_[^=]*|gclid|fbclid)(?:=|$)/i;
const OPAQUE = { host: 'vertexaisearch.cloud.google.com', path: '/grounding-api-redirect/' };
/** Pages that only lead on to the one named in a parameter. */
const WRAPPERS: readonly { host: RegExp; path: string; parameters: readonly string[] }[] = [
  { host: /^(?:www\.)?google(?:\.[a-z]{2,3}){1,2}$/, path: '/url', parameters: ['q', 'url'] },
  { host: /^(?:l|lm)\.facebook\.com$/, path: '/l.php', parameters: ['u'] },
  { host: /^(?:www\.)?youtube\.com$/, path: '/redirect', parameters: ['q'] },
  { host: /^duckduckgo\.com$/, path: '/l/', parameters: ['uddg'] },
];

/** Null for what is no web address. */
function parseWebUrl(url: string): URL | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.hostname !== '' ? parsed : null;
}

/** The page that a redirect or tracking link names, one level deep; otherwise the URL as given. Null: no web address. */
export function unwrapUrl(url: string): string | null {
  const parsed = parseWebUrl(url);
  if (!parsed) return null;
  const wrapper = WRAPPERS.find(
    ({ host, path }) => host.test(parsed.hostname) && path === parsed.pathname,
  );
  const inner = wrapper?.parameters
    .map((name) => parsed.searchParams.get(name))
    .find((value) => value !== null);
  return inner && parseWebUrl(inner) ? inner : url;
}

/** Equal for links to one page: without fragment, tracking parameters, default port and trailing slash. */
export function canonicalUrl(url: string): string | null {
  const parsed = parseWebUrl(url);
  if (!parsed) return null;
  // The rest of the query stays letter by letter: re-encoding it may make it another page.
  const query = parsed.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !TRACKING.test(pair));
  const search = query.length > 0 ? `?${query.join('&')}` : '';
  return `${parsed.protocol}//${parsed.host}${parsed.pathname.replace(/\/$/, '')}${search}`;
}

/** Of a name in the DNS. */
const LONGEST_HOST = 253;

/**
 * The domain one registers (eTLD+1, private suffixes on: every `*.github.io` is its own), in punycode. An address
 * or a name without a suffix is its own domain; null for what is no host name or URL.
 */
export function registrableDomain(urlOrHost: string): string | null {
  const host = urlOrHost.trim();
  if (host === '' || host.startsWith('.') || /\s/.test(host)) return null;
  const hostname = parseWebUrl(/^https?:\/\//i.test(host) ? host : `http://${host}`)?.hostname;
  return hostname && hostname.length <= LONGEST_HOST
    ? (getDomain(hostname, { allowPrivateDomains: true }) ?? hostname)
    : null;
}

/** Some vendors cite a redirect of their own, with the source's domain as its title. */
export function sourceDomain({ url, title }: SourceLink): string | null {
  const parsed = parseWebUrl(url);
  if (parsed?.hostname !== OPAQUE.host || !parsed.pathname.startsWith(OPAQUE.path))
    return registrableDomain(url);
  // A title of any other kind tells nothing; the redirect's own domain would credit the vendor.
  return (title?.includes('.') ? registrableDomain(title) : null) ?? OPAQUE.host;
}
