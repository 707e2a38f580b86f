/** Structured data for the page that contains a rewrite. */

import type { Draft } from '../text/draft.js';
import { toInstantText } from '../time/instant.js';

export interface JsonldFacts {
  /** Owner of the page. */
  brand: string;
  published: Date;
  modified: Date;
}

const SCHEMA_ORG = 'https://schema.org';

/** A JSON-LD graph for a script element: `<` is escaped, so that no text can close the element. */
export function toJsonld(draft: Draft, { brand, published, modified }: JsonldFacts): string {
  const article = {
    '@type': 'Article',
    headline: draft.headline,
    description: draft.answer,
    author: { '@type': 'Organization', name: brand },
    datePublished: toInstantText(published),
    dateModified: toInstantText(modified),
  };
  const faqPage = {
    '@type': 'FAQPage',
    mainEntity: draft.faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  const graph = draft.faq.length === 0 ? [article] : [article, faqPage];
  return JSON.stringify({ '@context': SCHEMA_ORG, '@graph': graph }).replaceAll('<', '\\u003c');
}
