import { type Statement, type StoreDeps, SYSTEM, type Tenant } from '../../deps.js';
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

/** A count over all accounts and processes, since the database was created. */
export interface WebhookCounters {
  name: 'webhook_alerts' | 'webhook_exhausted';
  count: number;
}

const TALLIES: Statement = { name: 'tallies', text: 'select name, count from auth.tally' };

export const readWebhookCounters = (deps: StoreDeps): Promise<WebhookCounters[]> =>
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
  /** Null for attempts made before the URL was recorded. */
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
  /** Created at or after this time. */
  since: Date | null;
  /** Created before this time. */
  until: Date | null;
  /** Whether the owners were alerted that it was not delivered. */
  alerted: boolean | null;
}

/** Deliveries of an endpoint in the last seven days, by outcome. */
export interface WebhookSummaryRow {
  endpointId: string;
  delivered: number;
  exhausted: number;
  pending: number;
  /** Pending deliveries with at least one failed attempt. */
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

// Ids sort by time, so the last days are one range of the primary key.
const SUMMARIES: Statement = {
  name: 'webhook-summaries',
  text: `select endpoint_id as "endpointId", count(*) filter (where status = 'delivered') as delivered,
      count(*) filter (where status = 'exhausted') as exhausted, count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'pending' and tries > 0) as retrying,
      max(created_at) as "lastCreatedAt", max(delivered_at) as "lastDeliveredAt"
    from webhook_delivery where account_id = :accountId and environment = :environment and endpoint_id = any(:endpointIds::uuid[]) and id >= :since
    group by endpoint_id`,
};

/** Finds an event kind, including `webhook.test`; throws for an unknown name. */
export function requireEventKind(event: string): EventKind {
  const kind = findEventKind(event);
  if (kind !== undefined) return kind;
  const valid = [TEST_EVENT, ...EVENT_KINDS.map(({ name }) => name)];
  throw badInput('event', `must be one of ${valid.join(', ')}`, { valid });
}

/** Throws for an unknown event or endpoint, and when `until` is before `since`. */
export async function toDeliveryFilter(
  deps: StoreDeps,
  tenant: Tenant,
  given: { [K in keyof DeliveryFilter]?: DeliveryFilter[K] },
): Promise<DeliveryFilter> {
  const { endpointId = null, event = null, status = null, since = null, until = null } = given;
  if (event !== null) requireEventKind(event);
  if (since !== null && until !== null && until < since)
    throw badInput('until', 'must not be before since');
  if (endpointId !== null) await findWebhookEndpoint(deps, tenant, endpointId);
  return { endpointId, event, status, since, until, alerted: given.alerted ?? null };
}

/** Newest first. */
export async function listWebhookDeliveries(
  deps: StoreDeps,
  tenant: Tenant,
  page: PageRequest,
  filter: DeliveryFilter,
): Promise<Page<WebhookDeliveryRow>> {
  const values = { ...filter, after: page.after, limit: page.first + 1 };
  return toPage(await deps.db.query<WebhookDeliveryRow>(tenant, LIST, values), page.first);
}

export async function countWebhookDeliveries(
  deps: StoreDeps,
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
  deps: StoreDeps,
  tenant: Tenant,
  id: string,
): Promise<WebhookDeliveryRow> {
  const [row] = isId(id) ? await loadWebhookDeliveries(deps, tenant, [id]) : [];
  if (!row) throw notFound('webhook delivery');
  return row;
}

/** Newest first, at most 20 per delivery. */
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

/** Of the last seven days; endpoints without deliveries are left out. */
export const loadWebhookSummaries = (
  deps: StoreDeps,
  tenant: Tenant,
  endpointIds: readonly string[],
): Promise<WebhookSummaryRow[]> => {
  const since = firstIdOf(new Date(deps.now().getTime() - SUMMARY_MS));
  return deps.db.query(tenant, SUMMARIES, { endpointIds, since });
};
