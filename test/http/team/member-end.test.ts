import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { ask } from '../../helpers/client/graphql.js';
import { call } from '../../helpers/client/http.js';
import { postAuth, signUp } from '../../helpers/client/sign-in.js';
import { initSocket, type RawSocket } from '../../helpers/client/socket.js';
import { accept, copyLink, invite, joinTeam, readLink } from '../../helpers/client/team.js';
import { sql } from '../../helpers/run/sql.js';
import { until } from '../../helpers/run/until.js';

/** What is left to somebody whose membership changes, on every process. */

/** A second is promised; a credential that nobody told of is looked at again after thirty. */
const PATIENCE_MS = 5_000;
const SCOPES = '{ me { auth { scopes } } }';

let one: TestApp;
let other: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  one = await startApp({ ROLE: 'web', TRUST_PROXY: '1' });
  other = await startApp({ ROLE: 'web', TRUST_PROXY: '1' }, { databaseUrl: one.databaseUrl });
  owner = await one.createAccount();
});
afterAll(async () => {
  await other.dispose();
  await one.dispose();
});

interface Colleague extends TestAccount {
  memberId: string;
  /** Of the owner's account, with every scope that an admin's may have. */
  key: string;
}

/** An admin of the owner's team who is known to both processes. */
async function hire(scopes = '[ADMIN]'): Promise<Colleague> {
  const person = await one.createAccount();
  await joinTeam(one, owner.accountId, person.userId, 'admin');
  const headers = { cookie: person.cookie, 'x-environment': 'test' };
  const make = `mutation { createApiKey(input: { name: "own", scopes: ${scopes}, environment: TEST }) { secret } }`;
  const made = await ask(one, make, { headers });
  const { secret: key } = (made.data as { createApiKey: { secret: string } }).createApiKey;
  for (const app of [one, other]) expect((await ask(app, SCOPES, { key })).errors).toEqual([]);
  const [member] = await sql<{ id: string }>(
    one.databaseUrl,
    'select id from auth."member" where "userId" = $1',
    [person.userId],
  );
  return { ...person, accountId: owner.accountId, key, memberId: member?.id ?? '' };
}

const scopesOf = async (app: TestApp, key: string): Promise<string[] | string> => {
  const { data, errors } = await ask(app, SCOPES, { key });
  return errors.length > 0
    ? (errors[0]?.extensions.code ?? '')
    : (data as { me: { auth: { scopes: string[] } } }).me.auth.scopes;
};

async function untilClosed(sockets: RawSocket[], code: number): Promise<void> {
  await until(
    () => sockets.every(({ socket }) => socket.readyState === WebSocket.CLOSED),
    PATIENCE_MS,
  );
  for (const { closed } of sockets) expect(await closed).toMatchObject({ code });
}

const setRole = (memberId: string, role: string) =>
  postAuth(
    one,
    '/organization/update-member-role',
    { memberId, role, organizationId: owner.accountId },
    owner,
  );

const ENDS: [string, (person: Colleague) => Promise<unknown>][] = [
  [
    'removed',
    async ({ memberId }) => {
      const body = { memberIdOrEmail: memberId, organizationId: owner.accountId };
      expect((await postAuth(one, '/organization/remove-member', body, owner)).status).toBe(200);
    },
  ],
  [
    'removed by SQL',
    ({ memberId }) => sql(one.databaseUrl, 'delete from auth."member" where id = $1', [memberId]),
  ],
  [
    'deleted as a user',
    ({ userId }) => sql(one.databaseUrl, 'delete from auth."user" where id = $1', [userId]),
  ],
];

describe('somebody who is', () => {
  test.each(ENDS)('%s loses sockets and keys, and sees nothing of the account', async (_, end) => {
    const person = await hire();
    const { cookie, key } = person;
    const into = { organizationId: owner.accountId };
    expect((await postAuth(one, '/organization/set-active', into, { cookie })).status).toBe(200);
    const sockets = await Promise.all([
      initSocket(one, { authorization: key }),
      initSocket(other, { authorization: key }),
      initSocket(one, undefined, { cookie, origin: one.url }),
      initSocket(other, undefined, { cookie, origin: other.url }),
    ]);
    const staying = await initSocket(one, { authorization: owner.key });

    await end(person);
    await untilClosed(sockets, 4403);
    await until(
      async () =>
        (await scopesOf(one, key)) === 'UNAUTHENTICATED' &&
        (await scopesOf(other, key)) === 'UNAUTHENTICATED',
      PATIENCE_MS,
    );
    expect(staying.socket.readyState).toBe(WebSocket.OPEN);
    await staying.close();

    for (const app of [one, other]) {
      const me = await call(app.url, 'GET', '/api/me', { headers: { cookie } });
      expect(me.text).not.toContain(owner.accountId);
    }
    const active = 'select "activeOrganizationId" as id from auth."session" where "userId" = $1';
    for (const { id } of await sql<{ id: string | null }>(one.databaseUrl, active, [person.userId]))
      expect(id).not.toBe(owner.accountId);
  });

  test('invited again makes new keys: the old ones stay ended', async () => {
    const person = await hire();
    await sql(one.databaseUrl, 'delete from auth."member" where id = $1', [person.memberId]);
    await invite(one, owner, person.email, 'admin');
    const link = readLink(await copyLink(one, owner, person.email));
    expect((await accept(one, link, person)).status).toBe(200);
    expect(await scopesOf(one, person.key)).toBe('UNAUTHENTICATED');
    const [kept] = await sql<{ revoked: boolean }>(
      one.databaseUrl,
      'select revoked_at is not null as revoked from api_key where user_id = $1',
      [person.userId],
    );
    expect(kept).toEqual({ revoked: true });
  });
});

describe('a key', () => {
  test('never holds more than its maker holds now', async () => {
    const { key, memberId } = await hire();
    const narrow = await hire('[READ]');
    const steps = [
      ['member', ['READ', 'WRITE']],
      ['viewer', ['READ']],
      ['member', ['READ', 'WRITE']],
      ['admin', ['READ', 'WRITE', 'ADMIN']],
    ] as const;
    for (const [role, scopes] of steps) {
      expect((await setRole(memberId, role)).status).toBe(200);
      for (const app of [one, other])
        await until(
          async () => JSON.stringify(await scopesOf(app, key)) === JSON.stringify(scopes),
          PATIENCE_MS,
        );
    }
    await setRole(memberId, 'viewer');
    await until(async () => (await scopesOf(other, key)).length === 1, PATIENCE_MS);
    const write = '{"name": "Acme", "category": "tests"}';
    const made = await call(other.url, 'POST', '/api/brands', { key, body: JSON.parse(write) });
    expect(made.status).toBe(403);
    // And one that was made to read does not grow with its maker.
    expect(await scopesOf(one, narrow.key)).toEqual(['READ']);
  });

  test('of a lowered maker lets a socket go that followed what it may no longer see', async () => {
    const { key, cookie, memberId } = await hire();
    const sockets = await Promise.all([
      initSocket(other, { authorization: key }),
      initSocket(other, undefined, { cookie, origin: other.url }),
    ]);
    await setRole(memberId, 'member');
    await untilClosed(sockets, 1013);
    // Whoever comes back may do what is left.
    const again = await initSocket(other, { authorization: key });
    await setRole(memberId, 'admin');
    await setRole(memberId, 'owner');
    expect(again.socket.readyState).toBe(WebSocket.OPEN);
    await again.close();
  });
});

describe('on a server for the invited', () => {
  let closed: TestApp;
  beforeAll(async () => {
    closed = await startApp(
      { SIGNUP: 'invite', TRUST_PROXY: '1' },
      { databaseUrl: one.databaseUrl },
    );
  });
  afterAll(() => closed.dispose());
  const meOf = (cookie: string) => call(closed.url, 'GET', '/api/me', { headers: { cookie } });
  const isInNoTeam = async (email: string) =>
    (
      await sql(
        one.databaseUrl,
        'select 1 from auth."member" m join auth."user" u on u.id = m."userId" where u.email = $1',
        [email],
      )
    ).length === 0;

  test('somebody new gets no account of their own, before they join and after they go', async () => {
    const email = 'newcomer@example.com';
    await invite(one, owner, email, 'member');
    const link = readLink(await copyLink(one, owner, email));
    const person = await signUp(closed, email, link);
    expect(person.answer.status).toBe(200);
    const refused = {
      error: { code: 'FORBIDDEN', message: expect.stringMatching(/belong to no team/) },
    };
    for (const path of ['/api/me', '/api/v1/brands'])
      expect(
        (await call(closed.url, 'GET', path, { headers: { cookie: person.cookie } })).json(),
      ).toMatchObject(refused);
    expect(await isInNoTeam(email)).toBe(true);
    expect((await accept(closed, link, person)).status).toBe(200);
    expect((await meOf(person.cookie)).json()).toMatchObject({
      account: { id: owner.accountId, role: 'member' },
    });
    const body = { memberIdOrEmail: email, organizationId: owner.accountId };
    expect((await postAuth(closed, '/organization/remove-member', body, owner)).status).toBe(200);
    expect((await meOf(person.cookie)).json()).toMatchObject(refused);
    expect(await isInNoTeam(email)).toBe(true);
  });
});
