import { defineEntity, p } from '@mikro-orm/core';
import { identified, instant } from './tenant.js';

/** One engine call outside probe runs. Answers of probe runs store their own costs. */
export const EngineCall = defineEntity({
  name: 'EngineCall',
  tableName: 'engine_call',
  properties: {
    ...identified,
    purpose: p.string().$type<'scan' | 'query' | 'rewrite' | 'judge'>(),
    platform: p.string(),
    model: p.string(),
    sandbox: p.boolean(),
    status: p.string().$type<'answered' | 'failed'>(),
    errorCode: p.string().nullable(),
    tokensUsed: p.integer(),
    costUsd: p.double().nullable(),
    latencyMs: p.integer(),
    askedAt: instant(),
    keyId: p.uuid().nullable(),
    brandId: p.uuid().nullable(),
  },
});
