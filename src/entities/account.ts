import { defineEntity, p } from '@mikro-orm/core';
import type { EngineGrant, Limits, Tier } from '../domain/accounts/tier.js';
import { identified, instant, tenant } from './tenant.js';

export const AccountSetting = defineEntity({
  name: 'AccountSetting',
  tableName: 'account_setting',
  properties: {
    accountId: p.uuid().primary(),
    tier: p.string().$type<Tier>(),
    limits: p.json<Partial<Limits>>(),
    engineGrant: p.string().$type<EngineGrant>(),
    createdAt: instant(),
  },
});

export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    ...identified,
    userId: p.uuid(),
    name: p.string(),
    format: p.string().$type<'sk' | 'service'>(),
    prefix: p.string(),
    scopes: p.array().$type<string[]>(),
    createdAt: instant(),
    expiresAt: instant().nullable(),
    revokedAt: instant().nullable(),
    lastUsedAt: instant().nullable(),
    replacedBy: p.uuid().nullable(),
  },
});

/** Index to look up a presented key before its account is known. */
export const KeyHash = defineEntity({
  name: 'KeyHash',
  tableName: 'key_hash',
  schema: 'auth',
  properties: {
    hash: p.blob().primary(),
    accountId: p.uuid(),
    environment: p.string(),
    apiKeyId: p.uuid(),
  },
});

export const IdempotencyRecord = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_record',
  properties: {
    ...tenant,
    operation: p.string().primary(),
    key: p.string().primary(),
    bodyHash: p.blob(),
    answer: p.json<unknown>(),
    createdAt: instant(),
  },
});

/** Mail to users. Without a mail server, the operator can read it here. */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  schema: 'auth',
  properties: {
    id: p.uuid().primary(),
    recipient: p.string(),
    subject: p.string(),
    body: p.text(),
    createdAt: instant(),
    sentAt: instant().nullable(),
  },
});
