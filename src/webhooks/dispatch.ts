import { notification } from '../database/events.js';
import type { Deps, Statement, Tenant } from '../deps.js';
import { newId } from '../domain/accounts/id.js';
import type { TraceLink } from '../observability/request-context.js';
import type { Due } from './attempt.js';
import { type EndpointRef, oldSecrets } from './endpoint-ref.js';
import { toBody, type WebhookEvent } from './event-kinds.js';

const PENDING_AT_ONCE = 200;
/** Few, so that sending starts soon; each following batch has twice as many. */
const FACTS_AT_FIRST = 4;

const PENDING: Statement = {
  name: 'outbox-pending',
  text: `select id, account_id as "accountId", environment from auth.outbox_pending order by id limit ${PENDING_AT_ONCE}`,
};
const FACTS: Statement = {
  name: 'outbox-facts',
  text: `select id, event, brand_id as "brandId", created_at as "createdAt", data, origin from outbox
    where account_id = $1 and environment = $2 and id = any($3::uuid[]) order by created_at, id`,
};
/** Enabled endpoints; each gets only events from after its creation. */
const ENDPOINTS: Statement = {
  name: 'listening-endpoints',
  text: `select id, events, created_at as "createdAt", url, secret, ${oldSecrets('e', '$3')} as "oldSecrets"
    from webhook_endpoint e where account_id = $1 and environment = $2 and enabled order by id`,
};
/**
 * Only the process that removes a fact from `outbox_pending` makes its deliveries. Waits for endpoints that
 * are being deleted, and locks the others against deletion.
 */
const DELIVER: Statement = {
  name: 'make-deliveries',
  text: `with taken as (
      delete from auth.outbox_pending where id in (
        select id from auth.outbox_pending where id = any($3::uuid[]) order by id for update skip locked) returning id
    ), listening as materialized (
      select id from webhook_endpoint where account_id = $1 and environment = $2
        and id = any($8::uuid[]) order by id for key share
    ), made as (
      insert into webhook_delivery (account_id, environment, id, endpoint_id, event_id, event, brand_id, body, status,
        attempts, tries, created_at, next_attempt_at, origin)
      select $1, $2, d.id, e.id, f.id, f.event, f.brand_id, f.body, 'pending', 0, 0, $9, $9, f.origin
      from unnest($5::uuid[], $6::uuid[], $7::uuid[]) as d (id, event_id, endpoint_id)
        join jsonb_to_recordset($4::jsonb) as f (id uuid, event text, brand_id uuid, body text, origin jsonb) on f.id = d.event_id
        join taken t on t.id = f.id
        join listening e on e.id = d.endpoint_id
      order by d.id
      returning 1
    ), woken as (
      update auth.webhook_lane l set due_at = least(l.due_at, $9)
      where l.account_id = $1 and l.environment = $2 and l.endpoint_id in (
        select endpoint_id from auth.webhook_lane where account_id = $1 and environment = $2
          and endpoint_id in (select id from listening) and exists (select from made) order by endpoint_id for update)
      returning 1
    )
    select count(*)::int as count, (select pg_notify($10, $11) from woken limit 1) from made`,
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

/** Deliveries that were just stored; both times are by `performance.now()`. */
export interface Enqueued {
  dues: readonly Due[];
  /** Time before the deliveries were stored. */
  sinceMs: number;
  /** Time at which the endpoint was read; it may have changed since. */
  knownMs: number;
}

/** The delivery worker as seen by the dispatcher. */
export interface Sender {
  /** Id of the worker; it ignores notifications that carry its own id. */
  holder: string;
  /** Hands over deliveries that were just stored for an endpoint. */
  enqueue(endpoint: EndpointRef, handed: Enqueued): void;
  /** Reports endpoints with due deliveries. */
  lookAt(endpointIds: readonly string[]): void;
}

/** PostgreSQL array literal of ids, which need no quotes. */
const toArray = (ids: readonly string[]): string => `{${ids.join()}}`;

interface Made {
  endpointId: string;
  dues: Due[];
}

const wants = ({ events, createdAt }: Endpoint, fact: Fact): boolean =>
  events.includes(fact.event) && createdAt <= fact.createdAt;

/** Deliveries of the facts by endpoint; the body of a fact is built once for all endpoints. */
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
  /** When the endpoints were read. */
  knownMs: number;
}

async function deliver(
  deps: Deps,
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
  const sinceMs = performance.now();
  const [stored] = await deps.db.query<{ count: number }>(tenant, DELIVER, [
    ids,
    JSON.stringify(events),
    toArray(deliveries.map(({ id }) => id)),
    toArray(deliveries.map(({ eventId }) => eventId)),
    toArray(deliveries.map((delivery) => delivery.endpointId)),
    toArray(endpointIds),
    deps.now(),
    ...notification({ topic: 'webhook-lane', endpointIds, holder }),
  ]);
  // Another process took some of the facts, or an endpoint was deleted.
  if (stored?.count !== deliveries.length) lookAt(endpointIds);
  else
    for (const { endpointId, dues } of made)
      hand({ ...tenant, endpointId }, { dues, sinceMs, knownMs });
}

async function dispatchOf(
  deps: Deps,
  tenant: Tenant,
  ids: readonly string[],
  sender: Sender,
): Promise<void> {
  const knownMs = performance.now();
  const [facts, endpoints] = await Promise.all([
    deps.db.query<Fact>(tenant, FACTS, [ids]),
    deps.db.query<Endpoint>(tenant, ENDPOINTS, [deps.now()]),
  ]);
  for (let start = 0, count = FACTS_AT_FIRST; start < ids.length; count *= 2) {
    const some = ids.slice(start, start + count);
    const theirs = facts.filter(({ id }) => some.includes(id));
    await deliver(deps, tenant, { ids: some, facts: theirs, endpoints, knownMs }, sender);
    start += count;
  }
}

/**
 * Turns the oldest facts of the outbox into deliveries, one for each endpoint that wants them.
 *
 * @returns whether there may be more
 */
export async function dispatchOutbox(deps: Deps, sender: Sender): Promise<boolean> {
  const pending = await deps.db.querySystem<Pending>(PENDING, []);
  const byTenant = Map.groupBy(pending, (row) => `${row.accountId}/${row.environment}`);
  let mayHaveMore = pending.length === PENDING_AT_ONCE;
  for (const [first, ...rest] of byTenant.values()) {
    if (first === undefined) continue;
    const { accountId, environment } = first;
    const ids = [first, ...rest].map((row) => row.id);
    // A failure of one account must not affect the others.
    await dispatchOf(deps, { accountId, environment }, ids, sender).catch((error) => {
      deps.log.error(
        { err: error, accountId, environment },
        'outbox events could not be dispatched',
      );
      // An immediate retry would fail again.
      mayHaveMore = false;
    });
  }
  return mayHaveMore;
}
