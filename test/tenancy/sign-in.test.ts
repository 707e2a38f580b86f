import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';
import { copyLink, joinTeam, readLink } from '../helpers/client/team.js';
import { sql } from '../helpers/run/sql.js';
import { SIGN_IN } from './rules.js';
import { createSnapshots, type Snapshots } from './snapshot.js';

interface Endpoint {
  path?: string;
  options?: { method?: string | string[] };
}

let app: TestApp;
let snapshots: Snapshots;
/** Whose team it is, somebody who only reads there, and the owner of another. */
let owner: TestAccount;
let viewer: TestAccount;
let stranger: TestAccount;
let ids: Record<string, unknown>;
const INVITED = 'invited.by.mail@example.com';
const TEAM = 'Team that nobody else may see';

const endpointsOf = (): Map<string, string[]> =>
  new Map(
    (Object.values(app.deps.auth.api) as Endpoint[]).flatMap(({ path, options }) =>
      path === undefined ? [] : [[path, [options?.method ?? 'GET'].flat()] as const],
    ),
  );

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  [owner, viewer, stranger] = [
    await app.createAccount(),
    await app.createAccount(),
    await app.createAccount(),
  ];
  const { accountId } = owner;
  await joinTeam(app, accountId, viewer.userId, 'viewer');
  await sql(app.databaseUrl, 'update auth."organization" set name = $2 where id = $1', [
    accountId,
    TEAM,
  ]);
  const invited = await call(app.url, 'POST', '/api/auth/organization/invite-member', {
    headers: { cookie: owner.cookie },
    body: { email: INVITED, role: 'member', organizationId: accountId },
  });
  expect(invited.status).toBe(200);
  const [member] = await sql<{ id: string }>(
    app.databaseUrl,
    'select id from auth."member" where "userId" = $1',
    [owner.userId],
  );
  ids = {
    organizationId: accountId,
    organizationSlug: accountId,
    slug: accountId,
    memberId: member?.id,
    memberIdOrEmail: member?.id,
    ...readLink(await copyLink(app, owner, INVITED)),
    id: invited.json<{ id: string }>().id,
    userId: owner.userId,
  };
  snapshots = await createSnapshots(app.databaseUrl);
});
afterAll(async () => {
  await snapshots.dispose();
  await app.dispose();
});

/** The call that would do the most, if it were let. */
function ask(method: string, path: string, cookie: string | null) {
  const headers: Record<string, string> = cookie === null ? {} : { cookie };
  const filled = `/api/auth${path.replace(/:\w+/g, 'x')}`;
  if (method === 'GET')
    return call(app.url, method, `${filled}?${new URLSearchParams(ids as never)}`, { headers });
  const body = {
    ...ids,
    email: 'newcomer@example.com',
    role: 'owner',
    data: { name: 'Taken' },
    name: 'Taken',
    permissions: { organization: ['update'] },
  };
  return call(app.url, method, filled, { headers, body });
}

test('the table names every path of the sign-in library', () => {
  expect(Object.keys(SIGN_IN).sort()).toEqual([...endpointsOf().keys()].sort());
});

const pathsOf = (...kinds: string[]) =>
  Object.entries(SIGN_IN).flatMap(([path, kind]) => (kinds.includes(kind) ? [path] : []));
const methodsOf = (path: string) => endpointsOf().get(path) ?? [];

/** Refused, with nothing told and nothing changed. */
async function expectRefusal(path: string, cookie: string | null, codes = /^4\d\d$/) {
  const before = await snapshots.take();
  for (const method of methodsOf(path)) {
    const { status, text } = await ask(method, path, cookie);
    expect([method, path, String(status)]).toEqual([method, path, expect.stringMatching(codes)]);
    for (const secret of [TEAM, INVITED, owner.email, viewer.email])
      expect(text).not.toContain(secret);
  }
  expect(await snapshots.take()).toEqual(before);
}

describe(`${Object.keys(SIGN_IN).length} paths of sign-in`, () => {
  test.each(pathsOf('team', 'admin'))('%s: not for the owner of another team', (path) =>
    expectRefusal(path, stranger.cookie),
  );

  test.each(pathsOf('admin'))('%s: not for a viewer of the team', (path) =>
    expectRefusal(path, viewer.cookie),
  );

  test.each(pathsOf('team', 'admin', 'self'))('%s: not for who is signed out', (path) =>
    expectRefusal(path, null),
  );

  test.each(pathsOf('off'))('%s: for nobody, not even the owner', async (path) => {
    await expectRefusal(path, owner.cookie, /^404$/);
    await expectRefusal(path, null, /^404$/);
  });

  test.each(['list', 'list-members', 'list-invitations'])(
    '/organization/%s: for the team’s owner',
    async (name) => {
      const { status, text } = await ask('GET', `/organization/${name}`, owner.cookie);
      expect(status).toBe(200);
      expect(text).toContain(owner.accountId);
    },
  );

  test('what a viewer is refused is done for the owner', async () => {
    const { status } = await ask('POST', '/organization/update', owner.cookie);
    expect(status).toBe(200);
    const found = await ask('GET', '/organization/list', owner.cookie);
    expect(found.text).toContain('Taken');
  });
});
