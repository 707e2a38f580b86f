import type { Deps, Tenant } from '../deps.js';
import {
  listWebhookDeliveries,
  loadWebhookDeliveries,
  toDeliveryFilter,
  type WebhookDeliveryRow,
} from '../services/webhooks/webhook-delivery.js';
import { createInboxes, type Inbox } from './inbox.js';

/** Attempts of one account's deliveries, for those on this process who watch them. */
export interface DeliveryFeed {
  attempted(deliveryIds: readonly string[]): void;
  /** News may have been missed: the last deliveries are told. One may be told twice. */
  refresh(): void;
  subscribe(endpointId: string | null): Inbox<WebhookDeliveryRow>;
  close(): void;
}

const LOOKED_THROUGH = 50;

export function createDeliveryFeed(deps: Deps, tenant: Tenant, onClose: () => void): DeliveryFeed {
  const inboxes = createInboxes<WebhookDeliveryRow>(onClose);
  const tell = (deliveries: readonly WebhookDeliveryRow[]) => {
    for (const delivery of deliveries) inboxes.put(delivery);
  };
  const warn = (error: unknown) =>
    deps.log.warn({ err: error, ...tenant }, 'watched deliveries could not be read');
  async function readLast(): Promise<WebhookDeliveryRow[]> {
    const all = await toDeliveryFilter(deps, tenant, {});
    const page = { first: LOOKED_THROUGH, after: null };
    const { rows } = await listWebhookDeliveries(deps, tenant, page, all);
    return rows.filter(({ attemptCount }) => attemptCount > 0).reverse();
  }

  return {
    attempted(deliveryIds) {
      loadWebhookDeliveries(deps, tenant, deliveryIds).then(tell, warn);
    },
    refresh() {
      readLast().then(tell, warn);
    },
    subscribe: (endpointId) =>
      inboxes.open((delivery) => endpointId === null || endpointId === delivery.endpointId),
    close: inboxes.close,
  };
}
