import { defineEntity, p } from '@mikro-orm/core';
import type { WikiFact } from '../domain/facts/wiki-fact.js';
import type { PageStatement } from '../domain/lint/wiki-page.js';
import { identified, instant, tenant } from './tenant.js';

export const WikiPage = defineEntity({
  name: 'WikiPage',
  tableName: 'wiki_page',
  properties: {
    ...identified,
    brandId: p.uuid(),
    title: p.string(),
    body: p.text(),
    version: p.integer(),
    /** Null until the linter has read this version of the page. */
    facts: p.json<WikiFact[]>().nullable(),
    statements: p.json<PageStatement[]>().nullable(),
    /** Version of the linter that read the page; null if none has. */
    reading: p.integer().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
});

/** A version of a page. The newest version equals the page. */
export const WikiVersion = defineEntity({
  name: 'WikiVersion',
  tableName: 'wiki_version',
  properties: {
    ...tenant,
    pageId: p.uuid().primary(),
    version: p.integer().primary(),
    userId: p.uuid(),
    title: p.string(),
    body: p.text(),
    createdAt: instant(),
  },
});
