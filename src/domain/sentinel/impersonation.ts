/** How closely a cited domain or handle imitates a brand (metrics: impersonation). */

import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { toNormalForm } from '../text/normal-form.js';
import { registrableDomain } from '../text/url.js';
import { toPrototypes } from './confusable.js';
import { editDistance } from './edit-distance.js';

export type Resemblance =
  | 'homograph'
  | 'hyphenated'
  | 'misspelt'
  | 'affixed'
  | 'other_suffix'
  | 'subdomain'
  | 'contains'
  | 'mixed_script';

export interface Likeness {
  /** In [0, 1]; 0 for domains of the brand and for unrelated names. */
  score: number;
  reasons: Resemblance[];
}

const NOTHING: Likeness = { score: 0, reasons: [] };

/** Words that impersonators add to the name of a brand. */
const AFFIXES = [
  ...['login', 'signin', 'signup', 'auth', 'verify', 'verified', 'verification'],
  ...['support', 'help', 'helpdesk', 'care', 'customer', 'service', 'services', 'contact', 'team'],
  ...['official', 'oficial', 'officiel', 'real', 'online', 'app', 'web', 'update'],
  ...['secure', 'security', 'account', 'accounts', 'billing', 'refund', 'wallet'],
  ...['pay', 'payment', 'payments', 'shop', 'store', 'promo', 'giveaway'],
  ...['kefu', 'guanwang', '客服', '官网', '官方'],
];

const withoutMarks = (text: string): string => toNormalForm(text, 'NFD').replace(/\p{M}/gu, '');

/**
 * Folds look-alike characters into one. Marks are stripped before the confusables are replaced; letters are
 * lower-cased twice, because the table of confusables creates capitals (0 → O).
 */
export function fold(text: string): string {
  const plain = withoutMarks(toPrototypes(withoutMarks(text.toLowerCase()))).toLowerCase();
  return plain
    .replace(/[i1l|]/g, 'l')
    .replaceAll('vv', 'w')
    .replaceAll('0', 'o')
    .replaceAll('cl', 'd');
}

const lengthOf = (text: string): number => [...text].length;

function misspelling(label: string, brand: string): number {
  const steps = editDistance(fold(label), fold(brand), 2);
  const letters = lengthOf(brand);
  if (steps === 1) return letters >= 8 ? 0.9 : letters >= 5 ? 0.85 : 0.6;
  return steps === 2 && letters >= 8 ? 0.75 : 0;
}

/** No domain label and no handle is longer. */
const MOST_LETTERS = 100;

/** Whether the text consists of affixes and hyphens only; an empty text passes. */
function isMadeOf(affixes: readonly string[], text: string): boolean {
  const ends = new Set([0]);
  for (let at = 0; at < text.length; at += 1) {
    if (!ends.has(at)) continue;
    if (text[at] === '-') ends.add(at + 1);
    for (const affix of affixes) if (text.startsWith(affix, at)) ends.add(at + affix.length);
  }
  return ends.has(text.length);
}

/** Whether affixes surround the name of the brand: `secure-paypal-login`. */
function hasAffixes(label: string, brand: string, affixes: readonly string[]): boolean {
  if (brand === '') return false;
  for (let at = label.indexOf(brand); at !== -1; at = label.indexOf(brand, at + 1)) {
    const sides = [label.slice(0, at), label.slice(at + brand.length)];
    if (sides.join('').replaceAll('-', '') === '') continue;
    if (sides.every((side) => isMadeOf(affixes, side))) return true;
  }
  return false;
}

const FOLDED_AFFIXES = AFFIXES.map(fold);

/** Also matches names in look-alike letters. */
const isAffixed = (label: string, brand: string): boolean =>
  label.length <= MOST_LETTERS &&
  (hasAffixes(label, brand, AFFIXES) || hasAffixes(fold(label), fold(brand), FOLDED_AFFIXES));

const isMixed = (label: string): boolean =>
  /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label);

const best = (found: readonly [number, Resemblance][]): Likeness => {
  const score = Math.max(0, ...found.map(([value]) => value));
  const reasons = found.filter(([value]) => value === score && value > 0).map(([, why]) => why);
  return { score, reasons: [...new Set(reasons)] };
};

/** Likeness of a domain label or handle to a brand label, both in Unicode. Equal labels are left out. */
function compare(label: string, brand: string): [number, Resemblance][] {
  if (label === brand) return [];
  const found: [number, Resemblance][] = [[misspelling(label, brand), 'misspelt']];
  if (fold(label) === fold(brand)) found.push([1, 'homograph']);
  if (label.replaceAll('-', '') === brand) found.push([0.95, 'hyphenated']);
  if (isAffixed(label, brand)) found.push([0.85, 'affixed']);
  if (label.includes(brand) && lengthOf(brand) >= 6) found.push([0.5, 'contains']);
  return found;
}

const withScripts = (likeness: Likeness, label: string): Likeness =>
  likeness.score > 0 && isMixed(label)
    ? { ...likeness, reasons: [...likeness.reasons, 'mixed_script'] }
    : likeness;

/** Label without subdomain and suffix, in Unicode: `example` of `www.example.co.uk`. */
export const brandLabelOf = (domain: string): string | null => {
  const label = parse(domain, { allowPrivateDomains: true }).domainWithoutSuffix;
  return label === null ? null : domainToUnicode(label).toLowerCase();
};

/**
 * `owned`: registrable domains that belong to the brand or are allowed. The highest likeness to any
 * of `brandLabels` counts.
 */
export function likenessOfDomain(
  host: string,
  brandLabels: readonly string[],
  owned: ReadonlySet<string>,
): Likeness {
  const domain = registrableDomain(host);
  if (domain === null || owned.has(domain)) return NOTHING;
  const label = brandLabelOf(domain);
  if (label === null) return NOTHING;
  const above = (parse(host, { allowPrivateDomains: true }).subdomain ?? '')
    .split('.')
    .map((part) => domainToUnicode(part).toLowerCase());
  const found = brandLabels.flatMap((brand) => {
    const likeness = compare(label, brand);
    if (label === brand) likeness.push([lengthOf(brand) >= 5 ? 0.7 : 0.5, 'other_suffix']);
    if (above.includes(brand)) likeness.push([0.6, 'subdomain']);
    return likeness;
  });
  return withScripts(best(found), label);
}

/** Most sites do not allow hyphens in handles, so dots and underscores count as hyphens. */
const toHyphens = (handle: string): string => handle.toLowerCase().replace(/[._-]/g, '-');

/** A handle equal to the name of the brand scores 0, because it may belong to the brand. */
export const likenessOfHandle = (handle: string, brandLabels: readonly string[]): Likeness => {
  if (brandLabels.includes(handle.toLowerCase()) || handle.length > MOST_LETTERS) return NOTHING;
  const label = toHyphens(handle);
  const found = brandLabels.flatMap((brand) => [
    ...compare(label, brand),
    // Compared without separators too, to find a misspelling with a separator.
    ...compare(label.replaceAll('-', ''), brand),
  ]);
  return withScripts(best(found), label);
};

const HANDLE_SITES = new Set([
  'x.com',
  'twitter.com',
  'instagram.com',
  'facebook.com',
  'tiktok.com',
  'weibo.com',
  'github.com',
]);
/** First path segments that are pages of the site itself. */
const NO_HANDLE =
  /^(?:search|explore|hashtag|login|share|sharer|p|reel|watch|about|topics|features|orgs)$/i;

/** Account of a cited social page; null for any other URL. */
export function handleOf(url: string): { site: string; handle: string } | null {
  const site = registrableDomain(url);
  if (site === null || !URL.canParse(url)) return null;
  const [first = '', second = ''] = new URL(url).pathname.split('/').filter(Boolean).map(decode);
  const handle = site === 'linkedin.com' ? (first === 'company' ? second : '') : first;
  if (site !== 'linkedin.com' && !HANDLE_SITES.has(site)) return null;
  const name = handle.replace(/^@/, '');
  return name === '' || /\p{Cc}/u.test(name) || NO_HANDLE.test(name)
    ? null
    : { site, handle: name };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
