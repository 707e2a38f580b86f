import { type Statement, type StoreDeps, SYSTEM, type Tenant } from '../../deps.js';
import { DAY_MS, dayOf } from '../../domain/time/utc-day.js';
import { allTenants } from '../accounts/all-tenants.js';
import { ANONYMOUS, ANONYMOUS_KEPT_MS } from '../checks/check-run.js';

const MAIL_DAYS = 30;
const OUTBOX_DAYS = 30;
const DELIVERY_DAYS = 30;
const NOTICE_DAYS = 90;
const IDEMPOTENCY_DAYS = 1;
const REQUEST_COUNT_DAYS = 400;
/** A suggested name that no answer has listed for this long is dropped; dismissed names are kept. */
const SUGGESTION_DAYS = 90;
/** Calls taken before midnight may still be refunded after it. */
const QUOTA_DAYS = 2;
const KNOWN_ADDRESS_DAYS = 30;
const SCHEDULE_TICK_DAYS = 90;
/** The longest window plus its additional sub-bucket. */
const WINDOW_MS = DAY_MS + DAY_MS / 60;
const ROWS_AT_ONCE = 5_000;
/** Each check has up to 16 answers. */
const CHECKS_AT_ONCE = 200;

const OLD_TEXTS: Statement = {
  name: 'forget-texts',
  text: `delete from answer_text where account_id = :accountId and environment = :environment and run_at < :before and run_id in (
      select run_id from answer_text where account_id = :accountId and environment = :environment and run_at < :before limit ${ROWS_AT_ONCE})
    returning 1`,
};
/** The texts of a check are stored inside its results, so the results are rewritten without them. */
const OLD_CHECK_TEXTS: Statement = {
  name: 'forget-check-texts',
  text: `update check_run set text_expired = true, results = (
        select coalesce(jsonb_agg(jsonb_set(result, '{text}', '""') order by place), '[]')
        from jsonb_array_elements(results) with ordinality as e (result, place))
    where account_id = :accountId and environment = :environment and id in (
      select id from check_run where account_id = :accountId and environment = :environment and created_at < :before and not text_expired limit ${CHECKS_AT_ONCE})
    returning 1`,
};
/** Deletes old rows of a table for one tenant in batches, by their key. */
const forget = (table: string, key: string, isOld: string, atOnce = ROWS_AT_ONCE): Statement => ({
  name: `forget-${table.replaceAll('_', '-')}`,
  text: `delete from ${table} where account_id = :accountId and environment = :environment and (${key}) in (
      select ${key} from ${table} where account_id = :accountId and environment = :environment and ${isOld} limit ${atOnce})
    returning 1`,
});
const OLD_CHECKS = forget('check_run', 'id', 'created_at < :before', CHECKS_AT_ONCE);
const OLD_CALLS = forget('engine_call', 'id', 'asked_at < :before');
const OLD_OUTBOX = forget('outbox', 'id', 'created_at < :before');
const OLD_SUGGESTIONS = forget(
  'competitor_suggestion',
  'brand_id, sandbox, name_key',
  'last_seen_at < :before and dismissed_at is null',
);
const OLD_TICKS = forget('schedule_tick', 'schedule_id, scheduled_for', 'scheduled_for < :before');
/** Deletes their attempts as well. */
const OLD_DELIVERIES = forget('webhook_delivery', 'id', 'created_at < :before');
/** Expired secrets are useless. */
const OLD_SECRETS = forget('webhook_old_secret', 'id', 'ends_at < :before');
const OLD_NOTICES = forget('incident_notice', 'id', 'created_at < :before');
const OLD_REQUEST_COUNTS = forget(
  'request_count',
  'day, endpoint, key_id',
  'day < (:before::timestamptz)::date',
);
const OLD_REQUESTS = forget('idempotency_record', 'operation, key', 'created_at < :before');

/** In small batches and per tenant, because row-level security prevents access to all tenants at once. */
async function remove(
  deps: StoreDeps,
  tenant: Tenant,
  step: Statement,
  before: Date,
): Promise<void> {
  while ((await deps.db.command(tenant, step, { before })).length > 0);
}

/**
 * Deletes expired data: the texts of answers, whose measures stay, and obsolete records. May be
 * interrupted and restarted.
 */
export async function forgetOld(deps: StoreDeps): Promise<void> {
  const nowMs = deps.now().getTime();
  const ago = (days: number) => new Date(nowMs - days * DAY_MS);
  const { retentionDays } = deps.config;
  for await (const tenant of allTenants(deps)) {
    if (retentionDays > 0) {
      await remove(deps, tenant, OLD_TEXTS, ago(retentionDays));
      await remove(deps, tenant, OLD_CHECK_TEXTS, ago(retentionDays));
    }
    await remove(deps, tenant, OLD_OUTBOX, ago(OUTBOX_DAYS));
    await remove(deps, tenant, OLD_SUGGESTIONS, ago(SUGGESTION_DAYS));
    await remove(deps, tenant, OLD_TICKS, ago(SCHEDULE_TICK_DAYS));
    await remove(deps, tenant, OLD_DELIVERIES, ago(DELIVERY_DAYS));
    await remove(deps, tenant, OLD_NOTICES, ago(NOTICE_DAYS));
    await remove(deps, tenant, OLD_SECRETS, deps.now());
    await remove(deps, tenant, OLD_REQUESTS, ago(IDEMPOTENCY_DAYS));
    await remove(deps, tenant, OLD_REQUEST_COUNTS, ago(REQUEST_COUNT_DAYS));
  }
  // Anonymous checks and calls only: the ledger of an account is kept as long as the account.
  for (const step of [OLD_CHECKS, OLD_CALLS])
    await remove(deps, ANONYMOUS, step, new Date(nowMs - ANONYMOUS_KEPT_MS));
  await deps.db.transaction(SYSTEM, async (tx) => {
    await tx.execute('delete from auth.mail where created_at < :createdAt', {
      createdAt: ago(MAIL_DAYS),
    });
    await tx.execute('delete from auth.known_address where seen_at < :seenAt', {
      seenAt: ago(KNOWN_ADDRESS_DAYS),
    });
    await tx.execute('delete from auth.daily_quota where day < :day', {
      day: dayOf(ago(QUOTA_DAYS)),
    });
    await tx.execute('delete from auth.rate_window where at_ms < :atMs', {
      atMs: nowMs - WINDOW_MS,
    });
  });
}
