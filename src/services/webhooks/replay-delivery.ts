import type { StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { WebhookDelivery } from '../../entities/webhook.js';
import { AppError, badInput } from '../../errors.js';
import { SAMPLE_BRAND, TEST_EVENT, toBody } from '../../webhooks/event-kinds.js';
import { once } from '../input/idempotency.js';
import { wakeLeases } from './endpoint-lease.js';
import {
  findWebhookDelivery,
  requireEventKind,
  type WebhookDeliveryRow,
} from './webhook-delivery.js';
import { findWebhookEndpoint } from './webhook-endpoint.js';

const AT_ONCE = 5_000;

/**
 * Restarts the retry schedule, with the original id and body. Undelivered deliveries keep their first
 * attempt and their alert, so that lateness still counts from the first attempt; delivered ones start
 * afresh.
 */
const AGAIN = `status = 'pending', tries = 0, next_attempt_at = :now, delivered_at = null,
  first_attempt_at = case when status <> 'delivered' then first_attempt_at end,
  alerted_at = case when status <> 'delivered' then alerted_at end`;

async function requireEnabled(deps: StoreDeps, tenant: Tenant, endpointId: string): Promise<void> {
  const { enabled } = await findWebhookEndpoint(deps, tenant, endpointId);
  if (!enabled) throw new AppError('CONFLICT', 'this endpoint is disabled');
}

/** Sends a delivery again, whatever its status. */
export async function replayDelivery(
  deps: StoreDeps,
  tenant: Tenant,
  id: string,
): Promise<WebhookDeliveryRow> {
  const { endpointId } = await findWebhookDelivery(deps, tenant, id);
  await requireEnabled(deps, tenant, endpointId);
  await deps.db.transaction(tenant, async (tx) => {
    await tx.execute(
      `update webhook_delivery set ${AGAIN} where account_id = :accountId and environment = :environment and id = :id`,
      { now: deps.now(), id },
    );
    await wakeLeases(deps, tx, [endpointId]);
  });
  return findWebhookDelivery(deps, tenant, id);
}

/** @returns the endpoints of up to 5,000 deliveries that are now due */
const recoverSome = (
  tx: Transaction,
  { endpointId, since, now }: { endpointId: string | null; since: Date; now: Date },
): Promise<{ endpointId: string }[]> =>
  tx.execute(
    `update webhook_delivery set ${AGAIN} where account_id = :accountId and environment = :environment and id in (
       select id from webhook_delivery where account_id = :accountId and environment = :environment and created_at >= :since
         and (:endpointId::uuid is null or endpoint_id = :endpointId)
         and (status = 'exhausted' or (status = 'pending' and tries > 0)) limit ${AT_ONCE})
     returning endpoint_id as "endpointId"`,
    { now, since, endpointId },
  );

/**
 * After an outage: immediately resends everything created since `since` that was not delivered.
 * @returns number of deliveries
 */
export async function recoverDeliveries(
  deps: StoreDeps,
  tenant: Tenant,
  { endpointId, since }: { endpointId: string | null; since: Date },
): Promise<number> {
  if (endpointId !== null) await requireEnabled(deps, tenant, endpointId);
  const now = deps.now();
  if (since > now) throw badInput('since', 'must not be in the future');
  for (let recovered = 0; ; ) {
    const some = await deps.db.transaction(tenant, async (tx) => {
      const rows = await recoverSome(tx, { endpointId, since, now });
      if (rows.length > 0)
        await wakeLeases(
          deps,
          tx,
          rows.map((row) => row.endpointId),
        );
      return rows.length;
    });
    recovered += some;
    if (some < AT_ONCE) return recovered;
  }
}

/**
 * Sends a sample event to one endpoint, whatever its subscriptions: signed, retried and logged like
 * real events.
 */
export async function sendTestEvent(
  deps: StoreDeps,
  tenant: Tenant,
  { id: endpointId, event }: { id: string; event: string | null },
  idempotencyKey: string | null,
): Promise<WebhookDeliveryRow> {
  const kind = requireEventKind(event ?? TEST_EVENT);
  await requireEnabled(deps, tenant, endpointId);
  const request = { operation: 'sendTestEvent', key: idempotencyKey, input: { endpointId, event } };
  const { answer } = await once(deps, tenant, request, async (tx) => {
    const now = deps.now();
    const id = newId();
    const eventId = newId();
    const fact = { id: eventId, event: kind.name, brandId: SAMPLE_BRAND, createdAt: now };
    await tx.em.insert(WebhookDelivery, {
      ...tenant,
      id,
      endpointId,
      eventId,
      event: kind.name,
      brandId: null,
      body: toBody({ ...fact, data: kind.sample }),
      status: 'pending',
      attempts: 0,
      tries: 0,
      createdAt: now,
      nextAttemptAt: now,
      firstAttemptAt: null,
      deliveredAt: null,
      alertedAt: null,
    });
    await wakeLeases(deps, tx, [endpointId]);
    return { id };
  });
  return findWebhookDelivery(deps, tenant, answer.id);
}
