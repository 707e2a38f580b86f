import type { StoreDeps, Transaction } from '../../deps.js';

const WAKE = `update auth.webhook_lane set due_at = least(due_at, :now)
  where account_id = :accountId and environment = :environment and endpoint_id = any(:ids::uuid[])`;

/** Marks the endpoints as due and notifies the senders. */
export async function wakeLeases(
  deps: StoreDeps,
  tx: Transaction,
  endpointIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(endpointIds)].sort();
  await tx.execute(WAKE, { now: deps.now(), ids });
  await deps.events.publish(tx, { topic: 'webhook-lane', endpointIds: ids });
}
