import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { postAuth, signUp } from '../../helpers/client/sign-in.js';
import { accept, copyLink, invite, readLink } from '../../helpers/client/team.js';
import { captureLogs } from '../../helpers/run/logs.js';

const logs = captureLogs();
let app: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web', TRUST_PROXY: '1' }, { log: logs.log });
  owner = await app.createAccount();
});
afterAll(() => app.dispose());

test('each step is a line of the log, by ids alone', async () => {
  const email = 'invited@example.com';
  const { cookie } = await signUp(app, email);
  await invite(app, owner, email, 'viewer');
  const link = readLink(await copyLink(app, owner, email));
  const { invitationId } = link;
  const joined = await accept(app, link, { cookie });
  const { member } = joined.json<{ member: { id: string; userId: string } }>();
  const { accountId: organizationId } = owner;
  const raised = { memberId: member.id, role: 'member', organizationId };
  await postAuth(app, '/organization/update-member-role', raised, owner);
  const removed = { memberIdOrEmail: email, organizationId };
  await postAuth(app, '/organization/remove-member', removed, owner);
  const { accountId, userId } = owner;
  const memberUserId = member.userId;
  const lines = logs.lines().filter(({ security }) => security !== undefined);
  expect(lines.slice(-4)).toMatchObject([
    { security: 'invitation_made', accountId, userId, invitationId, role: 'viewer' },
    { security: 'invitation_accepted', accountId, userId: memberUserId, invitationId },
    { security: 'role_changed', accountId, userId, memberUserId, role: 'member' },
    { security: 'member_removed', accountId, userId, memberUserId },
  ]);
  expect(JSON.stringify(lines)).not.toContain(email);
});
