import type { Deps, Scope, Statement } from '../deps.js';
import { newId } from '../domain/id.js';
import { notification } from '../events.js';
import type { Origin } from '../trail.js';
import { toBody, type WebhookEvent } from './event-kinds.js';

/** Few, so that the first of many are soon on their way while the next are made ready. */
const FACTS_AT_ONCE = 20;

const PENDING: Statement = {
  name: 'outbox-pending',
  text: `select id, account_id as "accountId", environment from auth.outbox_pending order by id limit ${FACTS_AT_ONCE}`,
};
const FACTS: Statement = {
  name: 'outbox-facts',
  text: `select id, event, brand_id as "brandId", created_at as "createdAt", data, origin from outbox
    where account_id = $1 and environment = $2 and id = any($3::uuid[]) order by created_at, id`,
};
/** An endpoint hears of what happened since it was made. */
const ENDPOINTS: Statement = {
  name: 'listening-endpoints',
  text: `select id, events, created_at as "createdAt" from webhook_endpoint
    where account_id = $1 and environment = $2 and enabled order by id`,
};
/** Of two processes at the same facts one finds them still pending, and only that one delivers them. */
const DELIVER: Statement = {
  name: 'make-deliveries',
  text: `with taken as (
      delete from auth.outbox_pending where id in (
        select id from auth.outbox_pending where id = any($3::uuid[]) order by id for update skip locked) returning id
    ), made as (
      insert into webhook_delivery (account_id, environment, id, endpoint_id, event_id, event, brand_id, body, status,
        attempts, tries, created_at, next_attempt_at, origin)
      select $1, $2, d.id, e.id, f.id, f.event, f.brand_id, f.body, 'pending', 0, 0, $6, $6, f.origin
      from jsonb_to_recordset($5::jsonb) as d (id uuid, event_id uuid, endpoint_id uuid)
        join jsonb_to_recordset($4::jsonb) as f (id uuid, event text, brand_id uuid, body text, origin jsonb) on f.id = d.event_id
        join taken t on t.id = f.id
        join webhook_endpoint e on e.account_id = $1 and e.environment = $2 and e.id = d.endpoint_id
      order by d.id
      returning endpoint_id
    ), woken as (
      update auth.webhook_lane l set due_at = least(l.due_at, $6)
      where l.account_id = $1 and l.environment = $2 and l.endpoint_id in (
        select endpoint_id from auth.webhook_lane where account_id = $1 and environment = $2
          and endpoint_id in (select endpoint_id from made) order by endpoint_id for update)
      returning 1
    )
    select pg_notify($7, $8) from woken limit 1`,
};

interface Pending extends Scope {
  id: string;
}

interface Listening {
  id: string;
  events: string[];
  createdAt: Date;
}

async function dispatchOf(deps: Deps, scope: Scope, ids: readonly string[]): Promise<void> {
  const place = [scope.accountId, scope.environment];
  const [facts, endpoints] = await Promise.all([
    deps.db.read<WebhookEvent & { origin: Origin | null }>(scope, FACTS, [...place, ids]),
    deps.db.read<Listening>(scope, ENDPOINTS, place),
  ]);
  const deliveries = facts.flatMap((fact) =>
    endpoints
      .filter(({ events, createdAt }) => events.includes(fact.event) && createdAt <= fact.createdAt)
      .map((endpoint) => ({ id: newId(), event_id: fact.id, endpoint_id: endpoint.id })),
  );
  const wanted = new Set(deliveries.map((delivery) => delivery.event_id));
  const bodies = facts
    .filter(({ id }) => wanted.has(id))
    .map((fact) => ({
      id: fact.id,
      event: fact.event,
      brand_id: fact.brandId,
      body: toBody(fact),
      origin: fact.origin,
    }));
  await deps.db.read(scope, DELIVER, [
    ...place,
    ids,
    JSON.stringify(bodies),
    JSON.stringify(deliveries),
    deps.now(),
    ...notification({ topic: 'webhook-due' }),
  ]);
}

/**
 * Turns the oldest facts of the outbox into deliveries, one for each endpoint that wants them.
 *
 * @returns whether there may be more: the first are sent while those are made
 */
export async function dispatchOutbox(deps: Deps): Promise<boolean> {
  const pending = await deps.db.readShared<Pending>(PENDING, []);
  const byScope = Map.groupBy(pending, (row) => `${row.accountId}/${row.environment}`);
  for (const [first, ...rest] of byScope.values()) {
    if (first === undefined) continue;
    const { accountId, environment } = first;
    const ids = [first, ...rest].map((row) => row.id);
    // One account's trouble is not the others'.
    await dispatchOf(deps, { accountId, environment }, ids).catch((error) =>
      deps.log.error({ err: error, accountId, environment }, 'facts could not be dispatched'),
    );
  }
  return pending.length === FACTS_AT_ONCE;
}
