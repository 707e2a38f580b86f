import { notification } from '../database/events.js';
import { type Statement, type StoreDeps, SYSTEM, type Tenant } from '../deps.js';
import { newId } from '../domain/accounts/id.js';
import type { TraceLink } from '../observability/request-context.js';
import type { Due } from './attempt.js';
import { type EndpointRef, oldSecrets } from './endpoint-ref.js';
import { toBody, type WebhookEvent } from './event-kinds.js';

const PENDING_AT_ONCE = 200;
/** The first batch is small, so that its deliveries start soon. Each later batch is twice as large. */
const FACTS_AT_FIRST = 4;

const PENDING: Statement = {
  name: 'outbox-pending',
  text: `select id, account_id as "accountId", environment from auth.outbox_pending order by id limit ${PENDING_AT_ONCE}`,
};
const FACTS: Statement = {
  name: 'outbox-facts',
  text: `select id, event, brand_id as "brandId", created_at as "createdAt", data, origin from outbox
    where account_id = :accountId and environment = :environment and id = any(:ids::uuid[]) order by created_at, id`,
};
/** Enabled endpoints. An endpoint receives only events that occurred after its creation. */
const ENDPOINTS: Statement = {
  name: 'listening-endpoints',
  text: `select id, events, created_at as "createdAt", url, secret, ${oldSecrets('e', ':now')} as "oldSecrets"
    from webhook_endpoint e where account_id = :accountId and environment = :environment and enabled order by id`,
};
/**
 * Of two processes with the same events, only one finds them pending and creates the deliveries. `for key share` waits
 * for the removal of an endpoint in progress, and delays removals until this statement commits.
 */
const DELIVER: Statement = {
  name: 'make-deliveries',
  text: `with taken as (
      delete from auth.outbox_pending where id in (
        select id from auth.outbox_pending where id = any(:ids::uuid[]) order by id for update skip locked) returning id
    ), listening as materialized (
      select id from webhook_endpoint where account_id = :accountId and environment = :environment
        and id = any(:endpointIds::uuid[]) order by id for key share
    ), made as (
      insert into webhook_delivery (account_id, environment, id, endpoint_id, event_id, event, brand_id, body, status,
        attempts, tries, created_at, next_attempt_at, origin)
      select :accountId, :environment, d.id, e.id, f.id, f.event, f.brand_id, f.body, 'pending', 0, 0, :now, :now, f.origin
      from unnest(:deliveryIds::uuid[], :eventIds::uuid[], :receiverIds::uuid[]) as d (id, event_id, endpoint_id)
        join jsonb_to_recordset(:events::jsonb) as f (id uuid, event text, brand_id uuid, body text, origin jsonb) on f.id = d.event_id
        join taken t on t.id = f.id
        join listening e on e.id = d.endpoint_id
      order by d.id
      returning 1
    ), woken as (
      update auth.webhook_lane l set due_at = least(l.due_at, :now)
      where l.account_id = :accountId and l.environment = :environment and l.endpoint_id in (
        select endpoint_id from auth.webhook_lane where account_id = :accountId and environment = :environment
          and endpoint_id in (select id from listening) and exists (select from made) order by endpoint_id for update)
      returning 1
    )
    select count(*)::int as count, (select pg_notify(:channel, :payload) from woken limit 1) from made`,
};

interface Pending extends Tenant {
  id: string;
}

type Fact = WebhookEvent & { origin: TraceLink | null };

interface Endpoint extends Pick<Due, 'url' | 'secret' | 'oldSecrets'> {
  id: string;
  events: string[];
  createdAt: Date;
}

/** Deliveries that were created and stored. Both times are by the monotonic clock of the process. */
export interface Enqueued {
  dues: readonly Due[];
  /** The deliveries were stored after this time. */
  sinceMs: number;
  /** Time at which the endpoint was read; later changes are not included. */
  knownMs: number;
}

/** The delivery worker of this process. */
export interface Sender {
  /** Holder id of this process, which ignores notifications that it sent itself. */
  holder: string;
  /** Takes new deliveries of an endpoint. */
  enqueue(endpoint: EndpointRef, handed: Enqueued): void;
  /** Reads the due deliveries of these endpoints. */
  lookAt(endpointIds: readonly string[]): void;
}

/** PostgreSQL array of ids, which need no quotes. */
const toArray = (ids: readonly string[]): string => `{${ids.join()}}`;

interface Made {
  endpointId: string;
  dues: Due[];
}

const wants = ({ events, createdAt }: Endpoint, fact: Fact): boolean =>
  events.includes(fact.event) && createdAt <= fact.createdAt;

/** New deliveries of each endpoint. The body of an event is created once for all endpoints. */
function toDues(facts: readonly Fact[], endpoints: readonly Endpoint[]): Made[] {
  const told = facts
    .filter((fact) => endpoints.some((endpoint) => wants(endpoint, fact)))
    .map((fact) => ({ fact, body: toBody(fact) }));
  return endpoints.map((endpoint) => {
    const { id: endpointId, url, secret, oldSecrets } = endpoint;
    const dues = told
      .filter(({ fact }) => wants(endpoint, fact))
      .map(({ fact: { id: eventId, event, origin }, body }) => ({
        ...{ id: newId(), eventId, event, body, attempts: 0, tries: 0, origin },
        ...{ url, secret, oldSecrets },
      }));
    return { endpointId, dues };
  });
}

interface Ready {
  ids: string[];
  facts: Fact[];
  endpoints: Endpoint[];
  /** Time at which the endpoints were read, by the monotonic clock. */
  knownMs: number;
}

async function deliver(
  deps: StoreDeps,
  tenant: Tenant,
  { ids, facts, endpoints, knownMs }: Ready,
  { holder, enqueue: hand, lookAt }: Sender,
): Promise<void> {
  const made = toDues(facts, endpoints).filter(({ dues }) => dues.length > 0);
  const bodies = new Map(made.flatMap(({ dues }) => dues.map((due) => [due.eventId, due.body])));
  const events = facts
    .filter(({ id }) => bodies.has(id))
    .map(({ id, event, brandId, origin }) => ({
      ...{ id, event, brand_id: brandId, origin },
      body: bodies.get(id),
    }));
  const deliveries = made.flatMap(({ endpointId, dues }) =>
    dues.map(({ id, eventId }) => ({ id, eventId, endpointId })),
  );
  const endpointIds = made.map(({ endpointId }) => endpointId);
  const [channel, payload] = notification({ topic: 'webhook-lane', endpointIds, holder });
  const sinceMs = performance.now();
  const [stored] = await deps.db.command<{ count: number }>(tenant, DELIVER, {
    ids,
    events: JSON.stringify(events),
    deliveryIds: toArray(deliveries.map(({ id }) => id)),
    eventIds: toArray(deliveries.map(({ eventId }) => eventId)),
    receiverIds: toArray(deliveries.map((delivery) => delivery.endpointId)),
    endpointIds: toArray(endpointIds),
    now: deps.now(),
    channel,
    payload,
  });
  // Another process dispatched some of the events, or an endpoint was removed.
  if (stored?.count !== deliveries.length) lookAt(endpointIds);
  else
    for (const { endpointId, dues } of made)
      hand({ ...tenant, endpointId }, { dues, sinceMs, knownMs });
}

async function dispatchOf(
  deps: StoreDeps,
  tenant: Tenant,
  ids: readonly string[],
  sender: Sender,
): Promise<void> {
  const knownMs = performance.now();
  const [facts, endpoints] = await Promise.all([
    deps.db.query<Fact>(tenant, FACTS, { ids }),
    deps.db.query<Endpoint>(tenant, ENDPOINTS, { now: deps.now() }),
  ]);
  for (let start = 0, count = FACTS_AT_FIRST; start < ids.length; count *= 2) {
    const some = ids.slice(start, start + count);
    const theirs = facts.filter(({ id }) => some.includes(id));
    await deliver(deps, tenant, { ids: some, facts: theirs, endpoints, knownMs }, sender);
    start += count;
  }
}

/**
 * Turns the oldest events of the outbox into deliveries, one for each subscribed endpoint.
 *
 * @returns whether there may be more
 */
export async function dispatchOutbox(deps: StoreDeps, sender: Sender): Promise<boolean> {
  const pending = await deps.db.query<Pending>(SYSTEM, PENDING);
  const byTenant = Map.groupBy(pending, (row) => `${row.accountId}/${row.environment}`);
  let mayHaveMore = pending.length === PENDING_AT_ONCE;
  for (const [first, ...rest] of byTenant.values()) {
    if (first === undefined) continue;
    const { accountId, environment } = first;
    const ids = [first, ...rest].map((row) => row.id);
    // An error of one tenant must not stop the others.
    await dispatchOf(deps, { accountId, environment }, ids, sender).catch((error) => {
      deps.log.error({ err: error, accountId, environment }, 'events could not be dispatched');
      // An immediate retry would read the same events again.
      mayHaveMore = false;
    });
  }
  return mayHaveMore;
}
