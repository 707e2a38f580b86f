/** One identity per cited page, and the registrable domain of a URL. */

import { getDomain, parse } from 'tldts';
import { parseWebUrl, unwrapUrl } from './wrapped-url.js';

/** A citation as listed by an engine. */
export interface SourceLink {
  url: string;
  title: string | null;
}

/** Query parameters that track the reader and do not select the page. */
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
/** Parameters that track on one site only and may select a page elsewhere. */
const TRACKING_OF: Record<string, ReadonlySet<string>> = {
  'youtube.com': new Set(['si', 'feature', 'pp', 't', 'ab_channel']),
};
const OPAQUE = { host: 'vertexaisearch.cloud.google.com', path: '/grounding-api-redirect/' };

/** RFC 3986: escapes of letters, digits and `-._~` equal the character; other escapes are upper-cased. */
const normalEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (code) => {
    const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(char) ? char : code.toUpperCase();
  });

/** `ref=example.com` names the site that a reader came from. `ref=main` may be a branch. */
const REFERRER = /^ref=(?:[a-z0-9-]+\.)+[a-z]{2,24}$/i;

const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';

/** Host without `www.` and without the trailing dot of the DNS root. */
const bareHost = ({ hostname }: URL): string =>
  hostname.replace(/\.+$/, '').replace(/^www\.(?=[^.]+\.)/, '');

/** Query parameters in their order, without tracking parameters. */
function parametersOf(url: URL): string[] {
  const local = TRACKING_OF[bareHost(url)];
  return normalEscapes(url.search.slice(1))
    .split('&')
    .filter(
      (pair) =>
        pair !== '' &&
        !TRACKING.test(nameOf(pair)) &&
        !REFERRER.test(pair) &&
        local?.has(nameOf(pair)) !== true,
    );
}

const toQuery = (pairs: readonly string[]): string =>
  pairs.length > 0 ? `?${pairs.join('&')}` : '';
const pathOf = ({ pathname }: URL): string => normalEscapes(pathname).replace(/\/$/, '');

/** A working URL without fragment, tracking parameters, default port and trailing slash. */
export function canonicalUrl(url: string): string | null {
  const parsed = parseWebUrl(url);
  return (
    parsed && `${parsed.protocol}//${parsed.host}${pathOf(parsed)}${toQuery(parametersOf(parsed))}`
  );
}

/** A redirect that a vendor creates per answer and that does not name its target. */
export function isOpaqueRedirect(url: string): boolean {
  const parsed = parseWebUrl(url);
  return parsed?.hostname === OPAQUE.host && parsed.pathname.startsWith(OPAQUE.path);
}

/**
 * Equal for all links to one page, whatever their scheme, `www.`, parameter order and default port.
 * An opaque redirect is identified by the domain and title of its source. Not a URL. Null unless the
 * input is a web URL.
 */
export function pageOf({ url, title }: SourceLink): string | null {
  if (isOpaqueRedirect(url)) return `${sourceDomain({ url, title })} ${title ?? ''}`;
  const page = unwrapUrl(url);
  const parsed = page === null ? null : parseWebUrl(page);
  if (!parsed) return null;
  const port = parsed.port === '' || /^(?:80|443)$/.test(parsed.port) ? '' : `:${parsed.port}`;
  // The sort is stable, because the order of parameters with the same name may matter.
  const pairs = parametersOf(parsed).sort((a, b) =>
    nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b)),
  );
  return `${bareHost(parsed)}${port}${pathOf(parsed)}${toQuery(pairs)}`;
}

/** Maximum length of a DNS name. */
const LONGEST_HOST = 253;

/**
 * The registrable domain in punycode (eTLD+1 with private suffixes: every `*.github.io` is its own
 * domain). An IP address or a name without a suffix is its own domain. Null unless the input is a
 * host name or URL.
 */
export function registrableDomain(urlOrHost: string): string | null {
  const host = urlOrHost.trim();
  if (host === '' || host.startsWith('.') || /\s/.test(host)) return null;
  const hostname = parseWebUrl(/^https?:\/\//i.test(host) ? host : `http://${host}`)?.hostname;
  return hostname && hostname.length <= LONGEST_HOST
    ? (getDomain(hostname, { allowPrivateDomains: true }) ?? hostname)
    : null;
}

/** Null unless the title ends in a suffix of the public list: `Node.js` is not a host. */
function domainOfTitle(title: string): string | null {
  const domain = registrableDomain(title);
  if (domain === null) return null;
  const { isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
  return isIcann || isPrivate ? domain : null;
}

/** Some vendors cite a redirect of their own, with the domain of the source as its title. */
export function sourceDomain({ url, title }: SourceLink): string | null {
  if (!isOpaqueRedirect(url)) return registrableDomain(url);
  // Other titles do not name the source. The full host is used, because the registrable domain would
  // credit the vendor.
  return (title?.includes('.') ? domainOfTitle(title) : null) ?? OPAQUE.host;
}
