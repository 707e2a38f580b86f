import { type NetDeps, type Statement, type StoreDeps, SYSTEM } from '../deps.js';
import type { EndpointRef } from './endpoint-ref.js';

/** Time until a delivery is late, from its first attempt, and between mails (docs/contract.md, `D2-EVENT-9`). */
export const ALERT_AFTER = `interval '24 hours'`;

const SHOWN = 20;

const OF_ENDPOINT = `d.account_id = l.account_id and d.environment = l.environment and d.endpoint_id = l.endpoint_id
  and d.status <> 'delivered'`;

/** For an endpoint's lease `l`: when the next delivery becomes late, or when the next mail to owners is allowed. */
export const NEXT_ALERT = `least(
  (select min(d.first_attempt_at) from webhook_delivery d
    where ${OF_ENDPOINT} and d.alerted_at is null and d.first_attempt_at is not null) + ${ALERT_AFTER},
  case when exists (select 1 from webhook_delivery d where ${OF_ENDPOINT} and d.alerted_at > l.mailed_at)
    then l.mailed_at + ${ALERT_AFTER} end)`;

/** Late deliveries that owners were not mailed about; none within a day of the last mail. */
const UNTOLD: Statement = {
  name: 'untold-deliveries',
  text: `select d.id, d.event, e.url, (count(*) over ())::int as count
    from auth.webhook_lane l
      join webhook_endpoint e on (e.account_id, e.environment, e.id) = (l.account_id, l.environment, l.endpoint_id)
      join webhook_delivery d on ${OF_ENDPOINT}
    where l.account_id = :accountId and l.environment = :environment and l.endpoint_id = :endpointId and e.enabled
      and (l.mailed_at is null or l.mailed_at <= :now::timestamptz - ${ALERT_AFTER})
      and (d.alerted_at > l.mailed_at
        or d.alerted_at is null and d.first_attempt_at <= :now::timestamptz - ${ALERT_AFTER})
    order by d.first_attempt_at limit ${SHOWN}`,
};
const OWNERS: Statement = {
  name: 'owners-mail',
  text: `select u.email from auth."member" m join auth."user" u on u.id = m."userId"
    where m."organizationId" = :accountId and m.role = 'owner'`,
};
const MARK: Statement = {
  name: 'mark-alerted',
  text: `with marked as (
      update webhook_delivery d set alerted_at = :now
      from auth.webhook_lane l
        join webhook_endpoint e on (e.account_id, e.environment, e.id) = (l.account_id, l.environment, l.endpoint_id)
      where ${OF_ENDPOINT} and l.account_id = :accountId and l.environment = :environment and l.endpoint_id = :endpointId and e.enabled
        and d.account_id = :accountId and d.environment = :environment and d.endpoint_id = :endpointId
        and d.alerted_at is null and d.first_attempt_at <= :now::timestamptz - ${ALERT_AFTER}
      returning 1
    ), mailed as (
      update auth.webhook_lane set mailed_at = :now
      where account_id = :accountId and environment = :environment and endpoint_id = :endpointId and :isMailed::boolean
    ), counted as (
      insert into auth.tally as t (name, count) select 'webhook_alerts', count(*) from marked having count(*) > 0
      on conflict (name) do update set count = t.count + excluded.count
    )
    select count(*)::int as count from marked`,
};
const POSTPONE: Statement = {
  name: 'postpone-alert',
  text: `update auth.webhook_lane l set alert_at = ${NEXT_ALERT}
    where l.account_id = :accountId and l.environment = :environment and l.endpoint_id = :endpointId`,
};

interface Late {
  id: string;
  event: string;
  url: string;
  /** Number of all late deliveries that owners were not mailed about. */
  count: number;
}

function toText(environment: string, late: readonly Late[]): string {
  const lines = late.map(({ id, event }) => `  ${event}  ${id}`);
  const left = (late[0]?.count ?? 0) - late.length;
  const more = left > 0 ? [`  and ${left} more`] : [];
  return [
    `These events could not be delivered to ${late[0]?.url} (${environment} data) within 24 hours of the first attempt:`,
    '',
    ...lines,
    ...more,
    '',
    'The log of attempts shows the reasons. Undelivered events are kept for 30 days. When the endpoint works again, call recoverDeliveries to send them under their original ids.',
  ].join('\n');
}

/**
 * Marks deliveries that were not delivered within a day of their first attempt, and mails the owners: at most one mail
 * per day and endpoint, for all late deliveries together.
 */
export async function sendAlerts(deps: StoreDeps & NetDeps, endpoint: EndpointRef): Promise<void> {
  const { accountId, environment, endpointId } = endpoint;
  const now = deps.now();
  const late = await deps.db.query<Late>(endpoint, UNTOLD, { endpointId, now });
  const [first] = late;
  if (first !== undefined) {
    const owners = await deps.db.query<{ email: string }>(SYSTEM, OWNERS, { accountId });
    const subject = `${first.count} webhook${first.count === 1 ? '' : 's'} not delivered`;
    // Mail first: after a crash a second mail is better than none.
    for (const { email } of owners)
      await deps.mail.send({ to: email, subject, text: toText(environment, late) });
  }
  const values = { endpointId, now, isMailed: first !== undefined };
  const [marked] = await deps.db.command<{ count: number }>(endpoint, MARK, values);
  if (marked !== undefined && marked.count > 0)
    deps.log.warn(
      { ...endpoint, deliveries: marked.count },
      'webhooks were not delivered within a day',
    );
  await deps.db.command(endpoint, POSTPONE, { endpointId });
}
