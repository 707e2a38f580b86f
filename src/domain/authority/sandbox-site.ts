/** Website of a sandbox brand, in place of the real website, which is not fetched. */

import { createHash } from 'node:crypto';
import { type Alias, BRAND, toEntity } from '../names/alias.js';
import { type PageEvidence, toEvidence } from './page-evidence.js';
import { readPageFacts } from './page-facts.js';

interface Subject {
  id: string;
  name: string;
  aliases?: readonly Alias[];
  ownedDomains: readonly string[];
}

const toHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;

/** True for a share of all brands, always the same brands. */
type Has = (thing: string, share: number) => boolean;

function guide(name: string, has: Has, modifiedAt: string): string {
  const author = {
    '@type': 'Person',
    name: 'Ada Vance',
    ...(has('credentials', 0.6) && { jobTitle: 'Head of testing' }),
  };
  const article = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    author,
    dateModified: modifiedAt,
  };
  const source =
    '<p>According to <a href="https://survey.example.org/results">a survey</a>, 7 years are usual.</p>';
  return page(
    `How we test ${name}`,
    `<script type="application/ld+json">${JSON.stringify(article)}</script>
     <p>We measured ${name} for 30 days and found a change of 21 percent.</p>
     ${has('tests', 0.5) ? `<p>We compared it with 4 others.</p>` : ''}${has('source', 0.7) ? source : ''}
     <table><tr><td>Day</td><td>Change</td></tr></table>`,
  );
}

/** Deterministic per brand, except for its dates, which follow `now`. */
export function sandboxSite(brand: Subject, now: Date): PageEvidence[] {
  const has: Has = (thing, share) =>
    createHash('sha256').update(`${thing}\n${brand.id}`).digest().readUInt32BE() < share * 2 ** 32;
  const name = toHtml(brand.name);
  const [domain = 'sandbox.example'] = brand.ownedDomains;
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();
  const pages: [path: string, html: string][] = [
    ['/', page(name, `<p>${name} makes one thing. Read our case study.</p>`)],
    ['/about', page(`About ${name}`, `<p>Two friends founded it in May 2009.</p>`)],
    ['/contact', page('Contact', '<p>Write to us at 1 Harbour Lane.</p>')],
    ['/privacy', page('Privacy', '<p>We keep what we need for 30 days.</p>')],
    ['/guides/how-we-test', guide(name, has, month)],
  ];
  if (has('terms', 0.7)) pages.push(['/terms', page('Terms', '<p>What you buy is yours.</p>')]);
  if (has('returns', 0.5))
    pages.push(['/returns', page('Returns', '<p>Send it back within 60 days.</p>')]);
  const entity = toEntity(BRAND, brand.name, brand.aliases);
  return pages.map(([path, html]) =>
    toEvidence(readPageFacts(html, `https://${domain}${path}`), entity),
  );
}
