import type { StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import type { NoticeChannel, NoticeStep } from '../../domain/incidents/incident-notice.js';
import { graver, type Severity } from '../../domain/incidents/severity.js';

interface Step {
  incidentId: string;
  step: Exclude<NoticeStep, 'test'>;
  previousSeverity?: Severity;
}

/** Channels to notify; `slack` is true when a URL is set. */
interface Wanted {
  email: boolean;
  slack: boolean;
}

const JOBS = { email: 'incident-mail', slack: 'incident-slack' } as const;
const MOST_RECIPIENTS = 20;
/** Owners first, then by length of membership. */
const RECIPIENTS = `select u.email, m."createdAt" as since,
    m.role = 'owner' as owner
  from auth."member" m join auth."user" u on u.id = m."userId"
  where m."organizationId" = :accountId and m.role in ('owner', 'admin')`;

interface Notice {
  incidentId: string | null;
  step: NoticeStep;
  severity: Severity | null;
  previousSeverity: Severity | null;
}

async function enqueue(
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  { email, slack }: Wanted,
  notice: Notice,
): Promise<number> {
  const people = email
    ? await tx.execute<{ email: string }>(
        `select email from (${RECIPIENTS}) found order by owner desc, since, email limit ${MOST_RECIPIENTS}`,
      )
    : [];
  const wanted: { id: string; channel: NoticeChannel; recipient: string }[] = [
    ...people.map((person) => ({
      id: newId(),
      channel: 'email' as const,
      recipient: person.email,
    })),
    ...(slack ? [{ id: newId(), channel: 'slack' as const, recipient: '' }] : []),
  ];
  if (wanted.length === 0) return 0;
  const made = await tx.execute<{ id: string; channel: NoticeChannel }>(
    `insert into incident_notice (account_id, environment, id, incident_id, step, severity, previous_severity, channel,
       recipient, status, attempts, created_at)
     select :accountId, :environment, w.id, :incidentId, :step, :severity, :previousSeverity, w.channel, w.recipient, 'pending', 0, :now
     from jsonb_to_recordset(:wanted::jsonb) as w (id uuid, channel text, recipient text)
     on conflict do nothing returning id, channel`,
    { ...notice, now: deps.now(), wanted: JSON.stringify(wanted) },
  );
  for (const { id, channel } of made)
    await deps.queue.send(tx, JOBS[channel], { ...tenant, noticeId: id });
  return made.length;
}

/**
 * Queues one notice per recipient for a step of an incident, in the transaction of that step; none if
 * notices are off or the severity is below the minimum. Sandbox answers cause no notices for live
 * data, as they cause no events.
 */
export async function queueIncidentNotices(
  deps: StoreDeps,
  tx: Transaction,
  { accountId, environment }: Tenant,
  { incidentId, step, previousSeverity }: Step,
): Promise<void> {
  const tenant: Tenant = { accountId, environment };
  const [found] = await tx.execute<
    Wanted & { severity: Severity; leastSeverity: Severity; sandbox: boolean }
  >(
    `select i.severity, i.sandbox, s.email, s.least_severity as "leastSeverity", s.slack_url is not null as slack
     from incident i join incident_notice_setting s on (s.account_id, s.environment) = (i.account_id, i.environment)
     where i.account_id = :accountId and i.environment = :environment and i.id = :incidentId`,
    { incidentId },
  );
  if (found === undefined || (found.sandbox && environment === 'live')) return;
  const { severity, leastSeverity } = found;
  if (graver(severity, leastSeverity) !== severity) return;
  await enqueue(deps, tx, tenant, found, {
    incidentId,
    step,
    severity,
    previousSeverity: previousSeverity ?? null,
  });
}

/** @returns number of notices queued */
export const queueTestNotices = (
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  wanted: Wanted,
): Promise<number> =>
  enqueue(deps, tx, tenant, wanted, {
    incidentId: null,
    step: 'test',
    severity: null,
    previousSeverity: null,
  });
