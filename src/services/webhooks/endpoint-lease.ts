import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Tenant } from '../../deps.js';

const WAKE = `update auth.webhook_lane set due_at = least(due_at, ?)
  where account_id = ? and environment = ? and endpoint_id = any(?::uuid[])`;

/** Marks the endpoints as due and notifies the senders. */
export async function wakeLeases(
  deps: Deps,
  em: EntityManager,
  tenant: Tenant,
  endpointIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(endpointIds)].sort();
  await em.execute(WAKE, [deps.now(), tenant.accountId, tenant.environment, `{${ids.join()}}`]);
  await deps.events.publish(em, { topic: 'webhook-lane', endpointIds: ids });
}
