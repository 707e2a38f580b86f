import { expect, test } from '@jest/globals';
import type { Tenant } from '../../../src/deps.js';
import { newId } from '../../../src/domain/accounts/id.js';
import { readIncidentNotices } from '../../../src/services/incidents/incident-notice.js';
import { sendIncidentNotice } from '../../../src/services/incidents/send-incident-notice.js';
import { updateIncident } from '../../../src/services/incidents/update-incident.js';
import { openIncident } from '../../../src/services/sentinel/incident-transition.js';
import { startApp } from '../../helpers/app.js';
import { joinTeam } from '../../helpers/client/team.js';
import { answer } from '../../helpers/outside/receiver.js';
import { makeBrand } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
import { until } from '../../helpers/run/until.js';
import {
  account,
  app,
  ask,
  brandId,
  jobs,
  never,
  notices,
  open,
  outcomes,
  send,
  settings,
  slack,
  slackUrl,
  smtp,
  tenant,
  toFound,
  worsen,
} from './notice-fixture.js';

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
    const owner = { ...tenant, userId: account.userId };
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
    tenant,
  );
  expect([emailSentAt, slackSentAt]).toEqual([expect.any(Date), expect.any(Date)]);
  expect([emailError, slackError]).toEqual([null, null]);
});

test('nothing is told where nobody asks for it', async () => {
  await open();
  await ask({ email: true }, { ...tenant, environment: 'live' });
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
  const broken = app.deps.db.transaction(tenant, async (tx) => {
    await openIncident(app.deps, tx, tenant, where, toFound('high'));
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect([await notices(), await jobs()]).toEqual([[], []]);
});

test('sandbox answers raise none for live data', async () => {
  const place: Tenant = { ...tenant, environment: 'live' };
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
    await joinTeam(app, tenant.accountId, person.userId, roles[at] ?? '');
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
  expect(await readIncidentNotices(app.deps, tenant)).toMatchObject({
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
    for (let count = 0; count < 4; count += 1) await open('high', { at: live });
    // Others' notices, too, find a worker at last.
    const isOurs = ({ to }: { to: string[] }) => to[0] === account.email;
    await until(() => smtp.received.filter(isOurs).length === 4, 30_000);
    expect((await outcomes()).filter((outcome) => outcome === 'opened slack sent')).toEqual([]);
  } finally {
    await live.dispose();
  }
  // A stop breaks off and uses no attempt up.
  const attempts = (await notices()).filter(({ channel }) => channel === 'slack');
  expect(attempts).toHaveLength(4);
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
    [tenant.accountId],
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
  expect(await readIncidentNotices(app.deps, tenant)).toMatchObject({ emailError: error });
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
    await sendIncidentNotice(bare.deps, tenant, notice?.id ?? '', never);
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
