/** One identity per cited page, and the domain that stands behind it. */

import { getDomain, parse } from 'tldts';
import { parseWebUrl, unwrapUrl } from './wrapped-url.js';

/** A citation as an engine lists it. */
export interface SourceLink {
  url: string;
  title: string | null;
}

/** Parameters that say who sent a reader and not which page is read. */
const TRACKING = new RegExp(
  `^(?:${[
    '(?:utm|mtm|matomo|pk|piwik|hsa)_.*',
    'gclid|gclsrc|gbraid|wbraid|dclid|gad_source|gad_campaignid|srsltid|_ga|_gl',
    'fbclid|igshid|igsh|msclkid|twclid|ttclid|li_fat_id|rdt_cid|sccid|epik|yclid|ysclid|_openstat',
    'mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|__hstc|__hssc|__hsfp|hsctatracking|vero_id|oly_enc_id|oly_anon_id',
    's_kwcid|ef_id|irclickid|ref_src|ref_url|spm|vd_source',
  ].join('|')})$`,
  'i',
);
/** Of one site only: elsewhere they may name a page. */
const TRACKING_OF: Record<string, ReadonlySet<string>> = {
  'youtube.com': new Set(['si', 'feature', 'pp', 't', 'ab_channel']),
};
const OPAQUE = { host: 'vertexaisearch.cloud.google.com', path: '/grounding-api-redirect/' };

/** RFC 3986: an escape of a letter, a digit or `-._~` says the same as the character; others are in capitals. */
const normalEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (code) => {
    const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(char) ? char : code.toUpperCase();
  });

const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';

/** Of a host, without `www.` and the dot of the DNS's root. */
const bareHost = ({ hostname }: URL): string =>
  hostname.replace(/\.+$/, '').replace(/^www\.(?=[^.]+\.)/, '');

/** What it asks for, in its order, but for what only tracks. */
function parametersOf(url: URL): string[] {
  const local = TRACKING_OF[bareHost(url)];
  return normalEscapes(url.search.slice(1))
    .split('&')
    .filter(
      (pair) => pair !== '' && !TRACKING.test(nameOf(pair)) && local?.has(nameOf(pair)) !== true,
    );
}

const toQuery = (pairs: readonly string[]): string =>
  pairs.length > 0 ? `?${pairs.join('&')}` : '';
const pathOf = ({ pathname }: URL): string => normalEscapes(pathname).replace(/\/$/, '');

/** A link that still works, without fragment, tracking parameters, default port and trailing slash. */
export function canonicalUrl(url: string): string | null {
  const parsed = parseWebUrl(url);
  return (
    parsed && `${parsed.protocol}//${parsed.host}${pathOf(parsed)}${toQuery(parametersOf(parsed))}`
  );
}

/** A redirect of a vendor's own, made anew for each answer, that does not say where it leads. */
export function isOpaqueRedirect(url: string): boolean {
  const parsed = parseWebUrl(url);
  return parsed?.hostname === OPAQUE.host && parsed.pathname.startsWith(OPAQUE.path);
}

/**
 * Equal for all links to one page, whatever their scheme, `www.`, order of parameters and default port; of an opaque
 * redirect all that is known, the source's domain and title. It is no address. Null for what is no web address.
 */
export function pageOf({ url, title }: SourceLink): string | null {
  if (isOpaqueRedirect(url)) return `${sourceDomain({ url, title })} ${title ?? ''}`;
  const page = unwrapUrl(url);
  const parsed = page === null ? null : parseWebUrl(page);
  if (!parsed) return null;
  const port = parsed.port === '' || /^(?:80|443)$/.test(parsed.port) ? '' : `:${parsed.port}`;
  // Sorting is stable: the order of parameters of one name may mean something.
  const pairs = parametersOf(parsed).sort((a, b) =>
    nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b)),
  );
  return `${bareHost(parsed)}${port}${pathOf(parsed)}${toQuery(pairs)}`;
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

/** Null unless it ends in a suffix of the public list: `Node.js` names no host. */
function domainOfTitle(title: string): string | null {
  const domain = registrableDomain(title);
  if (domain === null) return null;
  const { isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
  return isIcann || isPrivate ? domain : null;
}

/** Some vendors cite a redirect of their own, with the source's domain as its title. */
export function sourceDomain({ url, title }: SourceLink): string | null {
  if (!isOpaqueRedirect(url)) return registrableDomain(url);
  // A title of any other kind tells nothing; the redirect's own domain would credit the vendor.
  return (title?.includes('.') ? domainOfTitle(title) : null) ?? OPAQUE.host;
}
