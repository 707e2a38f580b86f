import type { Deps, Tenant } from '../deps.js';
import {
  listWebhookDeliveries,
  loadWebhookDeliveries,
  toDeliveryFilter,
  type WebhookDeliveryRow,
} from '../services/webhooks/webhook-delivery.js';
import { createInboxes, type Inbox } from './inbox.js';

/** Delivery attempts of one account, for the subscribers of this process. */
export interface DeliveryFeed {
  attempted(deliveryIds: readonly string[]): void;
  /** Call when events may have been missed: sends the latest 50 deliveries. One may be sent twice. */
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
    deps.log.warn(
      { err: error, ...tenant },
      'webhook deliveries of a subscription could not be read',
    );
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
