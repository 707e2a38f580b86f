import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenant } from './tenant.js';

/** A name nobody tracks that answers about a brand set beside the tracked ones. */
export const CompetitorSuggestion = defineEntity({
  name: 'CompetitorSuggestion',
  tableName: 'competitor_suggestion',
  properties: {
    ...tenant,
    brandId: p.uuid().primary(),
    sandbox: p.boolean().primary(),
    nameKey: p.string().primary(),
    name: p.text(),
    answers: p.integer(),
    firstSeenAt: instant(),
    lastSeenAt: instant(),
    dismissedAt: instant().nullable(),
  },
});
