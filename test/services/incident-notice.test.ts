import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Scope } from '../../src/deps.js';
import { newId } from '../../src/domain/id.js';
import type { Severity } from '../../src/domain/severity.js';
import {
  type IncidentNoticeRow,
  type IncidentNoticesChange,
  listIncidentNotices,
  readIncidentNotices,
  sendTestNotice,
  updateIncidentNotices,
} from '../../src/services/incident-notice.js';
import { forgetOld } from '../../src/services/retention.js';
import { sendIncidentNotice } from '../../src/services/send-incident-notice.js';
import { openIncident, strengthenIncident } from '../../src/services/sentinel/incident-step.js';
import { updateIncident } from '../../src/services/update-incident.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { bearer, post } from '../helpers/client.js';
import { createClock } from '../helpers/clock.js';
import { createMailServer, type MailServer } from '../helpers/mail-server.js';
import { makeBrand } from '../helpers/probe.js';
import { answer, createReceiver, type Receiver } from '../helpers/receiver.js';
import { sql } from '../helpers/sql.js';
import { until } from '../helpers/until.js';

/** With a mail server and a receiver of Slack's messages, both on this machine. */

const DAY_MS = 86_400_000;
const SECRET = '/services/T0/B0/tYpLmQzRw9';
const clock = createClock();
const never = new AbortController().signal;
let smtp: MailServer;
let slack: Receiver;
/** Works nothing off: the tests do that. */
let app: TestApp;
let account: TestAccount;
let scope: Scope;
let brandId: string;
let leadsTo: string[] = [];

beforeAll(async () => {
  smtp = await createMailServer();
  slack = await createReceiver();
  app = await startApp(settings({ ROLE: 'web' }), {
    now: clock.now,
    resolveHost: async () => leadsTo,
  });
});
const settings = (more: Record<string, string> = {}) => ({
  SMTP_URL: smtp.url,
  WEBHOOK_ALLOW_HOSTS: slack.place,
  ...more,
});
const slackUrl = () => slack.url.replace('/hook', SECRET);
beforeEach(async () => {
  account = await app.createAccount();
  scope = { accountId: account.accountId, environment: 'test' };
  ({ id: brandId } = await makeBrand(app, scope, { name: 'A&B <!channel>' }));
});
afterEach(() => {
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
  platform: null,
  subjects: [],
});
const toFound = (severity: Severity, title = 'Named in 25 % of answers, down from 58 %') => ({
  finding: { type: 'ranking_collapse' as const, severity, title, details: {} },
  evidence: evidence(),
});

async function open(
  severity: Severity = 'high',
  { at = app, place = scope, of = brandId, sandbox = true } = {},
): Promise<string> {
  const where = { brandId: of, sandbox, runId: newId() };
  await at.deps.db.write(place, (em) => openIncident(at.deps, em, place, where, toFound(severity)));
  const [row] = await sql<{ id: string }>(
    app.databaseUrl,
    'select id from incident where brand_id = $1 order by id desc limit 1',
    [of],
  );
  return row?.id ?? '';
}
async function worsen(id: string, from: Severity, to: Severity, at = app): Promise<void> {
  const incident = {
    ...{ id, brandId, sandbox: true, severity: from, status: 'open' as const },
    ...{ calmWindows: 0, seenUntil: null, lastRunId: null, subjects: null },
  };
  await at.deps.db.write(scope, (em) =>
    strengthenIncident(at.deps, em, scope, incident, newId(), toFound(to)),
  );
}
const ask = (change: IncidentNoticesChange, place = scope) =>
  updateIncidentNotices(app.deps, place, change);
/** Oldest first; of those that are made at once mail comes first. */
const notices = async (place = scope): Promise<IncidentNoticeRow[]> =>
  (await listIncidentNotices(app.deps, place, 100)).reverse();
const send = ({ id }: { id: string }, signal = never) =>
  sendIncidentNotice(app.deps, scope, id, signal);
const outcomes = async () =>
  (await notices()).map(({ step, channel, status }) => `${step} ${channel} ${status}`);
const jobs = (accountId = scope.accountId) =>
  sql<{ name: string }>(
    app.databaseUrl,
    `select name from pgboss.job where name like 'incident-%' and data->>'accountId' = $1 order by name`,
    [accountId],
  );

test('a live worker tells of each step once, by mail and in the chat', async () => {
  const live = await startApp(settings(), { databaseUrl: app.databaseUrl });
  try {
    await ask({ email: true, slackUrl: slackUrl() });
    const untilSent = (count: number) =>
      until(
        async () => (await notices()).filter(({ status }) => status === 'sent').length === count,
        30_000,
      );
    const id = await open('medium', { at: live });
    await untilSent(2);
    await worsen(id, 'medium', 'critical', live);
    await worsen(id, 'critical', 'high', live);
    await untilSent(4);
    const owner = { ...scope, userId: account.userId };
    await updateIncident(live.deps, owner, id, { status: 'investigating' });
    await updateIncident(live.deps, owner, id, { status: 'resolved' });
    await untilSent(6);
  } finally {
    // Whatever was under way has ended by then.
    await live.dispose();
  }
  expect(await outcomes()).toEqual(
    ['opened', 'worsened', 'resolved'].flatMap((step) => [
      `${step} email sent`,
      `${step} slack sent`,
    ]),
  );
  const brand = 'A&amp;B &lt;!channel&gt;';
  const title = 'Named in 25 % of answers, down from 58 %';
  expect(slack.received.map(({ body }) => JSON.parse(body).text)).toEqual([
    `[sandbox] Medium incident of ${brand}: ${title}`,
    `[sandbox] Incident of ${brand} is now critical, it was medium: ${title}`,
    `[sandbox] Critical incident of ${brand} is resolved: ${title}`,
  ]);
  expect(JSON.parse(slack.received[0]?.body ?? '{}').blocks).toHaveLength(2);
  expect(smtp.received.map(({ to }) => to)).toEqual(Array(3).fill([account.email]));
  expect(smtp.received[0]?.raw).toContain('Subject: [sandbox] Medium incident of A&B <!channel>');
  const { emailSentAt, slackSentAt, emailError, slackError } = await readIncidentNotices(
    app.deps,
    scope,
  );
  expect([emailSentAt, slackSentAt]).toEqual([expect.any(Date), expect.any(Date)]);
  expect([emailError, slackError]).toEqual([null, null]);
});

test('nothing is told where nobody asks for it', async () => {
  await open();
  await ask({ email: true }, { ...scope, environment: 'live' });
  await open();
  expect(await notices()).toEqual([]);
  expect(await jobs()).toEqual([]);
});

test('only of what is grave enough, also once it becomes so', async () => {
  await ask({ slackUrl: slackUrl(), leastSeverity: 'high' });
  const id = await open('low');
  await worsen(id, 'low', 'medium');
  expect(await notices()).toEqual([]);
  await worsen(id, 'medium', 'high');
  expect(await notices()).toMatchObject([{ incidentId: id, step: 'worsened', severity: 'high' }]);
  expect(await jobs()).toEqual([{ name: 'incident-slack' }]);
});

test('a step that does not come about is not told', async () => {
  await ask({ email: true, slackUrl: slackUrl() });
  const where = { brandId, sandbox: true, runId: newId() };
  const broken = app.deps.db.write(scope, async (em) => {
    await openIncident(app.deps, em, scope, where, toFound('high'));
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect([await notices(), await jobs()]).toEqual([[], []]);
});

test('sandbox answers raise none for live data', async () => {
  const place: Scope = { ...scope, environment: 'live' };
  const { id: of } = await makeBrand(app, place);
  await ask({ email: true }, place);
  await open('critical', { place, of, sandbox: true });
  expect(await notices(place)).toEqual([]);
  await open('critical', { place, of, sandbox: false });
  expect(await notices(place)).toHaveLength(1);
});

test('mail goes to owners and admins, and not to who has left meanwhile', async () => {
  const roles = ['admin', 'member', 'viewer', 'admin'];
  const people = await Promise.all(roles.map(() => app.createAccount()));
  for (const [at, person] of people.entries())
    await sql(
      app.databaseUrl,
      `update auth."member" set "organizationId" = $1, role = $2 where "userId" = $3`,
      [scope.accountId, roles[at], person.userId],
    );
  await ask({ email: true });
  await open();
  await sql(app.databaseUrl, `update auth."member" set role = 'member' where "userId" = $1`, [
    people[3]?.userId,
  ]);
  for (const notice of await notices()) await send(notice);
  expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(
    [account.email, people[0]?.email].sort(),
  );
  expect(await notices()).toContainEqual(
    expect.objectContaining({
      recipient: people[3]?.email,
      status: 'failed',
      error: 'the recipient is no owner or admin any more',
    }),
  );
});

test('a receiver that fails is tried seven times, and says so all the while', async () => {
  await ask({ slackUrl: slackUrl() });
  await open();
  const [notice] = await notices();
  if (notice === undefined) throw new Error('there is no notice');
  slack.behave((res) => void res.writeHead(503).end('try\n later'));
  for (let attempt = 1; attempt < 7; attempt += 1) {
    await expect(send(notice)).rejects.toThrow('not taken');
    expect(await notices()).toMatchObject([
      { status: 'pending', attempts: attempt, error: 'it answered 503: try later' },
    ]);
  }
  await send(notice);
  expect(await outcomes()).toEqual(['opened slack failed']);
  await send(notice);
  expect(slack.received).toHaveLength(7);
  expect(await readIncidentNotices(app.deps, scope)).toMatchObject({
    slackSentAt: null,
    slackFailedAt: expect.any(Date),
    slackError: 'it answered 503: try later',
  });
});

test('who is told that a URL is gone does not ask again; a new URL begins anew', async () => {
  await ask({ slackUrl: slackUrl() });
  await open();
  slack.behave(answer.status(410));
  for (const notice of await notices()) await send(notice);
  expect(await notices()).toMatchObject([{ status: 'failed', attempts: 1 }]);
  expect(await ask({ slackUrl: `${slackUrl()}x` })).toMatchObject({
    slackFailedAt: null,
    slackError: null,
  });
});

test('a dead URL keeps no mail waiting', async () => {
  slack.behave(answer.never);
  const live = await startApp(settings(), { databaseUrl: app.databaseUrl });
  try {
    await ask({ email: true, slackUrl: slackUrl() });
    for (let count = 0; count < 12; count += 1) await open('high', { at: live });
    // Others' notices, too, find a worker at last.
    const isOurs = ({ to }: { to: string[] }) => to[0] === account.email;
    await until(() => smtp.received.filter(isOurs).length === 12, 30_000);
    expect((await outcomes()).filter((outcome) => outcome === 'opened slack sent')).toEqual([]);
  } finally {
    await live.dispose();
  }
  // A stop breaks off and uses no attempt up.
  const attempts = (await notices()).filter(({ channel }) => channel === 'slack');
  expect(attempts).toHaveLength(12);
});

test('what a stop breaks off counts for nothing', async () => {
  await ask({ slackUrl: slackUrl() });
  await open();
  const [notice] = await notices();
  const stop = new AbortController();
  slack.behave(() => stop.abort());
  await expect(send(notice ?? { id: '' }, stop.signal)).rejects.toThrow('broken off');
  expect(await notices()).toMatchObject([{ status: 'pending', attempts: 0, error: null }]);
});

test('who dies between sending and noting it repeats one message in the chat, and no mail', async () => {
  await ask({ email: true, slackUrl: slackUrl() });
  await open();
  for (const notice of await notices()) await send(notice);
  await sql(
    app.databaseUrl,
    `update incident_notice set status = 'pending' where account_id = $1`,
    [scope.accountId],
  );
  for (const notice of await notices()) await send(notice);
  for (const notice of await notices()) await send(notice);
  expect([slack.received.length, smtp.received.length]).toEqual([2, 1]);
  expect(await outcomes()).toEqual(['opened email sent', 'opened slack sent']);
});

test('a mail server that refuses is tried again, and its words stay with the operator', async () => {
  await ask({ email: true });
  await open();
  const [notice] = await notices();
  smtp.refuse('451 mailbox of inner-host-7 is full');
  await expect(send(notice ?? { id: '' })).rejects.toThrow('not taken');
  const error = 'the mail server did not take it (451)';
  expect(await readIncidentNotices(app.deps, scope)).toMatchObject({ emailError: error });
  smtp.refuse(null);
  await send(notice ?? { id: '' });
  expect(await notices()).toMatchObject([{ status: 'sent', attempts: 2, error: null }]);
  expect(smtp.received).toHaveLength(1);
});

test('without a mail server a notice is kept, once', async () => {
  const bare = await startApp({ ROLE: 'web' }, { databaseUrl: app.databaseUrl });
  try {
    await ask({ email: true });
    await open();
    const [notice] = await notices();
    await sendIncidentNotice(bare.deps, scope, notice?.id ?? '', never);
    expect(await outcomes()).toEqual(['opened email kept']);
    const kept = await sql<{ subject: string }>(
      app.databaseUrl,
      `select subject from auth.mail where recipient = $1 and subject like '%incident%'`,
      [account.email],
    );
    expect(kept).toEqual([{ subject: '[sandbox] High incident of A&B <!channel>' }]);
  } finally {
    await bare.dispose();
  }
});

test('what was switched off meanwhile is not sent', async () => {
  await ask({ email: true, slackUrl: slackUrl() });
  await open();
  await ask({ email: false, slackUrl: null });
  for (const notice of await notices()) await send(notice);
  expect([slack.received.length, smtp.received.length]).toEqual([0, 0]);
  expect(await outcomes()).toEqual(['opened email failed', 'opened slack failed']);
});

test('a name that leads inside is refused when it is set, and when it is dialled', async () => {
  const url = 'https://chat.example.com/services/x';
  leadsTo = ['10.0.0.7'];
  await expect(ask({ slackUrl: url })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('not a public address'),
  });
  leadsTo = ['93.184.216.34'];
  await ask({ slackUrl: url });
  await open();
  leadsTo = ['169.254.169.254'];
  const [notice] = await notices();
  await expect(send(notice ?? { id: '' })).rejects.toThrow('169.254.169.254');
  expect((await readIncidentNotices(app.deps, scope)).slackError).toContain('not a public address');
});

test('the database alone tells nobody the URL, and it opens in its own place only', async () => {
  await ask({ slackUrl: slackUrl() });
  const rows = await sql<{ whole: string; slack_url: Buffer }>(
    app.databaseUrl,
    `select s::text as whole, slack_url from incident_notice_setting s where account_id = $1`,
    [scope.accountId],
  );
  expect(rows[0]?.slack_url.toString('latin1')).not.toContain('services');
  expect(rows[0]?.whole).not.toContain(SECRET.slice(0, -4));
  // Moved to the other world it does not open.
  await sql(
    app.databaseUrl,
    `update incident_notice_setting set environment = 'live' where account_id = $1`,
    [scope.accountId],
  );
  const place: Scope = { ...scope, environment: 'live' };
  const { id: of } = await makeBrand(app, place);
  await open('high', { place, of, sandbox: false });
  const [notice] = await notices(place);
  await sendIncidentNotice(app.deps, place, notice?.id ?? '', never);
  expect(slack.received).toEqual([]);
  expect(await notices(place)).toMatchObject([{ status: 'failed' }]);
});

const SETTING = `email slackUrl leastSeverity slackError notices { step channel status incidentId recipient severity }`;
const graphql = (query: string, variables: Record<string, unknown> = {}) =>
  post(app.url, bearer(account.key), query, variables);
const UPDATE = `mutation($input: UpdateIncidentNoticesInput!) { updateIncidentNotices(input: $input) { incidentNotices { ${SETTING} } } }`;
const TEST = `mutation($input: SendTestNoticeInput!) { sendTestNotice(input: $input) { incidentNotices { ${SETTING} } } }`;

test('GraphQL sets it, never shows the URL again, and sends a test', async () => {
  expect((await graphql(`{ incidentNotices { ${SETTING} } }`)).data.incidentNotices).toEqual({
    ...{ email: false, slackUrl: null, leastSeverity: 'LOW', slackError: null, notices: [] },
  });
  const none = await graphql(TEST, { input: {} });
  expect(none.errors).toMatchObject([
    { extensions: { code: 'BAD_INPUT', details: { field: 'channel' } } },
  ]);
  const input = { email: true, slackUrl: slackUrl(), leastSeverity: 'HIGH' };
  const set = await graphql(UPDATE, { input });
  expect(set.data.updateIncidentNotices.incidentNotices).toMatchObject({
    ...{ email: true, leastSeverity: 'HIGH', slackUrl: `http://${slack.place}/…zRw9` },
  });
  expect(JSON.stringify(set)).not.toContain('services');
  const sent = await graphql(TEST, { input: {} });
  expect(sent.data.sendTestNotice.incidentNotices.notices).toMatchObject([
    { step: 'TEST', channel: 'SLACK', status: 'PENDING', incidentId: null, recipient: null },
    { step: 'TEST', channel: 'EMAIL', status: 'PENDING', recipient: account.email },
  ]);
  const again = await graphql(TEST, { input: { channel: 'SLACK' } });
  expect(again.errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
  slack.behave(answer.status(500));
  for (const notice of await notices()) await send(notice);
  // One attempt: whoever asked wants to know.
  expect(await outcomes()).toEqual(['test email sent', 'test slack failed']);
  expect(smtp.received[0]?.raw).toContain('Subject: Test: notices of incidents');
  expect((await graphql(TEST, { input: { channel: 'EMAIL' } })).errors).toBeUndefined();
});

test.each([
  ['not a URL', 'hello'],
  ['no https', 'http://chat.example.com/x'],
  ['an inner address', 'https://10.0.0.1/x'],
  ['this machine', 'https://localhost/x'],
  ['with a password', 'https://a:b@chat.example.com/x'],
  ['too long', `https://chat.example.com/${'x'.repeat(2_048)}`],
  ['empty', ' '],
])('a Slack URL that is %s is refused and names the field', async (_name, url) => {
  const { errors } = await graphql(UPDATE, { input: { slackUrl: url } });
  expect(errors).toMatchObject([
    { extensions: { code: 'BAD_INPUT', details: { field: 'slackUrl' } } },
  ]);
  expect((await readIncidentNotices(app.deps, scope)).slackUrl).toBeNull();
});

test('with the same Idempotency-Key one test is sent', async () => {
  await ask({ email: true });
  await sendTestNotice(app.deps, scope, null, 'k');
  await sendTestNotice(app.deps, scope, null, 'k');
  expect(await notices()).toHaveLength(1);
});

test('notices are forgotten after 90 days, and go with their brand', async () => {
  await ask({ slackUrl: slackUrl() });
  await open();
  await sendTestNotice(app.deps, scope, null, null);
  await sql(app.databaseUrl, 'delete from incident where brand_id = $1', [brandId]);
  expect(await outcomes()).toEqual(['test slack pending']);
  clock.move(89 * DAY_MS);
  await forgetOld(app.deps);
  expect(await notices()).toHaveLength(1);
  clock.move(2 * DAY_MS);
  await forgetOld(app.deps);
  expect(await notices()).toEqual([]);
});
