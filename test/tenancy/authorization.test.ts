import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSchema } from '../../src/build-schema.js';
import { newId } from '../../src/domain/id.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { bearer, connect, firstOf, post } from '../helpers/client.js';
import { sql } from '../helpers/sql.js';
import { listRootFields, type RootField, toCall } from './calls.js';

/** `open` is for all, but who has a credential must be allowed to write. */
type Need = 'nothing' | 'open' | 'read' | 'write' | 'admin';

/** What each root field asks of its caller. A new one has to be entered here. */
const NEEDS: Record<string, Need> = {
  health: 'nothing',
  run: 'nothing',
  runScan: 'open',
  runQuery: 'open',
  status: 'nothing',
  ...Object.fromEntries(
    [
      'brand',
      'brands',
      'citations',
      'authority',
      'compareBrands',
      'incident',
      'incidents',
      'incidentChanged',
      'me',
      'picker',
      'citationGaps',
      'probeEstimate',
      'platforms',
      'probeRun',
      'probeRuns',
      'promptPack',
      'promptPacks',
      'wikiPage',
      'wikiPages',
      'lintIssues',
      'rewriteBatch',
      'rewriteBatches',
      'rewrite',
      'rewrites',
      'suggestion',
      'suggestions',
      'probeRunProgress',
      'rewriteBatchProgress',
      'usage',
      'probeRunCompleted',
    ].map((name) => [name, 'read']),
  ),
  ...Object.fromEntries(
    [
      'createBrand',
      'updateBrand',
      'deleteBrand',
      'dismissCompetitorSuggestion',
      'startProbe',
      'cancelProbeRun',
      'retryProbeRun',
      'createPrompt',
      'updatePrompt',
      'deletePrompt',
      'createPromptPack',
      'updatePromptPack',
      'createWikiPage',
      'updateWikiPage',
      'deleteWikiPage',
      'createRewriteBatch',
      'addRewriteItems',
      'startRewriteBatch',
      'retryRewriteBatch',
      'mutation rewrite',
      'updateIncident',
      'createSuggestion',
      'applySuggestion',
    ].map((name) => [name, 'write']),
  ),
  ...Object.fromEntries(
    [
      'apiKeys',
      'createApiKey',
      'rotateApiKey',
      'revokeApiKey',
      'webhookEndpoints',
      'webhookEventKinds',
      'createWebhookEndpoint',
      'updateWebhookEndpoint',
      'rotateWebhookSecret',
      'deleteWebhookEndpoint',
      'sendTestEvent',
      'webhookDeliveries',
      'webhookDelivery',
      'replayDelivery',
      'recoverDeliveries',
      'webhookDelivered',
    ].map((name) => [name, 'admin']),
  ),
};
const MAY: Record<string, Need[]> = {
  'a read key': ['nothing', 'read'],
  'a write key': ['nothing', 'open', 'read', 'write'],
  'an admin key': ['nothing', 'open', 'read', 'write', 'admin'],
  'a service key': ['nothing', 'open', 'read', 'write'],
  'a viewer': ['nothing', 'read'],
  'a member': ['nothing', 'open', 'read', 'write'],
  'an admin': ['nothing', 'open', 'read', 'write', 'admin'],
  'an owner': ['nothing', 'open', 'read', 'write', 'admin'],
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

/** What is answered to callers without a credential; all else is refused. */
const OPEN: Record<string, string | null> = {
  health: null,
  status: null,
  // No run that is kept for anyone has this id.
  run: 'NOT_FOUND',
  runScan: null,
  // The sample names no platform that there is.
  runQuery: 'BAD_INPUT',
};

test('the table names every root field, and few are open to all', () => {
  expect(Object.keys(NEEDS).sort()).toEqual(roots.map(({ key }) => key).sort());
  const open = Object.keys(NEEDS).filter((name) => /nothing|open/.test(NEEDS[name] ?? ''));
  expect(open.sort()).toEqual(Object.keys(OPEN).sort());
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
    expect(await codeOf(root, {})).toBe(root.key in OPEN ? OPEN[root.key] : 'UNAUTHENTICATED');
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
    outcome[root.key] =
      code === 'FORBIDDEN' || code === 'UNAUTHENTICATED' || code === 'INTERNAL' ? code : 'open';
    expected[root.key] = MAY[who]?.includes(NEEDS[root.key] as Need) ? 'open' : 'FORBIDDEN';
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
