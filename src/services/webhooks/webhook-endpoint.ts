import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Statement, Tenant } from '../../deps.js';
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
  (select max(o.ends_at) from webhook_old_secret o where o.account_id = $1 and o.environment = $2
    and o.endpoint_id = e.id and o.ends_at > $3) as "previousSecretEndsAt"`;
const LIST: Statement = {
  name: 'webhook-endpoints',
  text: `select ${COLUMNS} from webhook_endpoint e where account_id = $1 and environment = $2 order by id desc`,
};
const ONE: Statement = {
  name: 'webhook-endpoint',
  text: `select ${COLUMNS} from webhook_endpoint e where account_id = $1 and environment = $2 and id = $4`,
};

/** Locks the endpoint, so that rotations run one after another. */
const HOLD = `select (select count(*)::int from webhook_old_secret o where (o.account_id, o.environment, o.endpoint_id)
    = (e.account_id, e.environment, e.id) and o.ends_at > ?) as count
  from webhook_endpoint e where account_id = ? and environment = ? and id = ? for update`;
const KEEP_OLD = `insert into webhook_old_secret (id, ends_at, account_id, environment, endpoint_id, secret)
  select ?, ?, account_id, environment, id, secret from webhook_endpoint
  where account_id = ? and environment = ? and id = ?`;

export const listEventKinds = (): readonly EventKind[] => EVENT_KINDS;

/** Newest first; there are at most ten. */
export const listWebhookEndpoints = (deps: Deps, tenant: Tenant): Promise<WebhookEndpointRow[]> =>
  deps.db.query(tenant, LIST, [deps.now()]);

export async function findWebhookEndpoint(
  deps: Deps,
  tenant: Tenant,
  id: string,
): Promise<WebhookEndpointRow> {
  const [row] = isId(id)
    ? await deps.db.query<WebhookEndpointRow>(tenant, ONE, [deps.now(), id])
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
export function checkWebhookEndpoint(deps: Deps, input: NewWebhookEndpoint): void {
  checkEvents(input.events);
  checkDescription(input.description);
  toTarget(deps, 'url', input.url);
}

/** Counts under a lock, so that concurrent requests cannot exceed the limit. */
async function checkEndpointLimit(em: EntityManager, tenant: Tenant): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `webhook-endpoints/${tenant.accountId}/${tenant.environment}`,
  ]);
  if ((await em.count(WebhookEndpoint, { ...tenant })) >= ENDPOINTS)
    throw badInput(
      'url',
      `cannot be added: an account can have at most ${ENDPOINTS} endpoints in each environment`,
    );
}

const tellSecret = (
  { log }: Deps,
  security: 'webhook_secret_made' | 'webhook_secret_rotated',
  { accountId }: Tenant,
  endpointId: string,
): void =>
  log.info(
    { security, accountId, endpointId },
    'a secret of a webhook endpoint was created or rotated',
  );

export async function createWebhookEndpoint(
  deps: Deps,
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
  const { answer } = await once(deps, tenant, request, async (em) => {
    await checkEndpointLimit(em, tenant);
    const id = newId();
    const now = deps.now();
    secret = makeSecret();
    await em.insert(WebhookEndpoint, {
      ...tenant,
      ...fields,
      id,
      enabled: true,
      secret: deps.vault.seal(secret, sealOf({ ...tenant, endpointId: id })),
      createdAt: now,
      updatedAt: now,
    });
    await em.execute(
      'insert into auth.webhook_lane (account_id, environment, endpoint_id) values (?, ?, ?)',
      [tenant.accountId, tenant.environment, id],
    );
    return { id };
  });
  if (secret !== null) tellSecret(deps, 'webhook_secret_made', tenant, answer.id);
  return { webhookEndpoint: await findWebhookEndpoint(deps, tenant, answer.id), secret };
}

/** Pending deliveries go to the new URL, and stay pending while the endpoint is disabled. */
export async function updateWebhookEndpoint(
  deps: Deps,
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
  await deps.db.transact(tenant, async (em) => {
    const changed = await em.nativeUpdate(WebhookEndpoint, { ...tenant, id }, fields);
    if (changed === 0) throw notFound('webhook endpoint');
    await deps.events.publish(em, { topic: 'webhook-endpoint', endpointId: id });
    await wakeLeases(deps, em, tenant, [id]);
  });
  return findWebhookEndpoint(deps, tenant, id);
}

/**
 * Creates a new secret. The previous secret stays valid for 24 hours, as do secrets rotated earlier
 * within their 24 hours.
 */
export async function rotateWebhookSecret(
  deps: Deps,
  tenant: Tenant,
  id: string,
  idempotencyKey: string | null,
): Promise<IssuedSecret> {
  await findWebhookEndpoint(deps, tenant, id);
  let secret: string | null = null;
  const request = { operation: 'rotateWebhookSecret', key: idempotencyKey, input: { id } };
  await once(deps, tenant, request, async (em) => {
    const now = deps.now();
    const made = makeSecret();
    const params = [tenant.accountId, tenant.environment, id];
    const [held] = await em.execute<{ count: number }[]>(HOLD, [now, ...params]);
    if (held === undefined) throw notFound('webhook endpoint');
    if (held.count >= OLD_SECRETS)
      throw new AppError(
        'CONFLICT',
        `this secret was already rotated ${OLD_SECRETS} times within 24 hours`,
      );
    await em.execute(KEEP_OLD, [newId(), new Date(now.getTime() + OVERLAP_MS), ...params]);
    await em.nativeUpdate(
      WebhookEndpoint,
      { ...tenant, id },
      { secret: deps.vault.seal(made, sealOf({ ...tenant, endpointId: id })), updatedAt: now },
    );
    await deps.events.publish(em, { topic: 'webhook-endpoint', endpointId: id });
    secret = made;
    return { id };
  });
  if (secret !== null) tellSecret(deps, 'webhook_secret_rotated', tenant, id);
  return { webhookEndpoint: await findWebhookEndpoint(deps, tenant, id), secret };
}

/** Deletes an endpoint with its deliveries and their log. */
export async function deleteWebhookEndpoint(
  deps: Deps,
  tenant: Tenant,
  id: string,
): Promise<string> {
  if (!isId(id)) throw notFound('webhook endpoint');
  const deleted = await deps.db.transact(tenant, (em) =>
    em.nativeDelete(WebhookEndpoint, { ...tenant, id }),
  );
  if (deleted === 0) throw notFound('webhook endpoint');
  return id;
}
