import { defineEntity, p } from '@mikro-orm/core';
import { identified, instant, origin } from './tenant.js';

export type DeliveryStatus = 'pending' | 'delivered' | 'exhausted';

export const WebhookEndpoint = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    ...identified,
    url: p.text(),
    description: p.text().nullable(),
    events: p.array().$type<string[]>(),
    enabled: p.boolean(),
    /** Encrypted by the vault. */
    secret: p.blob(),
    createdAt: instant(),
    updatedAt: instant(),
  },
});

/** One event on its way to one endpoint. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    ...identified,
    endpointId: p.uuid(),
    eventId: p.uuid(),
    event: p.text(),
    brandId: p.uuid().nullable(),
    body: p.text(),
    status: p.string().$type<DeliveryStatus>(),
    /** Number of all attempts, which also numbers them. */
    attempts: p.integer(),
    /** Number of attempts since creation or the last replay; determines the next retry delay. */
    tries: p.integer(),
    createdAt: instant(),
    nextAttemptAt: instant().nullable(),
    firstAttemptAt: instant().nullable(),
    deliveredAt: instant().nullable(),
    alertedAt: instant().nullable(),
    origin: origin(),
  },
});
