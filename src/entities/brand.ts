import { defineEntity, p } from '@mikro-orm/core';
import type { Alias } from '../domain/names/alias.js';
import { identified, instant } from './tenant.js';

export const Brand = defineEntity({
  name: 'Brand',
  tableName: 'brand',
  properties: {
    ...identified,
    userId: p.uuid(),
    name: p.string(),
    category: p.string(),
    language: p.string(),
    website: p.string().nullable(),
    aliases: p.json<Alias[]>(),
    ownedDomains: p.array().$type<string[]>(),
    /** Whether a suspicion may start a run to confirm it. */
    confirmIncidents: p.boolean().default(true),
    createdAt: instant(),
    updatedAt: instant(),
    deletedAt: instant().nullable(),
  },
});

export const Competitor = defineEntity({
  name: 'Competitor',
  tableName: 'competitor',
  properties: {
    ...identified,
    brandId: p.uuid().primary(),
    name: p.string(),
    aliases: p.json<Alias[]>(),
    domains: p.array().$type<string[]>(),
    createdAt: instant(),
  },
});
