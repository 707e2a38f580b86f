import type { AccessDeps, NetDeps, Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { isId, newId } from '../../domain/accounts/id.js';
import { WebhookEndpoint } from '../../entities/webhook.js';
import { AppError, badInput, notFound } from '../../errors.js';
import { sealOf } from '../../webhooks/endpoint-ref.js';
import { EVENT_KINDS, type EventKind } from '../../webhooks/event-kinds.js';
import { makeSecret } from '../../webhooks/sign.js';
import { once } from '../input/idempotency.js';
import { checkText } from '../input/validate.js';
import { checkTarget, toTarget } from './check-target.js';
import { wakeLeases } from './endpoint-lease.js';

export interface WebhookEndpointRow {
  id: string;
  url: string;
  description: string | null;
  events: string[];
  enabled: boolean;
  /** Time until which the previous secret is also valid; null without a rotation in progress. */
  previousSecretEndsAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewWebhookEndpoint {
  url: string;
  events: readonly string[];
  description: string | null;
}

/** Omitted fields keep their value; a null description removes it. */
export interface WebhookEndpointChange {
  url?: string | null;
  events?: readonly string[] | null;
  description?: string | null;
  enabled?: boolean | null;
}

export interface IssuedSecret {
  webhookEndpoint: WebhookEndpointRow;
  /** Null for a repeated request, because a secret is shown once. */
  secret: string | null;
}

const ENDPOINTS = 10;
const DESCRIPTION_LENGTH = 200;
const OVERLAP_MS = 24 * 3_600_000;
/** Limit, because each secret adds to the signature header of every post. */
const OLD_SECRETS = 5;

const COLUMNS = `id, url, description, events, enabled, created_at as "createdAt", updated_at as "updatedAt",
  (select max(o.ends_at) from webhook_old_secret o where o.account_id = :accountId and o.environment = :environment
    and o.endpoint_id = e.id and o.ends_at > :now) as "previousSecretEndsAt"`;
const LIST: Statement = {
  name: 'webhook-endpoints',
  text: `select ${COLUMNS} from webhook_endpoint e where account_id = :accountId and environment = :environment order by id desc`,
};
const ONE: Statement = {
  name: 'webhook-endpoint',
  text: `select ${COLUMNS} from webhook_endpoint e where account_id = :accountId and environment = :environment and id = :id`,
};

/** Locks the endpoint, so that rotations run one after another. */
const HOLD = `select (select count(*)::int from webhook_old_secret o where (o.account_id, o.environment, o.endpoint_id)
    = (e.account_id, e.environment, e.id) and o.ends_at > :now) as count
  from webhook_endpoint e where account_id = :accountId and environment = :environment and id = :id for update`;
const KEEP_OLD = `insert into webhook_old_secret (id, ends_at, account_id, environment, endpoint_id, secret)
  select :secretId, :endsAt, account_id, environment, id, secret from webhook_endpoint
  where account_id = :accountId and environment = :environment and id = :id`;

export const listEventKinds = (): readonly EventKind[] => EVENT_KINDS;

/** Newest first; there are at most ten. */
export const listWebhookEndpoints = (
  deps: StoreDeps,
  tenant: Tenant,
): Promise<WebhookEndpointRow[]> => deps.db.query(tenant, LIST, { now: deps.now() });

export async function findWebhookEndpoint(
  deps: StoreDeps,
  tenant: Tenant,
  id: string,
): Promise<WebhookEndpointRow> {
  const [row] = isId(id)
    ? await deps.db.query<WebhookEndpointRow>(tenant, ONE, { now: deps.now(), id })
    : [];
  if (!row) throw notFound('webhook endpoint');
  return row;
}

function checkEvents(events: readonly string[]): string[] {
  const valid = EVENT_KINDS.map(({ name }) => name);
  const unknown = events.find((event) => !valid.includes(event));
  if (unknown !== undefined)
    throw badInput(
      'events',
      `must not contain ${JSON.stringify(unknown)}; allowed are ${valid.join(', ')}`,
      {
        valid,
      },
    );
  if (events.length === 0) throw badInput('events', 'must not be empty');
  return valid.filter((name) => events.includes(name));
}

const checkDescription = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : checkText('description', text, DESCRIPTION_LENGTH);

/** Validates without resolving the host. */
export function checkWebhookEndpoint(deps: StoreDeps, input: NewWebhookEndpoint): void {
  checkEvents(input.events);
  checkDescription(input.description);
  toTarget(deps, 'url', input.url);
}

/** Counts under a lock, so that concurrent requests cannot exceed the limit. */
async function checkEndpointLimit(tx: Transaction, tenant: Tenant): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(:key, 0))', {
    key: `webhook-endpoints/${tenant.accountId}/${tenant.environment}`,
  });
  if ((await tx.em.count(WebhookEndpoint, { ...tenant })) >= ENDPOINTS)
    throw badInput(
      'url',
      `cannot be added: an account can have at most ${ENDPOINTS} endpoints in each environment`,
    );
}

const tellSecret = (
  { log }: StoreDeps,
  security: 'webhook_secret_made' | 'webhook_secret_rotated',
  { accountId }: Tenant,
  endpointId: string,
): void =>
  log.info(
    { security, accountId, endpointId },
    'a secret of a webhook endpoint was created or rotated',
  );

export async function createWebhookEndpoint(
  deps: StoreDeps & NetDeps & AccessDeps,
  tenant: Tenant,
  input: NewWebhookEndpoint,
  idempotencyKey: string | null,
): Promise<IssuedSecret> {
  const fields = {
    events: checkEvents(input.events),
    description: checkDescription(input.description),
    url: await checkTarget(deps, 'url', input.url),
  };
  let secret: string | null = null;
  const request = { operation: 'createWebhookEndpoint', key: idempotencyKey, input };
  const { answer } = await once(deps, tenant, request, async (tx) => {
    await checkEndpointLimit(tx, tenant);
    const id = newId();
    const now = deps.now();
    secret = makeSecret();
    await tx.em.insert(WebhookEndpoint, {
      ...tenant,
      ...fields,
      id,
      enabled: true,
      secret: deps.vault.seal(secret, sealOf({ ...tenant, endpointId: id })),
      createdAt: now,
      updatedAt: now,
    });
    await tx.execute(
      'insert into auth.webhook_lane (account_id, environment, endpoint_id) values (:accountId, :environment, :id)',
      { id },
    );
    return { id };
  });
  if (secret !== null) tellSecret(deps, 'webhook_secret_made', tenant, answer.id);
  return { webhookEndpoint: await findWebhookEndpoint(deps, tenant, answer.id), secret };
}

/** Pending deliveries go to the new URL, and stay pending while the endpoint is disabled. */
export async function updateWebhookEndpoint(
  deps: StoreDeps & NetDeps,
  tenant: Tenant,
  id: string,
  change: WebhookEndpointChange,
): Promise<WebhookEndpointRow> {
  await findWebhookEndpoint(deps, tenant, id);
  const fields = {
    ...(change.events != null && { events: checkEvents(change.events) }),
    ...(change.description !== undefined && { description: checkDescription(change.description) }),
    ...(change.enabled != null && { enabled: change.enabled }),
    ...(change.url != null && { url: await checkTarget(deps, 'url', change.url) }),
    updatedAt: deps.now(),
  };
  await deps.db.transaction(tenant, async (tx) => {
    const changed = await tx.em.nativeUpdate(WebhookEndpoint, { ...tenant, id }, fields);
    if (changed === 0) throw notFound('webhook endpoint');
    await deps.events.publish(tx, { topic: 'webhook-endpoint', endpointId: id });
    await wakeLeases(deps, tx, [id]);
  });
  return findWebhookEndpoint(deps, tenant, id);
}

/**
 * Creates a new secret. The previous secret stays valid for 24 hours, as do secrets rotated earlier
 * within their 24 hours.
 */
export async function rotateWebhookSecret(
  deps: StoreDeps & AccessDeps,
  tenant: Tenant,
  id: string,
  idempotencyKey: string | null,
): Promise<IssuedSecret> {
  await findWebhookEndpoint(deps, tenant, id);
  let secret: string | null = null;
  const request = { operation: 'rotateWebhookSecret', key: idempotencyKey, input: { id } };
  await once(deps, tenant, request, async (tx) => {
    const now = deps.now();
    const made = makeSecret();
    const [held] = await tx.execute<{ count: number }>(HOLD, { id, now });
    if (held === undefined) throw notFound('webhook endpoint');
    if (held.count >= OLD_SECRETS)
      throw new AppError(
        'CONFLICT',
        `this secret was already rotated ${OLD_SECRETS} times within 24 hours`,
      );
    await tx.execute(KEEP_OLD, {
      id,
      secretId: newId(),
      endsAt: new Date(now.getTime() + OVERLAP_MS),
    });
    await tx.em.nativeUpdate(
      WebhookEndpoint,
      { ...tenant, id },
      { secret: deps.vault.seal(made, sealOf({ ...tenant, endpointId: id })), updatedAt: now },
    );
    await deps.events.publish(tx, { topic: 'webhook-endpoint', endpointId: id });
    secret = made;
    return { id };
  });
  if (secret !== null) tellSecret(deps, 'webhook_secret_rotated', tenant, id);
  return { webhookEndpoint: await findWebhookEndpoint(deps, tenant, id), secret };
}

/** Deletes an endpoint with its deliveries and their log. */
export async function deleteWebhookEndpoint(
  deps: StoreDeps,
  tenant: Tenant,
  id: string,
): Promise<string> {
  if (!isId(id)) throw notFound('webhook endpoint');
  const deleted = await deps.db.transaction(tenant, (tx) =>
    tx.em.nativeDelete(WebhookEndpoint, { ...tenant, id }),
  );
  if (deleted === 0) throw notFound('webhook endpoint');
  return id;
}
