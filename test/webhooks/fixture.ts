import type { Tenant } from '../../src/deps.js';
import { newId } from '../../src/domain/accounts/id.js';
import { Outbox } from '../../src/entities/run.js';
import {
  listWebhookDeliveries,
  loadWebhookAttempts,
  toDeliveryFilter,
  type WebhookDeliveryRow,
} from '../../src/services/webhooks/webhook-delivery.js';
import { createWebhookEndpoint } from '../../src/services/webhooks/webhook-endpoint.js';
import { findEventKind } from '../../src/webhooks/event-kinds.js';
import type { TestApp } from '../helpers/app.js';
import { until } from '../helpers/run/until.js';

/** Facts, as use cases write them into the outbox; examples of their kind unless `data` says more. @returns the ids of the events */
export async function tell(
  app: Pick<TestApp, 'deps'>,
  tenant: Tenant,
  event: string,
  { count = 1, data = findEventKind(event)?.sample ?? {}, brandId = newId() } = {},
): Promise<string[]> {
  const createdAt = app.deps.now();
  const rows = Array.from({ length: count }, () => ({
    ...tenant,
    id: newId(),
    event,
    brandId,
    createdAt,
    data: { ...data },
  }));
  await app.deps.db.transaction(tenant, (tx) => tx.em.insertMany(Outbox, rows));
  return rows.map(({ id }) => id);
}

export async function makeEndpoint(
  app: Pick<TestApp, 'deps'>,
  tenant: Tenant,
  url: string,
  events: string[] = ['citation.discovered', 'aeo.batch.completed'],
): Promise<{ id: string; secret: string }> {
  const input = { url, events, description: null };
  const made = await createWebhookEndpoint(app.deps, tenant, input, null);
  return { id: made.webhookEndpoint.id, secret: made.secret ?? '' };
}

export async function deliveriesOf(
  app: Pick<TestApp, 'deps'>,
  tenant: Tenant,
  endpointId: string | null = null,
): Promise<WebhookDeliveryRow[]> {
  const filter = await toDeliveryFilter(app.deps, tenant, { endpointId });
  const page = { first: 100, after: null };
  return (await listWebhookDeliveries(app.deps, tenant, page, filter)).rows;
}

/** Oldest first. */
export const attemptsOf = async (app: Pick<TestApp, 'deps'>, tenant: Tenant, deliveryId: string) =>
  (await loadWebhookAttempts(app.deps, tenant, [deliveryId])).reverse();

/** Waits until there are deliveries and all of them are so. */
export const all = async (
  app: Pick<TestApp, 'deps'>,
  tenant: Tenant,
  isSo: (status: string) => boolean,
  limitMs = 15_000,
) =>
  until(async () => {
    const rows = await deliveriesOf(app, tenant);
    return rows.length > 0 && rows.every(({ status }) => isSo(status));
  }, limitMs);

/** Until the delivery worker has looked for what is due so often: whatever was due by now has been found. */
export async function workerRounds({ deps: { db } }: Pick<TestApp, 'deps'>, rounds = 2) {
  const { command } = db;
  let left = rounds;
  db.command = async (subject, statement, values) => {
    const rows = await command(subject, statement, values);
    if (statement.name === 'take-endpoint-leases') left -= 1;
    return rows as never;
  };
  try {
    await until(() => left <= 0, 30_000);
  } finally {
    db.command = command;
  }
}
