import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { bearer, post } from '../../helpers/client/client.js';
import { findText, sql } from '../../helpers/run/sql.js';

const CREATE = `mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) {
  secret webhookEndpoint { id url events description enabled previousSecretEndsAt createdAt updatedAt } } }`;
const URL = 'https://hooks.example/in';
const EVENTS = ['sentinel.triggered'];
/** Names of a made-up resolver; all others lead nowhere. */
const NAMES: Record<string, string[]> = {
  'hooks.example': ['1.1.1.1'],
  'inside.example': ['10.1.2.3'],
  'both.example': ['1.1.1.1', '::1'],
};

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { resolveHost: async (host) => NAMES[host] ?? [] });
});
beforeEach(async () => {
  account = await app.createAccount();
});
afterAll(() => app.dispose());

const ask = (
  query: string,
  variables: Record<string, unknown> = {},
  headers = bearer(account.key),
) => post(app.url, headers, query, variables);
const create = (input: object, headers = bearer(account.key)) =>
  ask(CREATE, { input: { url: URL, events: EVENTS, ...input } }, headers);

describe('what is refused names its field, and stores nothing', () => {
  test.each([
    ['url', { url: 'http://hooks.example/in' }],
    ['url', { url: 'https://user:word@hooks.example/in' }],
    ['url', { url: 'https://127.0.0.1/in' }],
    ['url', { url: 'https://0x7f.1/in' }],
    ['url', { url: 'https://[::ffff:10.0.0.1]/in' }],
    ['url', { url: 'https://localhost/in' }],
    ['url', { url: 'https://inside.example/in' }],
    ['url', { url: 'https://both.example/in' }],
    ['url', { url: 'https://@hooks.example/in' }],
    ['url', { url: 'https://hooks.example:0/in' }],
    ['url', { url: 'https://hooks..example/in' }],
    ['url', { url: 'https://intranet/in' }],
    ['url', { url: 'no url' }],
    ['url', { url: '' }],
    ['url', { url: `https://hooks.example/${'x'.repeat(2_048)}` }],
    ['events', { events: [] }],
    ['events', { events: ['wiki.page.deleted'] }],
    ['events', { events: ['webhook.test'] }],
    ['events', { events: ['sentinel.triggered', ''] }],
    ['description', { description: 'x'.repeat(201) }],
  ])('%s: %j', async (field, input) => {
    const { errors } = await create(input);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', details: { field } });
    expect(errors?.[0]?.message.startsWith(field)).toBe(true);
    const update = await ask(
      'mutation ($input: UpdateWebhookEndpointInput!) { updateWebhookEndpoint(input: $input) { __typename } }',
      { input: { id: await someId(), ...input } },
    );
    expect(update.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', details: { field } });
    const stored = 'select 1 from webhook_endpoint where account_id = $1';
    expect(await sql(app.databaseUrl, stored, [account.accountId])).toHaveLength(1);
  });
});

async function someId(): Promise<string> {
  return (await create({})).data.createWebhookEndpoint.webhookEndpoint.id as string;
}

test('an endpoint is made, listed, changed and deleted; its secret is shown once', async () => {
  const other = await app.createAccount();
  const headers = bearer(other.key);
  const { data } = await create(
    { events: ['uplift.measured', 'wiki.page.created', 'uplift.measured'], description: ' CRM ' },
    headers,
  );
  const { webhookEndpoint, secret } = data.createWebhookEndpoint;
  expect(webhookEndpoint).toMatchObject({
    url: URL,
    events: ['wiki.page.created', 'uplift.measured'],
    description: 'CRM',
    enabled: true,
    previousSecretEndsAt: null,
  });
  expect(secret).toMatch(/^whsec_/);
  const { id } = webhookEndpoint;
  const list = () => ask('{ webhookEndpoints { id url enabled description } }', {}, headers);
  expect((await list()).data.webhookEndpoints).toMatchObject([{ id, url: URL }]);
  const change = { id, url: 'https://unknown.example/x', enabled: false, description: null };
  await ask(
    'mutation ($input: UpdateWebhookEndpointInput!) { updateWebhookEndpoint(input: $input) { webhookEndpoint { id } } }',
    { input: change },
    headers,
  );
  expect((await list()).data.webhookEndpoints).toEqual([change]);
  const deleted = await ask(
    'mutation ($id: ID!) { deleteWebhookEndpoint(input: { id: $id }) { id } }',
    { id },
    headers,
  );
  expect(deleted.data.deleteWebhookEndpoint).toEqual({ id });
  expect((await list()).data.webhookEndpoints).toEqual([]);
});

test('a secret is stored sealed, is rotated with a day of overlap, and no replay shows it', async () => {
  const { key } = await app.createAccount();
  const headers = { ...bearer(key), 'idempotency-key': 'once' };
  const first = (await create({}, headers)).data.createWebhookEndpoint;
  const again = (await create({}, headers)).data.createWebhookEndpoint;
  expect(again).toEqual({ ...first, secret: null });
  const rotate = async () =>
    (
      await ask(
        'mutation ($id: ID!) { rotateWebhookSecret(input: { id: $id }) { secret webhookEndpoint { previousSecretEndsAt } } }',
        { id: first.webhookEndpoint.id },
        bearer(key),
      )
    ).data.rotateWebhookSecret;
  const rotated = await rotate();
  expect(rotated.secret).not.toBe(first.secret);
  const endsMs = Date.parse(rotated.webhookEndpoint.previousSecretEndsAt);
  expect(Math.abs(endsMs - Date.now() - 86_400_000)).toBeLessThan(60_000);
  for (const secret of [first.secret, rotated.secret]) {
    expect(await findText(app.databaseUrl, secret)).toEqual([]);
    expect(await findText(app.databaseUrl, Buffer.from(secret).toString('hex'))).toEqual([]);
  }
});

test('there are ten in each environment, also when they come at once', async () => {
  const { key, makeKey } = await app.createAccount();
  const answers = await Promise.all(Array.from({ length: 14 }, () => create({}, bearer(key))));
  const refused = answers.filter(({ errors }) => errors !== undefined);
  expect(refused).toHaveLength(4);
  for (const { errors } of refused)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', details: { field: 'url' } });
  const live = bearer(await makeKey({ environment: 'live' }));
  expect((await create({}, live)).errors).toBeUndefined();
  expect((await ask('{ webhookEndpoints { id } }', {}, live)).data.webhookEndpoints).toHaveLength(
    1,
  );
});

test('all kinds of both documents may be chosen, and say how they are signed', async () => {
  const { data } = await ask('{ webhookEventKinds { name scheme description } }');
  const named = (scheme: string) =>
    data.webhookEventKinds
      .filter((kind: { scheme: string }) => kind.scheme === scheme)
      .map(({ name }: { name: string }) => name);
  expect(named('TIMESTAMPED')).toEqual([
    'wiki.page.created',
    'wiki.page.updated',
    'lint.issue.detected',
    'aeo.batch.completed',
    'citation.gap.alert',
  ]);
  expect(named('DIGEST')).toEqual([
    'citation.discovered',
    'priority.changed',
    'sentinel.triggered',
    'uplift.measured',
    'api.deprecation.announced',
  ]);
});
