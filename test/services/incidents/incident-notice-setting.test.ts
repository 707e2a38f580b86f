import { expect, test } from '@jest/globals';
import type { Tenant } from '../../../src/deps.js';
import {
  readIncidentNotices,
  sendTestNotice,
} from '../../../src/services/incidents/incident-notice.js';
import { sendIncidentNotice } from '../../../src/services/incidents/send-incident-notice.js';
import { forgetOld } from '../../../src/services/operations/retention.js';
import { bearer, post } from '../../helpers/client/client.js';
import { answer } from '../../helpers/outside/receiver.js';
import { makeBrand } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
import {
  account,
  app,
  ask,
  brandId,
  clock,
  DAY_MS,
  lead,
  never,
  notices,
  open,
  outcomes,
  SECRET,
  send,
  slack,
  slackUrl,
  smtp,
  tenant,
} from './notice-fixture.js';

test('a name that leads inside is refused when it is set, and when it is dialled', async () => {
  const url = 'https://chat.example.com/services/x';
  lead('10.0.0.7');
  await expect(ask({ slackUrl: url })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('must lead to a public address'),
  });
  lead('93.184.216.34');
  await ask({ slackUrl: url });
  await open();
  lead('169.254.169.254');
  const [notice] = await notices();
  await expect(send(notice ?? { id: '' })).rejects.toThrow('a notice was not delivered');
  expect((await readIncidentNotices(app.deps, tenant)).slackError).toContain(
    'an address that is not public',
  );
});

test('the database alone tells nobody the URL, and it opens in its own place only', async () => {
  await ask({ slackUrl: slackUrl() });
  const rows = await sql<{ whole: string; slack_url: Buffer }>(
    app.databaseUrl,
    `select s::text as whole, slack_url from incident_notice_setting s where account_id = $1`,
    [tenant.accountId],
  );
  expect(rows[0]?.slack_url.toString('latin1')).not.toContain('services');
  expect(rows[0]?.whole).not.toContain(SECRET.slice(0, -4));
  // Moved to the other environment it does not open.
  await sql(
    app.databaseUrl,
    `update incident_notice_setting set environment = 'live' where account_id = $1`,
    [tenant.accountId],
  );
  const place: Tenant = { ...tenant, environment: 'live' };
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
  expect(smtp.received[0]?.raw).toContain('Subject: Test: incident notices');
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
  expect((await readIncidentNotices(app.deps, tenant)).slackUrl).toBeNull();
});

test('with the same Idempotency-Key one test is sent', async () => {
  await ask({ email: true });
  await sendTestNotice(app.deps, tenant, null, 'k');
  await sendTestNotice(app.deps, tenant, null, 'k');
  expect(await notices()).toHaveLength(1);
});

test('notices are forgotten after 90 days, and go with their brand', async () => {
  await ask({ slackUrl: slackUrl() });
  await open();
  await sendTestNotice(app.deps, tenant, null, null);
  await sql(app.databaseUrl, 'delete from incident where brand_id = $1', [brandId]);
  expect(await outcomes()).toEqual(['test slack pending']);
  clock.move(89 * DAY_MS);
  await forgetOld(app.deps);
  expect(await notices()).toHaveLength(1);
  clock.move(2 * DAY_MS);
  await forgetOld(app.deps);
  expect(await notices()).toEqual([]);
});
