import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { newId } from '../../../src/domain/accounts/id.js';
import { ensureAccount, findMembership, setTier } from '../../../src/services/accounts/account.js';
import { createApiKey } from '../../../src/services/accounts/api-key.js';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { type Answer, call } from '../../helpers/client/http.js';
import { postAuth } from '../../helpers/client/sign-in.js';
import { invite, joinTeam } from '../../helpers/client/team.js';
import { NO_ROLES } from '../../helpers/records/odd-roles.js';
import { sql } from '../../helpers/run/sql.js';
import { until } from '../../helpers/run/until.js';

/** Who is what in a team, and who may change it. */

let app: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web', TRUST_PROXY: '1' });
});
afterAll(() => app.dispose());
/** The same people for each test, whose teams are new. */
const people: TestAccount[] = [];
let met = 0;
async function meet(): Promise<TestAccount> {
  const person = people[met] ?? (await app.createAccount());
  people[met] = person;
  met += 1;
  return person;
}
beforeEach(async () => {
  met = 0;
  const person = await meet();
  await sql(app.databaseUrl, 'delete from auth."organization"');
  const { accountId } = await ensureAccount(
    app.deps,
    { id: person.userId, name: 'Owner' },
    'operator',
  );
  await setTier(app.deps, accountId, 'growth');
  owner = { ...person, accountId };
});

/** Somebody new in the owner's team. */
async function join(role: string): Promise<TestAccount & { memberId: string }> {
  const person = await meet();
  await joinTeam(app, owner.accountId, person.userId, role);
  return { ...person, accountId: owner.accountId, memberId: await memberIdOf(person) };
}

async function memberIdOf({ userId }: Pick<TestAccount, 'userId'>): Promise<string> {
  const [member] = await sql<{ id: string }>(
    app.databaseUrl,
    'select id from auth."member" where "userId" = $1 and "organizationId" = $2',
    [userId, owner.accountId],
  );
  return member?.id ?? '';
}

const rolesOf = async () =>
  (
    await sql<{ role: string }>(
      app.databaseUrl,
      'select role from auth."member" where "organizationId" = $1 order by role desc',
      [owner.accountId],
    )
  ).map(({ role }) => role);

type Asker = Pick<TestAccount, 'cookie'>;
const setRole = ({ cookie }: Asker, memberId: string, role: unknown) => {
  const body = { memberId, role, organizationId: owner.accountId };
  return postAuth(app, '/organization/update-member-role', body, { cookie });
};
const remove = ({ cookie }: Asker, memberIdOrEmail: string) => {
  const body = { memberIdOrEmail, organizationId: owner.accountId };
  return postAuth(app, '/organization/remove-member', body, { cookie });
};
const leave = async (one: TestAccount) => remove(one, await memberIdOf(one));

describe('a role that is none of four words', () => {
  test('is given by nobody', async () => {
    const member = await join('member');
    const admin = await join('admin');
    for (const [name, role] of NO_ROLES)
      for (const by of [owner, admin])
        for (const answer of [
          await invite(app, { ...by, accountId: owner.accountId }, 'x@example.com', role),
          await setRole(by, member.memberId, role),
        ]) {
          expect([name, answer.status, answer.json()]).toMatchObject([
            name,
            400,
            {
              error: {
                code: 'BAD_INPUT',
                message: 'role must be one of owner, admin, member, viewer',
                details: { field: 'role' },
              },
            },
          ]);
        }
    expect(await rolesOf()).toEqual(['owner', 'member', 'admin']);
    const invited = 'select 1 from auth."invitation" where "organizationId" = $1';
    expect(await sql(app.databaseUrl, invited, [owner.accountId])).toEqual([]);
  });

  test('comes by no door of the server, nor by SQL', async () => {
    const { userId } = await meet();
    const { organizationId } = { organizationId: owner.accountId };
    const change = 'update auth."member" set role = $1 where "organizationId" = $2';
    for (const [, role] of NO_ROLES.filter(([, value]) => value !== null)) {
      const added = app.deps.auth.api.addMember({
        body: { userId, organizationId, role: role as 'owner' },
      });
      await expect(added).rejects.toMatchObject({ code: 'BAD_INPUT' });
      if (typeof role !== 'string') continue;
      const refused = { constraint: 'member_role' };
      await expect(joinTeam(app, organizationId, userId, role)).rejects.toMatchObject(refused);
      await expect(sql(app.databaseUrl, change, [role, organizationId])).rejects.toMatchObject(
        refused,
      );
    }
    expect(await rolesOf()).toEqual(['owner']);
  });

  test('gives no right where it is stored all the same', async () => {
    const { cookie, userId, accountId } = owner;
    const input = { name: 'key', scopes: ['admin' as const], environment: 'test' as const };
    const made = { ...input, format: 'sk' as const, expiresAt: null };
    const { secret } = await createApiKey(app.deps, { accountId, userId }, made, null);
    const key = secret ?? '';
    const member = await join('member');
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    // As a backup brings it, which fires no trigger.
    await client.query('set session_replication_role = replica');
    const store = async (person: Pick<TestAccount, 'userId'>, role: string) =>
      client.query('update auth."member" set role = $1 where id = $2', [
        role,
        await memberIdOf(person),
      ]);
    for (const role of ['owner,admin', 'admin, owner', ' owner', 'superuser']) {
      await store(owner, role);
      expect(await findMembership(app.deps, userId, owner.accountId)).toBeNull();
      const me = await call(app.url, 'GET', '/api/me', { headers: { cookie } });
      expect(me.json<{ account: { id: string } }>().account.id).not.toBe(owner.accountId);
      expect((await call(app.url, 'GET', '/api/v1/brands', { key })).status).toBe(401);
      expect((await invite(app, owner, 'x@example.com', 'viewer')).status).toBe(403);
      expect((await remove(owner, member.memberId)).status).toBe(403);
    }
    await store(owner, 'owner');
    await store(member, 'admin, owner');
    await client.end();
    // Its owner puts it right.
    expect((await setRole(owner, member.memberId, 'admin')).status).toBe(200);
    expect(await rolesOf()).toEqual(['owner', 'admin']);
  });
});

describe('nobody reaches above their own role', () => {
  test('an admin neither makes, lowers nor removes an owner', async () => {
    const admin = await join('admin');
    const second = await join('owner');
    const member = await join('member');
    const before = await rolesOf();
    const answers = [
      await setRole(admin, member.memberId, 'owner'),
      await setRole(admin, admin.memberId, 'owner'),
      await setRole(admin, second.memberId, 'viewer'),
      await remove(admin, second.memberId),
      await remove(admin, second.email),
    ];
    for (const { status } of answers) expect(status).toBe(403);
    expect(await rolesOf()).toEqual(before);
    expect((await setRole(admin, member.memberId, 'admin')).status).toBe(200);
  });

  test.each(['member', 'viewer'])('a %s changes nobody and no team', async (role) => {
    const person = await join(role);
    const other = await join('viewer');
    const before = await rolesOf();
    const rename = { data: { name: 'Taken' }, organizationId: owner.accountId };
    const answers = [
      await setRole(person, person.memberId, 'admin'),
      await setRole(person, other.memberId, 'member'),
      await remove(person, other.memberId),
      await invite(app, person, 'x@example.com', 'viewer'),
      await postAuth(app, '/organization/update', rename, person),
    ];
    for (const { status } of answers) expect([401, 403]).toContain(status);
    expect(await rolesOf()).toEqual(before);
  });

  test('another account’s members are out of reach', async () => {
    const member = await join('member');
    const person = await meet();
    const { accountId } = await ensureAccount(
      app.deps,
      { id: person.userId, name: 'Stranger' },
      'operator',
    );
    const stranger = { ...person, accountId };
    for (const organizationId of [owner.accountId, stranger.accountId]) {
      const { cookie } = stranger;
      const named = { memberId: member.memberId, memberIdOrEmail: member.memberId };
      for (const path of ['update-member-role', 'remove-member']) {
        const body = { ...named, role: 'viewer', organizationId };
        const foreign = await postAuth(app, `/organization/${path}`, body, { cookie });
        const none = {
          memberId: newId(),
          memberIdOrEmail: newId(),
          role: 'viewer',
          organizationId,
        };
        const missing = await postAuth(app, `/organization/${path}`, none, { cookie });
        expect(foreign.status).toBe(organizationId === stranger.accountId ? 404 : 400);
        expect(missing.status).toBe(foreign.status);
        const messageOf = (answer: Answer) =>
          answer.json<{ error: { message: string } }>().error.message;
        expect(messageOf(missing)).toBe(messageOf(foreign));
      }
    }
    expect(await rolesOf()).toEqual(['owner', 'member']);
  });
});

describe('the last owner', () => {
  test('is neither lowered nor removed', async () => {
    const admin = await join('admin');
    const memberId = await memberIdOf(owner);
    const answers = [
      await setRole(owner, memberId, 'admin'),
      await remove(owner, memberId),
      await remove(admin, memberId),
    ];
    for (const { status } of answers) expect([400, 403]).toContain(status);
    for (const text of [
      'delete from auth."member" where "organizationId" = $1',
      `update auth."member" set role = 'admin' where "organizationId" = $1`,
      'delete from auth."user" where id in (select "userId" from auth."member" where "organizationId" = $1)',
    ])
      await expect(sql(app.databaseUrl, text, [owner.accountId])).rejects.toMatchObject({
        constraint: 'one_owner',
      });
    expect(await rolesOf()).toEqual(['owner', 'admin']);
  });

  test('leaves once there is another, and goes with the account', async () => {
    await join('owner');
    expect((await leave(owner)).status).toBe(200);
    expect(await rolesOf()).toEqual(['owner']);
    await sql(app.databaseUrl, 'delete from auth."organization" where id = $1', [owner.accountId]);
    expect(await rolesOf()).toEqual([]);
  });

  const ways: [string, (one: TestAccount, memberId: string) => Promise<Answer>][] = [
    ['are lowered', (one, memberId) => setRole(one, memberId, 'viewer')],
    ['are removed', (one, memberId) => remove(one, memberId)],
  ];

  test.each(ways)('stays when two %s at the same time', async (_, go) => {
    const second = await join('owner');
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    let gone: Promise<Answer> | undefined;
    try {
      // The second one's change is under way, and nobody sees it yet.
      await client.query('begin');
      await client.query('delete from auth."member" where id = $1', [second.memberId]);
      gone = go(owner, await memberIdOf(owner));
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(async () => (await sql(app.databaseUrl, waits)).length > 0, 30_000);
      await client.query('commit');
    } finally {
      await client.end();
    }
    const answer = await gone;
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({
      error: { code: 'CONFLICT', message: 'a team must keep at least one owner' },
    });
    expect(await rolesOf()).toEqual(['owner']);
  });

  test('stays when many ask at once', async () => {
    const owners = [{ ...owner, memberId: await memberIdOf(owner) }];
    for (let left = 3; left > 0; left -= 1) owners.push(await join('owner'));
    await Promise.all(
      owners.flatMap((one, at) => [
        at % 2 === 0 ? leave(one) : setRole(one, one.memberId, 'viewer'),
        remove(one, owners[(at + 1) % owners.length]?.memberId ?? ''),
      ]),
    );
    expect((await rolesOf()).filter((role) => role === 'owner').length).toBeGreaterThanOrEqual(1);
  });
});
