import { type Deps, type Statement, SYSTEM, type Tenant } from '../../deps.js';
import { firstIdOf, isId } from '../../domain/accounts/id.js';
import type { DeliveryStatus } from '../../entities/webhook.js';
import { badInput, notFound } from '../../errors.js';
import {
  EVENT_KINDS,
  type EventKind,
  findEventKind,
  TEST_EVENT,
} from '../../webhooks/event-kinds.js';
import { type Page, type PageRequest, toPage } from '../input/page.js';
import { selectRows } from '../input/select.js';
import { findWebhookEndpoint } from './webhook-endpoint.js';

/** A count over all accounts and processes, since the database was made. */
export interface WebhookCounters {
  name: 'webhook_alerts' | 'webhook_exhausted';
  count: number;
}

const TALLIES: Statement = { name: 'tallies', text: 'select name, count from auth.tally' };

export const readWebhookCounters = (deps: Deps): Promise<WebhookCounters[]> =>
  deps.db.query(SYSTEM, TALLIES);

export interface WebhookDeliveryRow {
  id: string;
  endpointId: string;
  eventId: string;
  event: string;
  brandId: string | null;
  body: string;
  status: DeliveryStatus;
  attemptCount: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  firstAttemptAt: Date | null;
  deliveredAt: Date | null;
  alertedAt: Date | null;
}

export interface WebhookAttemptRow {
  deliveryId: string;
  number: number;
  attemptedAt: Date;
  statusCode: number | null;
  latencyMs: number;
  /** Null for those made before it was kept. */
  url: string | null;
  requestHeaders: { name: string; value: string }[];
  error: string | null;
  responseBody: string | null;
  responseTruncated: boolean;
}

export interface DeliveryFilter {
  endpointId: string | null;
  event: string | null;
  status: DeliveryStatus | null;
  /** Made at this time or later. */
  since: Date | null;
  /** Made before this time. */
  until: Date | null;
  /** Whether its owners were told that it has not arrived. */
  alerted: boolean | null;
}

/** What became of an endpoint's deliveries of the last days. */
export interface WebhookSummaryRow {
  endpointId: string;
  delivered: number;
  exhausted: number;
  pending: number;
  /** Those that wait after an attempt that failed. */
  retrying: number;
  lastCreatedAt: Date | null;
  lastDeliveredAt: Date | null;
}

const ATTEMPTS_SHOWN = 20;
const SUMMARY_MS = 7 * 86_400_000;

const COLUMNS = `id, endpoint_id as "endpointId", event_id as "eventId", event, brand_id as "brandId", body, status,
  attempts as "attemptCount", created_at as "createdAt", next_attempt_at as "nextAttemptAt",
  first_attempt_at as "firstAttemptAt", delivered_at as "deliveredAt", alerted_at as "alertedAt"`;
const FILTERED = `account_id = :accountId and environment = :environment and (:endpointId::uuid is null or endpoint_id = :endpointId)
  and (:event::text is null or event = :event) and (:status::text is null or status = :status)
  and (:since::timestamptz is null or created_at >= :since) and (:until::timestamptz is null or created_at < :until)
  and (:alerted::boolean is null or (alerted_at is not null) = :alerted)`;
const LIST: Statement = {
  name: 'webhook-deliveries',
  text: `select ${COLUMNS} from webhook_delivery where ${FILTERED} and (:after::uuid is null or id < :after) order by id desc limit :limit`,
};
const COUNT: Statement = {
  name: 'webhook-delivery-count',
  text: `select count(*) as count from webhook_delivery where ${FILTERED}`,
};

// Ids sort by time: the last days are one piece of the primary key.
const SUMMARIES: Statement = {
  name: 'webhook-summaries',
  text: `select endpoint_id as "endpointId", count(*) filter (where status = 'delivered') as delivered,
      count(*) filter (where status = 'exhausted') as exhausted, count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'pending' and tries > 0) as retrying,
      max(created_at) as "lastCreatedAt", max(delivered_at) as "lastDeliveredAt"
    from webhook_delivery where account_id = :accountId and environment = :environment and endpoint_id = any(:endpointIds::uuid[]) and id >= :since
    group by endpoint_id`,
};

/** Of what can be sent, `webhook.test` among them; throws for what no event is called. */
export function requireEventKind(event: string): EventKind {
  const kind = findEventKind(event);
  if (kind !== undefined) return kind;
  const valid = [TEST_EVENT, ...EVENT_KINDS.map(({ name }) => name)];
  throw badInput('event', `must be one of ${valid.join(', ')}`, { valid });
}

/** Throws for an event that there is none of, for a time that ends before it begins, and for an endpoint that is not the account's. */
export async function toDeliveryFilter(
  deps: Deps,
  tenant: Tenant,
  given: { [K in keyof DeliveryFilter]?: DeliveryFilter[K] },
): Promise<DeliveryFilter> {
  const { endpointId = null, event = null, status = null, since = null, until = null } = given;
  if (event !== null) requireEventKind(event);
  if (since !== null && until !== null && until < since)
    throw badInput('until', 'must not come before since');
  if (endpointId !== null) await findWebhookEndpoint(deps, tenant, endpointId);
  return { endpointId, event, status, since, until, alerted: given.alerted ?? null };
}

/** Newest first. */
export async function listWebhookDeliveries(
  deps: Deps,
  tenant: Tenant,
  page: PageRequest,
  filter: DeliveryFilter,
): Promise<Page<WebhookDeliveryRow>> {
  const values = { ...filter, after: page.after, limit: page.first + 1 };
  return toPage(await deps.db.query<WebhookDeliveryRow>(tenant, LIST, values), page.first);
}

export async function countWebhookDeliveries(
  deps: Deps,
  tenant: Tenant,
  filter: DeliveryFilter,
): Promise<number> {
  const [row] = await deps.db.query<{ count: number }>(tenant, COUNT, { ...filter });
  return row?.count ?? 0;
}

export const loadWebhookDeliveries = selectRows<WebhookDeliveryRow, [ids: readonly string[]]>(
  {
    name: 'webhook-deliveries-by-id',
    text: `select ${COLUMNS} from webhook_delivery where account_id = :accountId and environment = :environment and id = any(:ids::uuid[]) order by id`,
  },
  'ids',
);

export async function findWebhookDelivery(
  deps: Deps,
  tenant: Tenant,
  id: string,
): Promise<WebhookDeliveryRow> {
  const [row] = isId(id) ? await loadWebhookDeliveries(deps, tenant, [id]) : [];
  if (!row) throw notFound('webhook delivery');
  return row;
}

/** The newest first, at most 20 of each. */
export const loadWebhookAttempts = selectRows<WebhookAttemptRow, [deliveryIds: readonly string[]]>(
  {
    name: 'webhook-attempts',
    text: `select delivery_id as "deliveryId", number, attempted_at as "attemptedAt", status_code as "statusCode",
      latency_ms as "latencyMs", url, error, response_body as "responseBody", response_truncated as "responseTruncated",
      (select coalesce(jsonb_agg(jsonb_build_object('name', key, 'value', value) order by key), '[]') from jsonb_each_text(request_headers)) as "requestHeaders"
    from unnest(:deliveryIds::uuid[]) as wanted (id) cross join lateral (
      select * from webhook_attempt where account_id = :accountId and environment = :environment and delivery_id = wanted.id
      order by number desc limit ${ATTEMPTS_SHOWN}) a
    order by delivery_id, number desc`,
  },
  'deliveryIds',
);

/** Of the last seven days; endpoints that were sent nothing are left out. */
export const loadWebhookSummaries = (
  deps: Deps,
  tenant: Tenant,
  endpointIds: readonly string[],
): Promise<WebhookSummaryRow[]> => {
  const since = firstIdOf(new Date(deps.now().getTime() - SUMMARY_MS));
  return deps.db.query(tenant, SUMMARIES, { endpointIds, since });
};
