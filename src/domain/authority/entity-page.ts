/** Whether an encyclopedia has a page about the brand itself (metrics: entity presence). */

import { toNormalForm } from '../text/normal-form.js';
import { registrableDomain } from '../text/url.js';

const fold = (text: string): string =>
  toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/_/g, ' ')
    .replace(/ \([^)]*\)$/, '')
    .trim();

/** Of cited pages, one whose title is a name of the brand: an article on its trade is none about it. */
export function isEntityPage(url: string, names: readonly string[]): boolean {
  if (registrableDomain(url) !== 'wikipedia.org') return false;
  const [, title = ''] = /\/wiki\/([^?#]+)/.exec(url) ?? [];
  try {
    return names.some((name) => fold(name) === fold(decodeURIComponent(title)));
  } catch {
    return false;
  }
}

/** What the brand's own pages name as being itself. */
export const isEntityLink = (url: string): boolean =>
  ['wikipedia.org', 'wikidata.org'].includes(registrableDomain(url) ?? '');
