import {
  type AccessDeps,
  type NetDeps,
  type Statement,
  type StoreDeps,
  SYSTEM,
  type Tenant,
} from '../../deps.js';
import {
  type IncidentNews,
  type NoticeChannel,
  type NoticeStep,
  TEST_MAIL,
  TEST_SLACK,
  toMailText,
  toSlackMessage,
} from '../../domain/incidents/incident-notice.js';
import { sealOfSlackUrl } from './incident-notice.js';

/** With the delays of the queue, the last attempt is about an hour after the first. */
const MOST_ATTEMPTS = 7;
const SHOWN_ANSWER = 100;

/**
 * Counts the attempt before sending, so that a crash uses it up. Null when the notice has ended or
 * its brand is deleted.
 */
const CLAIM: Statement = {
  name: 'claim-incident-notice',
  text: `with claimed as (
      update incident_notice set attempts = attempts + 1, attempted_at = :attemptedAt
      where account_id = :accountId and environment = :environment and id = :noticeId and status = 'pending' returning *)
    select c.id, c.step, c.severity, c.previous_severity as "previousSeverity", c.channel, c.recipient, c.attempts,
      c.incident_id as "incidentId", i.type, i.title, i.evidence_count as "evidenceCount", i.opened_at as "openedAt",
      i.sandbox, c.environment, b.name as brand, s.slack_url as "slackUrl", coalesce(s.email, false) as "isMailWanted"
    from claimed c left join incident i on (i.account_id, i.environment, i.id) = (c.account_id, c.environment, c.incident_id)
      left join brand b on (b.account_id, b.environment, b.id) = (i.account_id, i.environment, i.brand_id) and b.deleted_at is null
      left join incident_notice_setting s on (s.account_id, s.environment) = (c.account_id, c.environment)`,
};
const GIVE_BACK: Statement = {
  name: 'give-back-incident-notice',
  text: `update incident_notice set attempts = attempts - 1
    where account_id = :accountId and environment = :environment and id = :noticeId and status = 'pending'`,
};
const IS_ASKED_FOR: Statement = {
  name: 'is-notice-recipient',
  text: `select 1 from auth."member" m join auth."user" u on u.id = m."userId"
    where m."organizationId" = :accountId and u.email = :recipient and m.role in ('owner', 'admin')`,
};
/** Stores the result of the notice, and of the channel. */
const toRecord = (channel: NoticeChannel): Statement => ({
  name: `record-incident-${channel}`,
  text: `with ended as (
      update incident_notice set status = :status, error = :error, ended_at = case when :status <> 'pending' then :now::timestamptz end
      where account_id = :accountId and environment = :environment and id = :id)
    update incident_notice_setting set
      ${channel}_sent_at = case when :error::text is null then :now else ${channel}_sent_at end,
      ${channel}_failed_at = case when :error::text is null then ${channel}_failed_at else :now end,
      ${channel}_error = coalesce(:error, ${channel}_error)
    where account_id = :accountId and environment = :environment`,
});
const RECORD = { email: toRecord('email'), slack: toRecord('slack') };

interface Claimed extends Omit<IncidentNews, 'step'> {
  id: string;
  step: NoticeStep;
  channel: NoticeChannel;
  recipient: string;
  attempts: number;
  slackUrl: Buffer | null;
  isMailWanted: boolean;
}

interface Outcome {
  status: 'sent' | 'kept' | 'failed';
  /** Null unless the notice failed. */
  error: string | null;
  /** Whether another attempt would have the same result. */
  isFinal: boolean;
}

const failed = (error: string, isFinal: boolean): Outcome => ({ status: 'failed', error, isFinal });
const done = (status: 'sent' | 'kept'): Outcome => ({ status, error: null, isFinal: true });

const isNews = (notice: Claimed): notice is Claimed & IncidentNews => notice.step !== 'test';

async function mail(deps: StoreDeps & NetDeps, tenant: Tenant, notice: Claimed): Promise<Outcome> {
  if (!notice.isMailWanted) return failed('e-mail was switched off', true);
  const found = await deps.db.query(SYSTEM, IS_ASKED_FOR, {
    accountId: tenant.accountId,
    recipient: notice.recipient,
  });
  if (found.length === 0) return failed('the recipient is no longer an owner or admin', true);
  const message = isNews(notice) ? toMailText(notice) : TEST_MAIL;
  try {
    return done(await deps.mail.deliver(notice.id, { to: notice.recipient, ...message }));
  } catch (error) {
    // The exact response is logged for the operator, who runs the mail server.
    deps.log.warn({ err: error, noticeId: notice.id }, 'an incident mail could not be sent');
    const { responseCode } = error as { responseCode?: number };
    const words = 'the mail server rejected the message';
    return failed(responseCode === undefined ? words : `${words} (${responseCode})`, false);
  }
}

const oneLine = (text: string | null): string =>
  (text ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, SHOWN_ANSWER);

/** Null when a stop cancelled it. */
async function postToSlack(
  deps: StoreDeps & NetDeps & AccessDeps,
  tenant: Tenant,
  notice: Claimed,
  signal: AbortSignal,
): Promise<Outcome | null> {
  if (notice.slackUrl === null) return failed('the Slack URL was removed', true);
  let url: string;
  try {
    url = deps.vault.open(notice.slackUrl, sealOfSlackUrl(tenant));
  } catch (error) {
    deps.log.error({ err: error, ...tenant }, 'a Slack URL cannot be decrypted');
    return failed(
      'the Slack URL cannot be decrypted; set it again if SECRET_KEY was changed',
      true,
    );
  }
  const body = JSON.stringify(isNews(notice) ? toSlackMessage(notice) : TEST_SLACK);
  const headers = { 'content-type': 'application/json', 'user-agent': 'Answerscope-Notices/1.0' };
  const outcome = await deps.post(url, headers, body, signal);
  if (outcome === null) return null;
  const { error, statusCode, responseBody } = outcome;
  if (error === null) return done('sent');
  const said = oneLine(responseBody);
  const isRefused =
    statusCode !== null &&
    statusCode >= 300 &&
    statusCode < 500 &&
    ![408, 425, 429].includes(statusCode);
  return failed(said === '' ? error : `${error}: ${said}`, isRefused);
}

/**
 * Makes one attempt. A notice that was sent but not recorded because its worker was killed is sent once more;
 * a recorded notice is never resent. Rejects to request a retry.
 */
export async function sendIncidentNotice(
  deps: StoreDeps & NetDeps & AccessDeps,
  { accountId, environment }: Tenant,
  noticeId: string,
  signal: AbortSignal,
): Promise<void> {
  const tenant: Tenant = { accountId, environment };
  const [notice] = await deps.db.command<Claimed>(tenant, CLAIM, {
    noticeId,
    attemptedAt: deps.now(),
  });
  if (notice === undefined) return;
  const { channel, step, attempts } = notice;
  let outcome: Outcome | null;
  if (step !== 'test' && notice.brand === null) outcome = failed('the brand was deleted', true);
  else if (attempts > MOST_ATTEMPTS) outcome = failed('it was interrupted too often', true);
  else if (channel === 'email') outcome = await mail(deps, tenant, notice);
  else outcome = await postToSlack(deps, tenant, notice, signal);
  if (outcome === null) {
    await deps.db.command(tenant, GIVE_BACK, { noticeId });
    throw new Error('interrupted');
  }
  const { status, error, isFinal } = outcome;
  // A test is not retried, because its sender waits for the result.
  const isOver = isFinal || step === 'test' || attempts >= MOST_ATTEMPTS;
  const values = {
    id: noticeId,
    status: isOver ? status : 'pending',
    error,
    now: deps.now(),
  };
  await deps.db.command(tenant, RECORD[channel], values);
  if (!isOver) throw new Error(`a notice was not delivered: ${error}`);
}
