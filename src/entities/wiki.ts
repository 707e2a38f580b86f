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
    /** Null until the linter has read this version. */
    facts: p.json<WikiFact[]>().nullable(),
    statements: p.json<PageStatement[]>().nullable(),
    /** Which version of the linter has read it; null until one has. */
    reading: p.integer().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
});

/** A page as it once was; the newest is the page itself. */
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
