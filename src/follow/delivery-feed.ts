import type { StoreDeps, Tenant } from '../deps.js';
import {
  listWebhookDeliveries,
  loadWebhookDeliveries,
  toDeliveryFilter,
  type WebhookDeliveryRow,
} from '../services/webhooks/webhook-delivery.js';
import { createInboxes, type Inbox } from './inbox.js';

/** Deliveries of one tenant after each attempt, for subscribers in this process. */
export interface DeliveryFeed {
  attempted(deliveryIds: readonly string[]): void;
  /** Sends the last 50 deliveries again after a gap in the events. A delivery may be sent twice. */
  refresh(): void;
  subscribe(endpointId: string | null): Inbox<WebhookDeliveryRow>;
  close(): void;
}

const LOOKED_THROUGH = 50;

export function createDeliveryFeed(
  deps: StoreDeps,
  tenant: Tenant,
  onClose: () => void,
): DeliveryFeed {
  const inboxes = createInboxes<WebhookDeliveryRow>(onClose);
  const tell = (deliveries: readonly WebhookDeliveryRow[]) => {
    for (const delivery of deliveries) inboxes.put(delivery);
  };
  const warn = (error: unknown) =>
    deps.log.warn({ err: error, ...tenant }, 'followed deliveries could not be read');
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
