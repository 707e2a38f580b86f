import type { AccessDeps, NetDeps, Statement, StoreDeps, Tenant } from '../../deps.js';
import {
  maskUrl,
  type NoticeChannel,
  type NoticeStep,
} from '../../domain/incidents/incident-notice.js';
import type { Severity } from '../../domain/incidents/severity.js';
import { IncidentNoticeSetting } from '../../entities/incident-notice.js';
import { AppError, badInput } from '../../errors.js';
import { once } from '../input/idempotency.js';
import { selectRows } from '../input/select.js';
import { checkTarget } from '../webhooks/check-target.js';
import { queueTestNotices } from './queue-incident-notice.js';

/** Notice settings of an account in one environment, and the results of the last notices. */
export interface IncidentNoticesRow {
  email: boolean;
  /** Masked: origin and last characters. Null without a URL. */
  slackUrl: string | null;
  leastSeverity: Severity;
  emailSentAt: Date | null;
  emailFailedAt: Date | null;
  emailError: string | null;
  slackSentAt: Date | null;
  slackFailedAt: Date | null;
  slackError: string | null;
}

export interface IncidentNoticeRow {
  id: string;
  /** Null for a test. */
  incidentId: string | null;
  step: NoticeStep;
  severity: Severity | null;
  channel: NoticeChannel;
  recipient: string | null;
  status: 'pending' | 'sent' | 'kept' | 'failed';
  attempts: number;
  error: string | null;
  createdAt: Date;
  attemptedAt: Date | null;
}

/** Omitted or null fields keep their value; a null Slack URL removes it. */
export interface IncidentNoticesChange {
  email?: boolean | null;
  slackUrl?: string | null;
  leastSeverity?: Severity | null;
}

/** Context that the Slack URL is sealed with. */
export const sealOfSlackUrl = ({ accountId, environment }: Tenant): string =>
  `incident_notice_setting/${accountId}/${environment}`;

const SETTING: Statement = {
  name: 'incident-notice-setting',
  text: `select email, slack_mask as "slackUrl", least_severity as "leastSeverity", email_sent_at as "emailSentAt",
      email_failed_at as "emailFailedAt", email_error as "emailError", slack_sent_at as "slackSentAt",
      slack_failed_at as "slackFailedAt", slack_error as "slackError"
    from incident_notice_setting where account_id = :accountId and environment = :environment`,
};

const NOTHING: IncidentNoticesRow = {
  email: false,
  slackUrl: null,
  leastSeverity: 'low',
  ...{ emailSentAt: null, emailFailedAt: null, emailError: null },
  ...{ slackSentAt: null, slackFailedAt: null, slackError: null },
};

/** Notices are off by default. */
export async function readIncidentNotices(
  deps: StoreDeps,
  tenant: Tenant,
): Promise<IncidentNoticesRow> {
  const [row] = await deps.db.query<IncidentNoticesRow>(tenant, SETTING);
  return row ?? NOTHING;
}

/** Newest first. */
export const listIncidentNotices = selectRows<IncidentNoticeRow, [first: number]>(
  {
    name: 'incident-notices',
    text: `select id, incident_id as "incidentId", step, severity, channel, nullif(recipient, '') as recipient, status,
      attempts, error, created_at as "createdAt", attempted_at as "attemptedAt"
    from incident_notice where account_id = :accountId and environment = :environment order by created_at desc, id desc limit :first`,
  },
  'first',
);

async function toSlackFields(
  deps: StoreDeps & NetDeps & AccessDeps,
  tenant: Tenant,
  given: string | null,
) {
  const url = given === null ? null : await checkTarget(deps, 'slackUrl', given);
  return {
    slackUrl: url === null ? null : deps.vault.seal(url, sealOfSlackUrl(tenant)),
    slackMask: url === null ? null : maskUrl(url),
    // Results of the previous URL do not apply to the new one.
    ...{ slackSentAt: null, slackFailedAt: null, slackError: null },
  };
}

export async function updateIncidentNotices(
  deps: StoreDeps & NetDeps & AccessDeps,
  tenant: Tenant,
  { email, slackUrl, leastSeverity }: IncidentNoticesChange,
): Promise<IncidentNoticesRow> {
  const fields = {
    ...(email != null && { email }),
    ...(leastSeverity != null && { leastSeverity }),
    ...(slackUrl !== undefined && (await toSlackFields(deps, tenant, slackUrl))),
    updatedAt: deps.now(),
  };
  const place = { accountId: tenant.accountId, environment: tenant.environment };
  await deps.db.transaction(tenant, async (tx) => {
    await tx.execute(
      `insert into incident_notice_setting (account_id, environment, updated_at) values (:accountId, :environment, :now) on conflict do nothing`,
      { now: deps.now() },
    );
    await tx.em.nativeUpdate(IncidentNoticeSetting, place, fields);
  });
  return readIncidentNotices(deps, tenant);
}

/** Rejects when no channel is set up, and while an earlier test is pending. */
export async function sendTestNotice(
  deps: StoreDeps,
  { accountId, environment }: Tenant,
  channel: NoticeChannel | null,
  idempotencyKey: string | null,
): Promise<IncidentNoticesRow> {
  const tenant: Tenant = { accountId, environment };
  const request = { operation: 'sendTestNotice', key: idempotencyKey, input: { channel } };
  await once(deps, tenant, request, async (tx) => {
    const [setting] = await tx.execute<{
      email: boolean;
      slack: boolean;
    }>(`select email, slack_url is not null as slack from incident_notice_setting
       where account_id = :accountId and environment = :environment for update`);
    const wanted = {
      email: channel !== 'slack' && setting?.email === true,
      slack: channel !== 'email' && setting?.slack === true,
    };
    if (!wanted.email && !wanted.slack)
      throw badInput(
        'channel',
        'must be a channel that is set up; use updateIncidentNotices to set it up',
      );
    const waiting = await tx.execute<unknown>(
      `select 1 from incident_notice where account_id = :accountId and environment = :environment and step = 'test' and status = 'pending' limit 1`,
    );
    if (waiting.length > 0) throw new AppError('CONFLICT', 'a test notice is already pending');
    return { queued: await queueTestNotices(deps, tx, tenant, wanted) };
  });
  return readIncidentNotices(deps, tenant);
}
