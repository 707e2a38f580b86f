import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Tenant } from '../../../src/deps.js';
import { newId } from '../../../src/domain/accounts/id.js';
import type { Severity } from '../../../src/domain/incidents/severity.js';
import {
  type IncidentNoticeRow,
  type IncidentNoticesChange,
  listIncidentNotices,
  updateIncidentNotices,
} from '../../../src/services/incidents/incident-notice.js';
import { sendIncidentNotice } from '../../../src/services/incidents/send-incident-notice.js';
import {
  openIncident,
  strengthenIncident,
} from '../../../src/services/sentinel/incident-transition.js';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { createMailServer, type MailServer } from '../../helpers/outside/mail-server.js';
import { answer, createReceiver, type Receiver } from '../../helpers/outside/receiver.js';
import { makeBrand } from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

/** With a mail server and a receiver of Slack's messages, both on this machine. */

export const DAY_MS = 86_400_000;
export const SECRET = '/services/T0/B0/tYpLmQzRw9';
export const clock = createClock();
export const never = new AbortController().signal;
export let smtp: MailServer;
export let slack: Receiver;
/** Works nothing off: the tests do that. */
export let app: TestApp;
export let account: TestAccount;
export let tenant: Tenant;
export let brandId: string;
let leadsTo: string[] = [];
/** Where names lead from now on. */
export const lead = (...addresses: string[]): void => {
  leadsTo = addresses;
};

beforeAll(async () => {
  smtp = await createMailServer();
  slack = await createReceiver(answer.status(200), { other: true });
  app = await startApp(settings({ ROLE: 'web' }), {
    now: clock.now,
    resolveHost: async () => leadsTo,
  });
});
export const settings = (more: Record<string, string> = {}) => ({
  SMTP_URL: smtp.url,
  WEBHOOK_ALLOW_HOSTS: slack.place,
  ...more,
});
export const slackUrl = () => slack.url.replace('/hook', SECRET);
beforeEach(async () => {
  account = await app.createAccount();
  tenant = { accountId: account.accountId, environment: 'test' };
  ({ id: brandId } = await makeBrand(app, tenant, { name: 'A&B <!channel>' }));
});
afterEach(async () => {
  // Where a test starts a worker of its own, it has that test's notices to send.
  await sql(app.databaseUrl, `delete from pgboss.job where name like 'incident-%'`);
  smtp.refuse(null);
  slack.behave(answer.status(200));
  smtp.received.length = 0;
  slack.received.length = 0;
});
afterAll(async () => {
  await app.dispose();
  await smtp.dispose();
  await slack.dispose();
});

const evidence = () => ({
  kind: 'not_named' as const,
  from: clock.now(),
  until: clock.now(),
  cells: null,
  subjects: [],
});
export const toFound = (
  severity: Severity,
  title = 'Named in 25 % of answers, down from 58 %',
) => ({
  finding: { type: 'ranking_collapse' as const, severity, title, details: {} },
  evidence: evidence(),
});

export async function open(
  severity: Severity = 'high',
  { at = app, place = tenant, of = brandId, sandbox = true } = {},
): Promise<string> {
  const where = { brandId: of, sandbox, runId: newId() };
  await at.deps.db.transaction(place, (tx) =>
    openIncident(at.deps, tx, place, where, toFound(severity)),
  );
  const [row] = await sql<{ id: string }>(
    app.databaseUrl,
    'select id from incident where brand_id = $1 order by id desc limit 1',
    [of],
  );
  return row?.id ?? '';
}
export async function worsen(id: string, from: Severity, to: Severity, at = app): Promise<void> {
  const incident = {
    ...{ id, brandId, sandbox: true, severity: from, status: 'open' as const },
    ...{ calmWindows: 0, lastRunId: null, subjects: null },
  };
  await at.deps.db.transaction(tenant, (tx) =>
    strengthenIncident(at.deps, tx, tenant, incident, newId(), toFound(to)),
  );
}
export const ask = (change: IncidentNoticesChange, place = tenant) =>
  updateIncidentNotices(app.deps, place, change);
/** Oldest first; of those that are made at once mail comes first. */
export const notices = async (place = tenant): Promise<IncidentNoticeRow[]> =>
  (await listIncidentNotices(app.deps, place, 100)).reverse();
export const send = ({ id }: { id: string }, signal = never) =>
  sendIncidentNotice(app.deps, tenant, id, signal);
export const outcomes = async () =>
  (await notices()).map(({ step, channel, status }) => `${step} ${channel} ${status}`);
export const jobs = (accountId = tenant.accountId) =>
  sql<{ name: string }>(
    app.databaseUrl,
    `select name from pgboss.job where name like 'incident-%' and data->>'accountId' = $1 order by name`,
    [accountId],
  );
