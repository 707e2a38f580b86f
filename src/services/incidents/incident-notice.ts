import type { Deps, Statement, Tenant } from '../../deps.js';
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

/** Whom an account's environment tells of incidents, and how that went. */
export interface IncidentNoticesRow {
  email: boolean;
  /** Masked: where it leads, and its last characters. Null while there is none. */
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

/** What is left out, or null, stays; a null Slack URL takes it away. */
export interface IncidentNoticesChange {
  email?: boolean | null;
  slackUrl?: string | null;
  leastSeverity?: Severity | null;
}

/** What the sealed URL is sealed for. */
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

/** Nothing is told until somebody asks for it. */
export async function readIncidentNotices(deps: Deps, tenant: Tenant): Promise<IncidentNoticesRow> {
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

async function toSlackFields(deps: Deps, tenant: Tenant, given: string | null) {
  const url = given === null ? null : await checkTarget(deps, 'slackUrl', given);
  return {
    slackUrl: url === null ? null : deps.vault.seal(url, sealOfSlackUrl(tenant)),
    slackMask: url === null ? null : maskUrl(url),
    // What was said of another URL is not said of this one.
    ...{ slackSentAt: null, slackFailedAt: null, slackError: null },
  };
}

export async function updateIncidentNotices(
  deps: Deps,
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

/** Rejects where nothing is set up, and while an earlier test is still on its way. */
export async function sendTestNotice(
  deps: Deps,
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
      throw badInput('channel', 'has nothing set up: updateIncidentNotices does that');
    const waiting = await tx.execute<unknown>(
      `select 1 from incident_notice where account_id = :accountId and environment = :environment and step = 'test' and status = 'pending' limit 1`,
    );
    if (waiting.length > 0) throw new AppError('CONFLICT', 'a test is already on its way');
    return { queued: await queueTestNotices(deps, tx, tenant, wanted) };
  });
  return readIncidentNotices(deps, tenant);
}
