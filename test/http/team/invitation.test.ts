import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';
import { lastMail, postAuth, signUp } from '../../helpers/client/sign-in.js';
import {
  accept,
  copyLink,
  invite,
  joinTeam,
  type Link,
  type ListedInvitation,
  listInvitations,
  readLink,
} from '../../helpers/client/team.js';
import { createMailServer, type MailServer, readMail } from '../../helpers/outside/mail-server.js';
import { captureLogs } from '../../helpers/run/logs.js';
import { findText, sql } from '../../helpers/run/sql.js';

/** Invitations: who sees them, who may accept them, and with what. */

let app: TestApp;
let mail: MailServer;
let owner: TestAccount;
const logs = captureLogs();
/** Of the owner's team. */
const people = {} as Record<'admin' | 'member' | 'viewer', TestAccount>;

beforeAll(async () => {
  mail = await createMailServer();
  app = await startApp({ ROLE: 'web', TRUST_PROXY: '1', SMTP_URL: mail.url }, { log: logs.log });
  owner = await app.createAccount();
  for (const role of ['admin', 'member', 'viewer'] as const) {
    const person = await app.createAccount();
    await joinTeam(app, owner.accountId, person.userId, role);
    people[role] = { ...person, accountId: owner.accountId };
  }
});
afterAll(async () => {
  await app.dispose();
  await mail.dispose();
});

let invited = 0;
const newEmail = () => {
  invited += 1;
  return `invited${invited}@example.com`;
};

/** The link of a new invitation. */
async function inviteByLink(email: string, role = 'member', by = owner): Promise<Link> {
  expect((await invite(app, by, email, role)).status).toBe(200);
  return readLink(await copyLink(app, by, email));
}

const errorOf = (answer: { json<T>(): T }) =>
  answer.json<{ error: { code: string; message: string; details?: object } }>().error;

describe('the secret of an invitation', () => {
  test('is in the mail, is what the inviter copies, and is kept nowhere', async () => {
    const email = newEmail();
    const { invitationId, invitationToken } = await inviteByLink(email);
    const mailed = /\S+\/dashboard\/invite\S+/.exec(readMail(mail, email))?.[0];
    expect(mailed).toBe(await copyLink(app, owner, email));
    expect(readLink(mailed)).toEqual({ invitationId, invitationToken });
    expect(invitationToken).toMatch(/^[\w-]{43}$/);
    expect(await findText(app.databaseUrl, invitationToken)).toEqual([]);
    expect((await lastMail(app, email))?.body).toContain(`id=${invitationId}&token=…`);
    expect(logs.text()).not.toContain(invitationToken);
    expect(logs.text()).not.toContain(email);
  });

  test.each(['accept-invitation', 'reject-invitation', 'get-invitation'])(
    'is needed for %s',
    async (name) => {
      const { email, cookie } = await signUp(app);
      const { invitationId, invitationToken } = await inviteByLink(email, 'admin');
      const other = await inviteByLink(newEmail(), 'admin');
      const ask = (token: unknown, id: string = invitationId) =>
        name === 'get-invitation'
          ? call(
              app.url,
              'GET',
              `/api/auth/organization/${name}?${new URLSearchParams({ id, ...(token === undefined ? {} : { invitationToken: String(token) }) })}`,
              { headers: { cookie } },
            )
          : postAuth(
              app,
              `/organization/${name}`,
              { invitationId: id, invitationToken: token },
              { cookie },
            );
      for (const token of [
        undefined,
        '',
        'x'.repeat(43),
        invitationToken.slice(1),
        `${invitationToken}=`,
        [invitationToken],
        other.invitationToken,
      ]) {
        if (name === 'get-invitation' && Array.isArray(token)) continue;
        const answer = await ask(token);
        expect([token, answer.status, errorOf(answer).message]).toEqual([
          token,
          404,
          'invitation not found',
        ]);
      }
      // One that is not there is answered alike.
      expect((await ask(invitationToken, owner.accountId)).status).toBe(404);
      expect((await ask(invitationToken, 'x')).status).toBe(404);
      expect((await ask(invitationToken)).status).toBe(200);
    },
  );

  test('cannot be shown for one invitation and used for another', async () => {
    const { email, cookie } = await signUp(app);
    const { invitationId } = await inviteByLink(email, 'admin');
    const own = await inviteByLink(newEmail());
    const query = new URLSearchParams({ id: invitationId, ...own });
    const path = `/api/auth/organization/get-invitation?${query}`;
    expect((await call(app.url, 'GET', path, { headers: { cookie } })).status).toBe(404);
    const both = { ...own, invitationId, id: own.invitationId };
    expect((await accept(app, both, { cookie })).status).toBe(404);
  });

  test('helps nobody of another address', async () => {
    const link = await inviteByLink(newEmail());
    const { cookie } = await signUp(app);
    expect((await accept(app, link, { cookie })).status).toBe(403);
  });

  test('is for the address in whatever letters it was written', async () => {
    const { email, cookie } = await signUp(app, 'Mixed.Case@Example.com');
    expect((await invite(app, owner, 'mIXED.cASE@eXAMPLE.com')).status).toBe(200);
    const link = readLink(await copyLink(app, owner, email.toLowerCase()));
    expect((await accept(app, link, { cookie })).status).toBe(200);
  });
});

describe('a link is worthless', () => {
  const withdraw = ({ invitationId }: Link) =>
    postAuth(app, '/organization/cancel-invitation', { invitationId }, owner);
  const sqlOf = (text: string) => (link: Link) =>
    sql(app.databaseUrl, text, [link.invitationId]).then(() => ({ status: 200 }));

  test.each<[string, (link: Link, email: string, cookie: string) => Promise<{ status: number }>]>([
    ['when it was withdrawn', withdraw],
    [
      'when it is too old',
      sqlOf(`update auth."invitation" set "expiresAt" = now() - interval '1 s' where id = $1`),
    ],
    ['when it was accepted', (link, _, cookie) => accept(app, link, { cookie })],
    ['when the same address was invited again', (_, email) => invite(app, owner, email, 'viewer')],
    [
      'when its role is none',
      sqlOf(`update auth."invitation" set role = 'admin, owner' where id = $1`),
    ],
  ])('%s', async (_, end) => {
    const { email, cookie } = await signUp(app);
    const link = await inviteByLink(email);
    expect((await end(link, email, cookie)).status).toBe(200);
    expect((await accept(app, link, { cookie })).status).toBe(404);
  });

  test.each(['member', 'nobody'])('when its inviter is %s by now', async (become) => {
    const inviter = await app.createAccount();
    await joinTeam(app, owner.accountId, inviter.userId, 'admin');
    const { email, cookie } = await signUp(app);
    const by = { ...inviter, accountId: owner.accountId };
    const link = await inviteByLink(email, 'admin', by);
    const change =
      become === 'nobody'
        ? 'delete from auth."member" where "userId" = $1'
        : `update auth."member" set role = 'member' where "userId" = $1`;
    await sql(app.databaseUrl, change, [inviter.userId]);
    expect((await accept(app, link, { cookie })).status).toBe(404);
    expect(await copyLink(app, owner, email)).toBeNull();
    // An owner who invites anew answers for it.
    const renewed = await inviteByLink(email, 'admin');
    expect((await accept(app, renewed, { cookie })).status).toBe(200);
  });

  test('for who is in the team already', async () => {
    const { email, cookie } = await signUp(app);
    const link = await inviteByLink(email, 'admin');
    const [user] = await sql<{ id: string }>(
      app.databaseUrl,
      'select id from auth."user" where email = $1',
      [email],
    );
    await joinTeam(app, owner.accountId, user?.id ?? '', 'viewer');
    const answer = await accept(app, link, { cookie });
    expect([answer.status, errorOf(answer).message]).toEqual([409, 'you are already in this team']);
    expect((await invite(app, owner, email, 'admin')).status).toBe(400);
    const roles = await sql(app.databaseUrl, 'select role from auth."member" where "userId" = $1', [
      user?.id,
    ]);
    expect(roles).toEqual([{ role: 'viewer' }]);
  });
});

describe('who sees invitations', () => {
  let link: Link;
  const email = 'seen.by.few@example.com';
  beforeAll(async () => {
    link = await inviteByLink(email, 'admin');
  });

  test.each(['member', 'viewer'] as const)('not a %s', async (role) => {
    const list = await listInvitations(app, people[role]);
    expect([list.status, errorOf(list).code]).toEqual([403, 'FORBIDDEN']);
    for (const query of ['', `?organizationId=${owner.accountId}`]) {
      const headers = { cookie: people[role].cookie };
      for (const name of ['list-invitations', 'list-members']) {
        const { text } = await call(app.url, 'GET', `/api/auth/organization/${name}${query}`, {
          headers,
        });
        expect(text).not.toContain(link.invitationId);
        expect(text).not.toContain(email);
      }
    }
    const members = await call(
      app.url,
      'GET',
      `/api/auth/organization/list-members?organizationId=${owner.accountId}`,
      { headers: { cookie: people[role].cookie } },
    );
    expect(members.text).toContain(owner.email);
  });

  test('an admin and an owner', async () => {
    for (const person of [people.admin, owner])
      expect(readLink(await copyLink(app, person, email))).toEqual(link);
  });

  test('nobody of another account, whatever it names', async () => {
    const stranger = await app.createAccount();
    const foreign = { cookie: stranger.cookie, accountId: owner.accountId };
    const missing = { cookie: stranger.cookie, accountId: stranger.userId };
    const told = async (asked: typeof foreign) => {
      const invitationOf = asked === foreign ? link.invitationId : asked.accountId;
      const { cookie } = asked;
      const invitation = { invitationId: invitationOf };
      const answers = [
        await listInvitations(app, asked),
        await invite(app, asked, 'x@example.com'),
        await postAuth(app, '/organization/cancel-invitation', invitation, { cookie }),
        await postAuth(
          app,
          '/organization/set-active',
          { organizationId: asked.accountId },
          { cookie },
        ),
      ];
      return answers.map((each) => [each.status, { ...errorOf(each), requestId: '' }]);
    };
    expect(await told(foreign)).toEqual(await told(missing));
    const before = await listInvitations(app, owner);
    expect(before.json<ListedInvitation[]>().map(({ email: to }) => to)).not.toContain(
      'x@example.com',
    );
  });
});

describe('a role above one’s own', () => {
  test('is given by an owner alone', async () => {
    const email = newEmail();
    expect((await invite(app, people.admin, email, 'owner')).status).toBe(403);
    const link = await inviteByLink(email, 'owner');
    // With the link, and no mail, an admin could sign up under that address.
    expect(await copyLink(app, people.admin, email)).toBeNull();
    const { invitationId } = link;
    const { cookie } = people.admin;
    const cancelled = await postAuth(
      app,
      '/organization/cancel-invitation',
      { invitationId },
      { cookie },
    );
    expect([cancelled.status, errorOf(cancelled).code]).toEqual([403, 'FORBIDDEN']);
    const role = 'viewer';
    for (const more of [{}, { resend: true }])
      for (const to of [email, email.toUpperCase()]) {
        const body = { email: to, role, organizationId: owner.accountId, ...more };
        const again = await postAuth(app, '/organization/invite-member', body, { cookie });
        expect([again.status, errorOf(again).code]).toEqual([403, 'FORBIDDEN']);
      }
    const guest = await signUp(app, email);
    expect((await accept(app, link, { cookie: guest.cookie })).status).toBe(200);
    const me = await call(app.url, 'GET', '/api/me', { headers: { cookie: guest.cookie } });
    expect(me.json()).toMatchObject({ account: { id: owner.accountId, role: 'owner' } });
  });
});
