import { setTimeout as sleep } from 'node:timers/promises';
import { retry } from '../async/retry.js';
import { notification } from '../database/events.js';
import type { Statement, StoreDeps, Tenant } from '../deps.js';
import type { DeliveryStatus } from '../entities/webhook.js';
import { ALERT_AFTER } from './alert.js';

/** One attempt and the new state of its delivery. Fields are named like the columns. */
export interface AttemptRow {
  id: string;
  number: number;
  /** Number of earlier attempts of the retry schedule; a replay resets it to 0. */
  tries: number;
  attempted_at: Date;
  status_code: number | null;
  latency_ms: number;
  /** URL of the endpoint, even if no request was sent. */
  url: string;
  request_headers: Record<string, string>;
  error: string | null;
  response_body: string | null;
  response_truncated: boolean;
  status: DeliveryStatus;
  next_attempt_at: Date | null;
  delivered_at: Date | null;
}

export interface Recorder {
  /** Resolves when the attempt is stored or storing has failed. After a failure the event is sent again under its id. */
  put(tenant: Tenant, attempt: AttemptRow): Promise<void>;
}

/** The ids of one statement must fit in one notification. */
const ROWS_AT_ONCE = 100;
/** How long to collect attempts for one statement, because a statement costs as much as many rows. */
const GATHER_MS = 2;
const TRIES = 5;
const PAUSE_MS = 1_000;

/** SQL condition: the attempt may set the status. A failed attempt does not end a replay that was requested meanwhile. */
const STANDS = `(r.status = 'delivered' or r.tries = d.tries)`;

/**
 * Attempts whose number was stored before are ignored, so that nothing is counted twice. The day until owners are
 * mailed begins with the first attempt.
 */
const RECORD: Statement = {
  name: 'record-attempts',
  text: `with r as (
      select * from jsonb_to_recordset(:attempts::jsonb) as r (id uuid, number integer, tries integer, attempted_at timestamptz, status_code smallint,
        latency_ms integer, url text, request_headers jsonb, error text, response_body text, response_truncated boolean,
        status text, next_attempt_at timestamptz, delivered_at timestamptz)
    ), changed as (
      update webhook_delivery d set attempts = r.number, delivered_at = r.delivered_at,
        status = case when ${STANDS} then r.status else d.status end,
        tries = case when ${STANDS} then d.tries + 1 else d.tries end,
        next_attempt_at = case when ${STANDS} then r.next_attempt_at else d.next_attempt_at end,
        first_attempt_at = coalesce(d.first_attempt_at, r.attempted_at)
      from r where d.account_id = :accountId and d.environment = :environment and d.id = r.id and d.attempts = r.number - 1
        and d.id = any(:deliveryIds::uuid[])
      returning d.id, d.endpoint_id, d.status, d.first_attempt_at, d.alerted_at
    ), logged as (
      insert into webhook_attempt (account_id, environment, delivery_id, number, attempted_at, status_code, latency_ms,
        url, request_headers, error, response_body, response_truncated)
      select :accountId, :environment, r.id, r.number, r.attempted_at, r.status_code, r.latency_ms, r.url, r.request_headers, r.error,
        r.response_body, r.response_truncated from r join changed c on c.id = r.id
    ), noted as (
      update auth.webhook_lane l set alert_at = failed.alert_at
      from (select endpoint_id, min(first_attempt_at) + ${ALERT_AFTER} as alert_at from changed
        where status <> 'delivered' and alerted_at is null and first_attempt_at is not null group by endpoint_id) failed
      where l.account_id = :accountId and l.environment = :environment and l.endpoint_id = failed.endpoint_id
        and (l.alert_at is null or l.alert_at > failed.alert_at)
    ), counted as (
      insert into auth.tally as t (name, count)
      select 'webhook_exhausted', count(*) from changed where status = 'exhausted' having count(*) > 0
      on conflict (name) do update set count = t.count + excluded.count
    )
    select pg_notify(:channel, :payload) from changed limit 1`,
};

interface Waiting {
  attempt: AttemptRow;
  onSettled: () => void;
}

async function store(deps: StoreDeps, tenant: Tenant, rows: readonly AttemptRow[]): Promise<void> {
  const deliveryIds = rows.map(({ id }) => id);
  const [channel, payload] = notification({ topic: 'webhook', ...tenant, deliveryIds });
  const values = { attempts: JSON.stringify(rows), deliveryIds, channel, payload };
  await retry(() => deps.db.command(tenant, RECORD, values), {
    isWorthwhile: (_error, tries) => tries < TRIES,
    pauseMs: () => PAUSE_MS,
  });
}

/** Runs one statement at a time per tenant. Attempts that arrive during a statement join the next one. */
export function createRecorder(deps: StoreDeps): Recorder {
  const waiting = new Map<string, Waiting[]>();

  async function storeAll(key: string, tenant: Tenant): Promise<void> {
    for (;;) {
      if ((waiting.get(key)?.length ?? 0) < ROWS_AT_ONCE) await sleep(GATHER_MS);
      const rows = waiting.get(key)?.splice(0, ROWS_AT_ONCE) ?? [];
      if (rows.length === 0) break;
      const attempts = rows.map(({ attempt }) => attempt);
      await store(deps, tenant, attempts).catch((error) =>
        deps.log.error(
          { err: error },
          'webhook attempts could not be stored; the deliveries will be attempted again',
        ),
      );
      for (const { onSettled } of rows) onSettled();
    }
    waiting.delete(key);
  }

  return {
    put(tenant, attempt) {
      const key = `${tenant.accountId}/${tenant.environment}`;
      return new Promise((onSettled) => {
        const queue = waiting.get(key);
        if (queue !== undefined) queue.push({ attempt, onSettled });
        else {
          waiting.set(key, [{ attempt, onSettled }]);
          void storeAll(key, tenant);
        }
      });
    },
  };
}
