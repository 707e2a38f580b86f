import type { Deps, Statement } from '../deps.js';
import type { Place } from './place.js';

/** Document 2, Events, rule 4. */
export const ALERT_AFTER_MS = 24 * 3_600_000;

const AT_ONCE = 500;
const SHOWN = 20;

const LATE: Statement = {
  name: 'late-deliveries',
  text: `select d.id, d.event, e.url from webhook_delivery d
    join webhook_endpoint e on (e.account_id, e.environment, e.id) = (d.account_id, d.environment, d.endpoint_id)
    where d.account_id = $1 and d.environment = $2 and d.endpoint_id = $3 and e.enabled and d.status <> 'delivered'
      and d.alerted_at is null and d.first_attempt_at <= $4 order by d.first_attempt_at limit ${AT_ONCE}`,
};
const OWNERS: Statement = {
  name: 'owners-mail',
  text: `select u.email from auth."member" m join auth."user" u on u.id = m."userId"
    where m."organizationId" = $1 and 'owner' = any(string_to_array(m.role, ','))`,
};
const MARK: Statement = {
  name: 'mark-alerted',
  text: `with marked as (
      update webhook_delivery set alerted_at = $4 where account_id = $1 and environment = $2 and id = any($3::uuid[])
        and alerted_at is null returning 1)
    insert into auth.tally as t (name, count) select 'webhook_alerts', count(*) from marked
    on conflict (name) do update set count = t.count + excluded.count returning 1`,
};

interface Late {
  id: string;
  event: string;
  url: string;
}

function toText(environment: string, late: readonly Late[]): string {
  const lines = late.slice(0, SHOWN).map(({ id, event }) => `  ${event}  ${id}`);
  const more = late.length > SHOWN ? [`  and ${late.length - SHOWN} more`] : [];
  return [
    `These events could not be delivered to ${late[0]?.url} (${environment} data) within 24 hours of the first attempt:`,
    '',
    ...lines,
    ...more,
    '',
    'The log of attempts says why. They are kept for 30 days: once the receiver works again, recoverDeliveries sends them with the ids they had.',
  ].join('\n');
}

/** Tells the owners, once each, of what has not arrived a day after its first attempt. */
export async function raiseAlerts(deps: Deps, place: Place): Promise<void> {
  const { accountId, environment, endpointId } = place;
  const before = new Date(deps.now().getTime() - ALERT_AFTER_MS);
  const late = await deps.db.read<Late>(place, LATE, [accountId, environment, endpointId, before]);
  if (late.length === 0) return;
  deps.log.warn({ ...place, deliveries: late.length }, 'webhooks did not arrive within 24 hours');
  const owners = await deps.db.readShared<{ email: string }>(OWNERS, [accountId]);
  const subject = `${late.length} webhook${late.length === 1 ? '' : 's'} not delivered`;
  // Mail first: told twice after a crash is better than never told.
  for (const { email } of owners)
    await deps.mail.send({ to: email, subject, text: toText(environment, late) });
  const ids = late.map(({ id }) => id);
  await deps.db.read(place, MARK, [accountId, environment, ids, deps.now()]);
}
