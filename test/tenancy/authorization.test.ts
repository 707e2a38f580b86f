import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSchema } from '../../src/build-schema.js';
import { newId } from '../../src/domain/id.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { bearer, connect, firstOf, post } from '../helpers/client.js';
import { sql } from '../helpers/sql.js';
import { listRootFields, type RootField, toCall } from './calls.js';

type Need = 'nothing' | 'read' | 'write' | 'admin';

/** What each root field asks of its caller. A new one has to be entered here. */
const NEEDS: Record<string, Need> = {
  health: 'nothing',
  ...Object.fromEntries(
    [
      'brand',
      'brands',
      'citations',
      'me',
      'platforms',
      'probeRun',
      'probeRuns',
      'promptPack',
      'promptPacks',
      'probeRunProgress',
      'probeRunCompleted',
    ].map((name) => [name, 'read']),
  ),
  ...Object.fromEntries(
    [
      'createBrand',
      'updateBrand',
      'deleteBrand',
      'startProbe',
      'cancelProbeRun',
      'retryProbeRun',
      'createPrompt',
      'updatePrompt',
      'deletePrompt',
      'createPromptPack',
      'updatePromptPack',
    ].map((name) => [name, 'write']),
  ),
  ...Object.fromEntries(
    ['apiKeys', 'createApiKey', 'rotateApiKey', 'revokeApiKey'].map((name) => [name, 'admin']),
  ),
};
const MAY: Record<string, Need[]> = {
  'a read key': ['nothing', 'read'],
  'a write key': ['nothing', 'read', 'write'],
  'an admin key': ['nothing', 'read', 'write', 'admin'],
  'a service key': ['nothing', 'read', 'write'],
  'a viewer': ['nothing', 'read'],
  'a member': ['nothing', 'read', 'write'],
  'an admin': ['nothing', 'read', 'write', 'admin'],
  'an owner': ['nothing', 'read', 'write', 'admin'],
};

let app: TestApp;
const callers: Record<string, Record<string, string>> = {};
const roots = listRootFields(createSchema());

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  const owner = await app.createAccount();
  callers['a read key'] = bearer(await owner.makeKey({ scopes: ['read'] }));
  callers['a write key'] = bearer(await owner.makeKey({ scopes: ['write'] }));
  callers['an admin key'] = bearer(await owner.makeKey({ scopes: ['admin'] }));
  callers['a service key'] = bearer(
    await owner.makeKey({ format: 'service', environment: 'live' }),
  );
  callers['an owner'] = { cookie: owner.cookie };
  for (const [name, role] of [
    ['a viewer', 'viewer'],
    ['a member', 'member'],
    ['an admin', 'admin'],
  ] as const) {
    const person = await app.createAccount();
    // In the owner's team, and in none of their own any more.
    await sql(
      app.databaseUrl,
      `update auth."member" set "organizationId" = $1, role = $2 where "userId" = $3`,
      [owner.accountId, role, person.userId],
    );
    callers[name] = { cookie: person.cookie };
  }
});
afterAll(() => app.dispose());

test('the table names every root field, and only health is open to all', () => {
  expect(Object.keys(NEEDS).sort()).toEqual(roots.map(({ name }) => name).sort());
  expect(Object.keys(NEEDS).filter((name) => NEEDS[name] === 'nothing')).toEqual(['health']);
});

/** The code of the first error; null when there is none. */
async function codeOf(root: RootField, headers: Record<string, string>): Promise<string | null> {
  const { query, variables } = toCall(root, (path) =>
    /\.(packId|promptPackId)$/.test(path) ? undefined : newId(),
  );
  if (root.kind !== 'subscription') {
    const { status, errors } = await post(app.url, headers, query, variables);
    expect([root.name, status]).toEqual([root.name, 200]);
    return errors?.[0]?.extensions.code ?? null;
  }
  const client = connect(app.url, headers);
  try {
    const { errors } = await firstOf(client, query, variables);
    return errors?.[0]?.extensions.code ?? null;
  } finally {
    await client.dispose();
  }
}

test.each(roots.filter(({ kind }) => kind !== 'subscription'))(
  '$kind $name without a credential',
  async (root) => {
    expect(await codeOf(root, {})).toBe(NEEDS[root.name] === 'nothing' ? null : 'UNAUTHENTICATED');
  },
);

test('a socket without a credential is closed, and so is one with a bad key', async () => {
  const subscriptions = roots.filter(({ kind }) => kind === 'subscription');
  expect(subscriptions.length).toBeGreaterThan(0);
  for (const root of subscriptions)
    for (const headers of [{}, bearer(`service_${'0'.repeat(24)}`)] as Record<string, string>[])
      await expect(codeOf(root, headers)).rejects.toMatchObject({ code: 4403 });
});

test.each(Object.keys(MAY))('%s may do what it should and nothing else', async (who) => {
  const outcome: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const root of roots) {
    const code = await codeOf(root, callers[who] ?? {});
    // An unknown id, a second brand: all of it means that the gate was open.
    outcome[root.name] =
      code === 'FORBIDDEN' || code === 'UNAUTHENTICATED' || code === 'INTERNAL' ? code : 'open';
    expected[root.name] = MAY[who]?.includes(NEEDS[root.name] as Need) ? 'open' : 'FORBIDDEN';
  }
  expect(outcome).toEqual(expected);
});

test('what is refused says what is lacking', async () => {
  const lacking = async (who: string) =>
    (await post(app.url, callers[who] ?? {}, '{ apiKeys { id } }')).errors?.[0];
  expect(await lacking('a write key')).toMatchObject({
    message: 'this key lacks the scope admin',
    extensions: { details: { needed: 'admin' } },
  });
  expect(await lacking('a viewer')).toMatchObject({ message: expect.stringContaining('viewer') });
});

test('a member who leaves, or loses a role, loses it at once', async () => {
  const who = 'a member';
  const user = await post(app.url, callers[who] ?? {}, '{ me { user { id } } }');
  await sql(app.databaseUrl, `update auth."member" set role = 'viewer' where "userId" = $1`, [
    user.data.me.user.id,
  ]);
  const { errors } = await post(
    app.url,
    callers[who] ?? {},
    'mutation { createPromptPack(input: { name: "x" }) { __typename } }',
  );
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});
