import { defineEntity, p } from '@mikro-orm/core';
import type { RewriteOutput } from '../domain/rewrites/rewrite-output.js';
import { identified, instant } from './tenant.js';

export const Rewrite = defineEntity({
  name: 'Rewrite',
  tableName: 'rewrite',
  properties: {
    ...identified,
    userId: p.uuid(),
    /** Null if the name matched no brand of the account. */
    brandId: p.uuid().nullable(),
    status: p.string().$type<'running' | 'completed' | 'failed'>(),
    text: p.text(),
    brand: p.string(),
    audience: p.text().nullable(),
    output: p.json<RewriteOutput>().nullable(),
    source: p.string().nullable(),
    model: p.string().nullable(),
    tokensUsed: p.integer().nullable(),
    costUsd: p.double().nullable(),
    latencyMs: p.integer().nullable(),
    createdAt: instant(),
    completedAt: instant().nullable(),
  },
});
