import type { Deps, Tenant, Transaction } from '../../deps.js';
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
 * From the start of its schedule, with the id and the body that it has. What has not arrived is late from its first
 * attempt on, however often it is sent again, and its owners were told or were not; what had arrived begins anew.
 */
const AGAIN = `status = 'pending', tries = 0, next_attempt_at = :now, delivered_at = null,
  first_attempt_at = case when status <> 'delivered' then first_attempt_at end,
  alerted_at = case when status <> 'delivered' then alerted_at end`;

async function requireEnabled(deps: Deps, tenant: Tenant, endpointId: string): Promise<void> {
  const { enabled } = await findWebhookEndpoint(deps, tenant, endpointId);
  if (!enabled) throw new AppError('CONFLICT', 'the endpoint is switched off');
}

/** Sends a delivery again, whatever became of it. */
export async function replayDelivery(
  deps: Deps,
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

/** @returns the endpoints of up to 5,000 deliveries that now are due */
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

/** After an outage: sends at once what was made since and has not arrived. @returns how many */
export async function recoverDeliveries(
  deps: Deps,
  tenant: Tenant,
  { endpointId, since }: { endpointId: string | null; since: Date },
): Promise<number> {
  if (endpointId !== null) await requireEnabled(deps, tenant, endpointId);
  const now = deps.now();
  if (since > now) throw badInput('since', 'must not lie in the future');
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

/** A made-up event to one endpoint, whatever it subscribes to: signed, tried and logged as real ones are. */
export async function sendTestEvent(
  deps: Deps,
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
