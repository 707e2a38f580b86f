import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';
import { postAuth } from '../../helpers/client/sign-in.js';
import { invite, joinTeam } from '../../helpers/client/team.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  owner = await app.createAccount();
});
afterAll(() => app.dispose());

async function join(role: string): Promise<TestAccount & { memberId: string }> {
  const person = await app.createAccount();
  await joinTeam(app, owner.accountId, person.userId, role);
  const [member] = await sql<{ id: string }>(
    app.databaseUrl,
    'select id from auth."member" where "userId" = $1',
    [person.userId],
  );
  return { ...person, accountId: owner.accountId, memberId: member?.id ?? '' };
}

/** What the database takes for the same id. */
const respell = (id: string) => [`{${id}}`, id.replaceAll('-', ''), id.replace('-', '')];

test('no other spelling of a team’s id gets around the rules', async () => {
  const admin = await join('admin');
  const second = await join('owner');
  const email = 'future.owner@example.com';
  expect((await invite(app, owner, email, 'owner')).status).toBe(200);
  const named = { email, role: 'viewer', memberId: second.memberId };
  for (const organizationId of respell(owner.accountId))
    for (const [path, more] of [
      ['invite-member', {}],
      ['invite-member', { resend: true }],
      ['update-member-role', {}],
      ['remove-member', { memberIdOrEmail: second.memberId }],
      ['set-active', {}],
      ['update', { data: { name: 'Other' } }],
    ] as const) {
      const body = { ...named, ...more, organizationId };
      const answer = await postAuth(app, `/organization/${path}`, body, { cookie: admin.cookie });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.text).toContain('organizationId must be the id of a team');
    }
  const pending = `select role from auth."invitation" where email = $1 and status = 'pending'`;
  expect(await sql(app.databaseUrl, pending, [email])).toEqual([{ role: 'owner' }]);
});

describe('the members of a team', () => {
  const list = (query: string) =>
    call(app.url, 'GET', `/api/auth/organization/list-members?${query}`, {
      headers: { cookie: owner.cookie },
    });

  test('are listed by its id, with a limit', async () => {
    const answer = await list(`organizationId=${owner.accountId}&limit=100`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(owner.email);
  });

  test.each([
    'sortBy=none',
    'filterField=none&filterValue=1',
    'filterField=createdAt&filterValue=x',
    'offset=-1',
    'limit=-1',
    'limit=1000',
    'limit=x',
    'limit=1&limit=2',
  ])('are not listed with %s', async (query) => {
    expect((await list(`organizationId=${owner.accountId}&${query}`)).status).toBe(400);
  });

  test('are not listed for another spelling of its id', async () => {
    for (const organizationId of respell(owner.accountId))
      expect((await list(`organizationId=${organizationId}`)).status).toBe(400);
  });
});

test('of an account nothing but its name is changed, so none passes for the demo', async () => {
  const { accountId: organizationId, cookie } = owner;
  for (const data of [
    { slug: 'demo' },
    { name: 'Other', slug: 'demo' },
    { logo: 'https://example.com/logo.png' },
    { metadata: { large: 'x'.repeat(10_000) } },
    { id: owner.userId },
    {},
  ]) {
    const body = { organizationId, data };
    const answer = await postAuth(app, '/organization/update', body, { cookie });
    expect([data, answer.status]).toEqual([data, 400]);
    expect(answer.text).toMatch(/"field":"data\.\w+"/);
  }
  const accounts = `select name <> 'Other' and slug = id::text as "isSame" from auth."organization" where id = $1`;
  expect(await sql(app.databaseUrl, accounts, [organizationId])).toEqual([{ isSame: true }]);
});
