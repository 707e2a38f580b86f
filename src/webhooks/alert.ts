import type { Deps, Statement } from '../deps.js';
import type { EndpointRef } from './endpoint-ref.js';

/** Time after its first attempt at which a delivery is late (document 2, Events, rule 4); also the mail interval. */
export const ALERT_AFTER = `interval '24 hours'`;

const SHOWN = 20;

const OF_ENDPOINT = `d.account_id = l.account_id and d.environment = l.environment and d.endpoint_id = l.endpoint_id
  and d.status <> 'delivered'`;

/** For an endpoint's lease `l`: when its next delivery becomes late, or when owners may be mailed again. */
export const NEXT_ALERT = `least(
  (select min(d.first_attempt_at) from webhook_delivery d
    where ${OF_ENDPOINT} and d.alerted_at is null and d.first_attempt_at is not null) + ${ALERT_AFTER},
  case when exists (select 1 from webhook_delivery d where ${OF_ENDPOINT} and d.alerted_at > l.mailed_at)
    then l.mailed_at + ${ALERT_AFTER} end)`;

/** Late deliveries that the owners have not been mailed about; none within a day of the last mail. */
const UNTOLD: Statement = {
  name: 'untold-deliveries',
  text: `select d.id, d.event, e.url, (count(*) over ())::int as count
    from auth.webhook_lane l
      join webhook_endpoint e on (e.account_id, e.environment, e.id) = (l.account_id, l.environment, l.endpoint_id)
      join webhook_delivery d on ${OF_ENDPOINT}
    where l.account_id = $1 and l.environment = $2 and l.endpoint_id = $3 and e.enabled
      and (l.mailed_at is null or l.mailed_at <= $4::timestamptz - ${ALERT_AFTER})
      and (d.alerted_at > l.mailed_at
        or d.alerted_at is null and d.first_attempt_at <= $4::timestamptz - ${ALERT_AFTER})
    order by d.first_attempt_at limit ${SHOWN}`,
};
const OWNERS: Statement = {
  name: 'owners-mail',
  text: `select u.email from auth."member" m join auth."user" u on u.id = m."userId"
    where m."organizationId" = $1 and m.role = 'owner'`,
};
const MARK: Statement = {
  name: 'mark-alerted',
  text: `with marked as (
      update webhook_delivery d set alerted_at = $4
      from auth.webhook_lane l
        join webhook_endpoint e on (e.account_id, e.environment, e.id) = (l.account_id, l.environment, l.endpoint_id)
      where ${OF_ENDPOINT} and l.account_id = $1 and l.environment = $2 and l.endpoint_id = $3 and e.enabled
        and d.account_id = $1 and d.environment = $2 and d.endpoint_id = $3
        and d.alerted_at is null and d.first_attempt_at <= $4::timestamptz - ${ALERT_AFTER}
      returning 1
    ), mailed as (
      update auth.webhook_lane set mailed_at = $4
      where account_id = $1 and environment = $2 and endpoint_id = $3 and $5::boolean
    ), counted as (
      insert into auth.tally as t (name, count) select 'webhook_alerts', count(*) from marked having count(*) > 0
      on conflict (name) do update set count = t.count + excluded.count
    )
    select count(*)::int as count from marked`,
};
const POSTPONE: Statement = {
  name: 'postpone-alert',
  text: `update auth.webhook_lane l set alert_at = ${NEXT_ALERT}
    where l.account_id = $1 and l.environment = $2 and l.endpoint_id = $3`,
};

interface Late {
  id: string;
  event: string;
  url: string;
  /** Number of late deliveries that the owners have not been mailed about. */
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
    'The log of attempts shows the reasons. Events are kept for 30 days: once the receiver works again, recoverDeliveries resends them under their original ids.',
  ].join('\n');
}

/**
 * Marks deliveries that have not succeeded a day after their first attempt, and mails the owners about all of
 * them: at most once a day per endpoint.
 */
export async function sendAlerts(deps: Deps, endpoint: EndpointRef): Promise<void> {
  const { accountId, environment, endpointId } = endpoint;
  const now = deps.now();
  const late = await deps.db.query<Late>(endpoint, UNTOLD, [endpointId, now]);
  const [first] = late;
  if (first !== undefined) {
    const owners = await deps.db.querySystem<{ email: string }>(OWNERS, [accountId]);
    const subject = `${first.count} webhook${first.count === 1 ? '' : 's'} not delivered`;
    // Mail first: after a crash, two mails are better than none.
    for (const { email } of owners)
      await deps.mail.send({ to: email, subject, text: toText(environment, late) });
  }
  const values = [endpointId, now, first !== undefined];
  const [marked] = await deps.db.query<{ count: number }>(endpoint, MARK, values);
  if (marked !== undefined && marked.count > 0)
    deps.log.warn(
      { ...endpoint, deliveries: marked.count },
      'webhooks were not delivered within 24 hours',
    );
  await deps.db.query(endpoint, POSTPONE, [endpointId]);
}
