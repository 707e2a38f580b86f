import { defineEntity, p } from '@mikro-orm/core';
import { identified, instant, tenant } from './tenant.js';

export type BatchStatus = 'draft' | 'queued' | 'running' | 'completed';
export type BatchItemStatus = 'waiting' | 'completed' | 'failed';

export const RewriteBatch = defineEntity({
  name: 'RewriteBatch',
  tableName: 'rewrite_batch',
  properties: {
    ...identified,
    brandId: p.uuid(),
    userId: p.uuid(),
    keyId: p.uuid().nullable(),
    name: p.string().nullable(),
    status: p.string().$type<BatchStatus>(),
    sequence: p.integer(),
    createdAt: instant(),
    startedAt: instant().nullable(),
    completedAt: instant().nullable(),
  },
});

export const RewriteBatchItem = defineEntity({
  name: 'RewriteBatchItem',
  tableName: 'rewrite_batch_item',
  properties: {
    ...tenant,
    batchId: p.uuid().primary(),
    ordinal: p.smallint().primary(),
    text: p.text(),
    audience: p.text().nullable(),
    status: p.string().$type<BatchItemStatus>(),
    rewriteId: p.uuid().nullable(),
    errorCode: p.string().nullable(),
    errorMessage: p.text().nullable(),
  },
});
