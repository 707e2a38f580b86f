/** Whether an encyclopedia has a page about the brand (metrics: entity presence). */

import { toNormalForm } from '../text/normal-form.js';
import { registrableDomain } from '../text/url.js';

const fold = (text: string): string =>
  toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/_/g, ' ')
    .replace(/ \([^)]*\)$/, '')
    .trim();

/**
 * Whether the URL is a Wikipedia article titled with a name of the brand; an article on its trade
 * does not count.
 */
export function isEntityPage(url: string, names: readonly string[]): boolean {
  if (registrableDomain(url) !== 'wikipedia.org') return false;
  const [, title = ''] = /\/wiki\/([^?#]+)/.exec(url) ?? [];
  try {
    return names.some((name) => fold(name) === fold(decodeURIComponent(title)));
  } catch {
    return false;
  }
}

/** Whether a sameAs link of the brand's pages leads to Wikipedia or Wikidata. */
export const isEntityLink = (url: string): boolean =>
  ['wikipedia.org', 'wikidata.org'].includes(registrableDomain(url) ?? '');
