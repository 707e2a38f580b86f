import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';
import { lastMail, postAuth, signUp } from '../helpers/client/sign-in.js';
import { accept, copyLink, invite, readLink } from '../helpers/client/team.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' });
});
afterAll(() => app.dispose());

const getMe = (cookie: string) => call(app.url, 'GET', '/api/me', { headers: { cookie } });

describe('who is asked', () => {
  let account: TestAccount;
  beforeAll(async () => {
    account = await app.createAccount({ tier: 'growth' });
  });

  test('a session is told its account, role and all it may do', async () => {
    const { cookie, email, accountId, userId } = account;
    expect((await getMe(cookie)).json()).toMatchObject({
      user: { id: userId, email },
      account: { id: accountId, tier: 'growth', role: 'owner' },
      auth: {
        type: 'session',
        keyId: null,
        prefix: null,
        environment: 'live',
        scopes: ['read', 'write', 'admin'],
      },
      limits: { brands: 25 },
    });
  });

  test('a key is told itself, and who made it', async () => {
    const key = await account.makeKey({ scopes: ['write'], environment: 'live' });
    expect((await call(app.url, 'GET', '/api/me', { key })).json()).toMatchObject({
      user: { id: account.userId },
      account: { id: account.accountId, role: null },
      auth: {
        type: 'key',
        prefix: expect.stringMatching(/^sk_live_/),
        environment: 'live',
        scopes: ['read', 'write'],
      },
    });
  });

  test('a session sees the environment it names, a key its own alone', async () => {
    const { cookie, key } = account;
    const body = { name: 'Only a test', category: 'tests' };
    await call(app.url, 'POST', '/api/brands', { key, body });
    const list = async (headers: Record<string, string>) =>
      (await call(app.url, 'GET', '/api/brands', { headers }))
        .json<{ brands: { name: string }[] }>()
        .brands.map(({ name }) => name);
    expect(await list({ cookie })).toEqual([]);
    expect(await list({ cookie, 'x-environment': 'test' })).toEqual(['Only a test']);
    const wrong = await call(app.url, 'GET', '/api/brands', {
      headers: { cookie, 'x-environment': 'prod' },
    });
    expect(wrong.status).toBe(400);
    const other = await call(app.url, 'GET', '/api/brands', {
      key,
      headers: { 'x-environment': 'live' },
    });
    expect(other.status).toBe(400);
    expect(other.json()).toMatchObject({
      error: { code: 'BAD_INPUT', details: { field: 'X-Environment' } },
    });
  });
});

describe('signing up', () => {
  const other = (signup: string) =>
    startApp({ SIGNUP: signup, TRUST_PROXY: '1' }, { databaseUrl: app.databaseUrl });

  test('with an address that is known is a conflict', async () => {
    const { email } = await signUp(app);
    const again = { email: email.toUpperCase(), password: 'another password', name: 'Again' };
    const answer = await postAuth(app, '/sign-up/email', again);
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ error: { code: 'CONFLICT' } });
  });

  test.each([
    ['no address', { password: 'long enough', name: 'N' }],
    ['an address that is none', { email: 'at-home', password: 'long enough', name: 'N' }],
    ['a password that is no text', { email: 'n@example.com', password: 12_345_678, name: 'N' }],
  ])('with %s is bad input', async (_name, body) => {
    const answer = await postAuth(app, '/sign-up/email', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: 'BAD_INPUT' } });
  });

  test('is closed to everyone when it is off', async () => {
    const closed = await other('off');
    try {
      const { answer, cookie } = await signUp(closed);
      expect(answer.status).toBe(403);
      expect(answer.json()).toMatchObject({ error: { code: 'FORBIDDEN' } });
      expect(cookie).toBe('');
    } finally {
      await closed.dispose();
    }
  });

  test('is open to those who were invited when it is for them', async () => {
    const closed = await other('invite');
    try {
      const owner = await app.createAccount();
      const email = 'Invited.One@example.com';
      await invite(app, owner, email);
      await invite(app, owner, 'somebody.else@example.com');
      const link = readLink(await copyLink(app, owner, email.toLowerCase()));
      const another = readLink(await copyLink(app, owner, 'somebody.else@example.com'));
      const { invitationId, invitationToken } = link;
      for (const [address, shown] of [
        [undefined, {}],
        [undefined, link],
        // To name an invited address is not enough, nor is the link of somebody else.
        [email, {}],
        [email, { invitationId }],
        [email, { invitationId, invitationToken: another.invitationToken }],
        [email, another],
        [email, { invitationId, invitationToken: [invitationToken] }],
        [[email], link],
      ] as [string | undefined, object][]) {
        const { answer } = await signUp(closed, address, shown);
        expect([400, 403]).toContain(answer.status);
      }
      const { answer } = await signUp(closed, email.toUpperCase(), link);
      expect(answer.status).toBe(200);
      const withdrawn = { invitationId: another.invitationId };
      await postAuth(app, '/organization/cancel-invitation', withdrawn, owner);
      const late = await signUp(closed, 'somebody.else@example.com', another);
      expect(late.answer.status).toBe(403);
    } finally {
      await closed.dispose();
    }
  });
});

describe('a team', () => {
  let owner: TestAccount;
  beforeAll(async () => {
    owner = await app.createAccount({ tier: 'growth' });
  });

  test('cannot grow on the free tier', async () => {
    const free = await app.createAccount({ tier: 'free' });
    const answer = await invite(app, free, 'friend@example.com');
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ error: { code: 'TIER_TOO_LOW' } });
    expect(await lastMail(app, 'friend@example.com')).toBeUndefined();
  });

  test('invites a viewer by mail, who then reads and does nothing else', async () => {
    const body = { name: 'Seen by all', category: 'brands' };
    await call(app.url, 'POST', '/api/brands', { headers: { cookie: owner.cookie }, body });
    const { email, cookie } = await signUp(app);
    expect((await invite(app, owner, email, 'viewer')).status).toBe(200);
    const mail = await lastMail(app, email);
    expect(mail?.subject).toMatch(/invites you/);
    const link = readLink(await copyLink(app, owner, email));
    expect((await accept(app, link, await signUp(app))).status).toBe(403);
    expect((await accept(app, link, { cookie })).status).toBe(200);

    expect((await getMe(cookie)).json()).toMatchObject({
      account: { id: owner.accountId, role: 'viewer' },
      auth: { scopes: ['read'] },
    });
    const list = await call(app.url, 'GET', '/api/brands', { headers: { cookie } });
    expect(list.json()).toMatchObject({ brands: [{ name: 'Seen by all' }] });
    const made = await call(app.url, 'POST', '/api/brands', { headers: { cookie }, body });
    expect(made.status).toBe(403);
    expect(made.json()).toMatchObject({
      error: { code: 'FORBIDDEN', message: expect.stringMatching(/role viewer/) },
    });
    const viewer = { cookie, accountId: owner.accountId };
    const further = await invite(app, viewer, 'x@example.com', 'viewer');
    expect(further.status).toBe(403);
  });

  test('is not joined by who was not asked, nor looked into', async () => {
    const { cookie } = await signUp(app);
    const organizationId = owner.accountId;
    const into = { organizationId };
    expect((await postAuth(app, '/organization/set-active', into, { cookie })).status).toBe(403);
    const members = `/api/auth/organization/list-members?organizationId=${organizationId}`;
    expect((await call(app.url, 'GET', members, { headers: { cookie } })).status).toBe(403);
    expect((await getMe(cookie)).json()).not.toMatchObject({ account: { id: organizationId } });
  });

  test('is not made nor unmade by request', async () => {
    const { cookie, accountId: organizationId } = owner;
    const another = { name: 'Another', slug: 'another' };
    expect((await postAuth(app, '/organization/create', another, { cookie })).status).toBe(404);
    const removal = await postAuth(app, '/organization/delete', { organizationId }, { cookie });
    expect(removal.status).toBe(404);
    expect((await getMe(cookie)).status).toBe(200);
  });
});
