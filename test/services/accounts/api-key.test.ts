import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashApiKey, isApiKey } from '../../../src/domain/accounts/api-key.js';
import { newId } from '../../../src/domain/accounts/id.js';
import type { KeyScope } from '../../../src/domain/accounts/key-scope.js';
import {
  createApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  rotateApiKey,
} from '../../../src/services/accounts/api-key.js';
import { findKeyByHash } from '../../../src/services/accounts/known-key.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { joinTeam } from '../../helpers/client/team.js';
import { addOwner, createTenant, type Tenant, USER } from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { findText, sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
const clock = createClock();
beforeAll(async () => {
  app = await startApp({}, { now: clock.now });
  tenant = await createTenant(app);
  await addOwner(app, tenant);
});
afterAll(() => app.dispose());

const HOUR_MS = 3_600_000;
const owner = () => ({ accountId: tenant.accountId, userId: USER });
const make = async (fields: Partial<NewApiKey> = {}) => {
  const input: NewApiKey = {
    name: 'ci',
    scopes: ['read', 'write'],
    environment: 'test',
    format: 'sk',
    expiresAt: null,
    ...fields,
  };
  const { apiKey, secret } = await createApiKey(app.deps, owner(), input, null);
  return { apiKey, secret: secret ?? '' };
};
const rotate = (id: string) => rotateApiKey(app.deps, owner(), ['test'], id, null);
const revoke = (id: string) => revokeApiKey(app.deps, tenant.accountId, ['test'], id);

/** What the front door says to the key. */
const callWith = async (key: string, url = app.url) => {
  const response = await fetch(`${url}/api/v1/brands`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const body = (await response.json()) as {
    error?: { message: string };
  };
  return { status: response.status, message: body.error?.message };
};

test.each<[string, Partial<NewApiKey>, RegExp, KeyScope[]]>([
  ['sk, live', { environment: 'live' }, /^sk_live_[0-9A-Za-z]{34}$/, ['read', 'write']],
  ['sk, test', { scopes: ['admin'] }, /^sk_test_[0-9A-Za-z]{34}$/, ['admin']],
  ['service', { format: 'service', scopes: ['read'] }, /^service_[0-9a-f]{24}$/, ['read', 'write']],
  [
    'scopes in disorder and twice',
    { scopes: ['write', 'read', 'write'] },
    /^sk_test_/,
    ['read', 'write'],
  ],
])('a key: %s', async (_, fields, shape, scopes) => {
  const { apiKey, secret } = await make(fields);
  expect(secret).toMatch(shape);
  expect(isApiKey(secret)).toBe(true);
  expect(apiKey).toMatchObject({ scopes, userId: USER, revokedAt: null, expiresAt: null });
  expect(secret.startsWith(apiKey.prefix)).toBe(true);
  expect(secret.length - apiKey.prefix.length).toBeGreaterThanOrEqual(20);
  expect(await callWith(secret)).toMatchObject({ status: 200 });
});

test.each<[string, Partial<NewApiKey>, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['a long name', { name: 'x'.repeat(201) }, 'name'],
  ['a name of control characters', { name: 'a\u0000' }, 'name'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['admin for a service key', { format: 'service', scopes: ['admin'] }, 'scopes'],
  ['an end that is past', { expiresAt: new Date(0) }, 'expiresAt'],
])('%s is refused by name', async (_, fields, field) => {
  const count = async () =>
    (await listApiKeys(app.deps, tenant.accountId, ['live', 'test'])).length;
  const before = await count();
  await expect(make(fields)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field } });
  expect(await count()).toBe(before);
});

test('of a secret only its digest is stored, anywhere', async () => {
  const { apiKey, secret } = await make();
  const rotated = await rotate(apiKey.id);
  const service = await make({ format: 'service' });
  await callWith(secret);
  for (const key of [secret, rotated.secret ?? '', service.secret]) {
    expect(key.length).toBeGreaterThan(30);
    expect(await findText(app.databaseUrl, key)).toEqual([]);
    expect(await findText(app.databaseUrl, key.slice(-20))).toEqual([]);
    expect(await findText(app.databaseUrl, hashApiKey(key).toString('hex'))).toEqual([
      'auth.key_hash',
    ]);
  }
});

test('a key that was never issued, or is mistyped, is nobody’s', async () => {
  const { secret } = await make();
  const typo = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');
  expect(isApiKey(typo)).toBe(false);
  expect(await findKeyByHash(app.deps, hashApiKey(typo))).toBeNull();
  for (const key of [typo, `service_${'0'.repeat(24)}`])
    expect((await callWith(key)).status).toBe(401);
});

test('a rotated key goes on for 24 hours beside its successor, which is like it', async () => {
  const { apiKey, secret } = await make({ scopes: ['admin'] });
  const next = await rotate(apiKey.id);
  expect(next.apiKey).toMatchObject({
    scopes: ['admin'],
    name: 'ci',
    environment: 'test',
    expiresAt: null,
  });
  const both = async () => [
    (await callWith(secret)).status,
    (await callWith(next.secret ?? '')).status,
  ];
  expect(await both()).toEqual([200, 200]);
  await expect(rotate(apiKey.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  clock.move(24 * HOUR_MS - 60_000);
  expect(await both()).toEqual([200, 200]);
  clock.move(2 * 60_000);
  expect(await both()).toEqual([401, 200]);
  expect(await callWith(secret)).toMatchObject({ message: expect.stringMatching(/expired/) });
  await expect(rotate(apiKey.id)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a rotation never lengthens a key’s life', async () => {
  const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
  const { apiKey } = await make({ expiresAt });
  const next = await rotate(apiKey.id);
  expect(next.apiKey.expiresAt).toEqual(expiresAt);
  const [old] = (await listApiKeys(app.deps, tenant.accountId, ['test'])).filter(
    ({ id }) => id === apiKey.id,
  );
  expect(old?.expiresAt).toEqual(expiresAt);
});

test('of two rotations at once one makes a key', async () => {
  const { apiKey } = await make();
  const outcomes = await Promise.allSettled([rotate(apiKey.id), rotate(apiKey.id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CONFLICT' },
  });
});

test('a revoked key ends on every process as soon as it has heard of it; a second revocation changes nothing', async () => {
  const other = await startApp({ ROLE: 'web' }, { databaseUrl: app.databaseUrl, now: clock.now });
  try {
    const { apiKey, secret } = await make();
    // Both have it in their caches now.
    expect([(await callWith(secret)).status, (await callWith(secret, other.url)).status]).toEqual([
      200, 200,
    ]);
    const heard = Promise.all(
      [app, other].map(
        ({ deps }) =>
          new Promise<void>((resolve) => {
            deps.events.on('key', ({ keyId }) => keyId === apiKey.id && resolve());
          }),
      ),
    );
    const revoked = await revoke(apiKey.id);
    await heard;
    for (const url of [app.url, other.url])
      expect(await callWith(secret, url)).toMatchObject({
        status: 401,
        message: expect.stringMatching(/revoked/),
      });
    clock.move(60_000);
    expect((await revoke(apiKey.id)).revokedAt).toEqual(revoked.revokedAt);
    await expect(rotate(apiKey.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  } finally {
    await other.dispose();
  }
});

test('keys are listed newest first, of the environments that are asked for; unknown ones are not found', async () => {
  await make({ environment: 'live', name: 'live one' });
  const last = await make({ name: 'last' });
  const all = await listApiKeys(app.deps, tenant.accountId, ['live', 'test']);
  expect(all.map(({ id }) => id)).toEqual(
    all
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
  expect(all[0]).toEqual(last.apiKey);
  expect(JSON.stringify(all)).not.toContain(last.secret);
  const live = all.filter(({ environment }) => environment === 'live');
  expect(live.length).toBeLessThan(all.length);
  expect(await listApiKeys(app.deps, tenant.accountId, ['live'])).toEqual(live);
  for (const id of [newId(), 'key', live[0]?.id ?? '']) {
    await expect(revoke(id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'API key not found',
    });
    await expect(rotate(id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'API key not found',
    });
  }
});

test('nobody makes a key, or a new one of another’s, that holds more than they do', async () => {
  const { deps, databaseUrl } = app;
  const role = (word: string) =>
    sql(databaseUrl, `update auth."member" set role = $1 where "userId" = $2`, [word, USER]);
  const other = await createTenant(app);
  const strange = { accountId: other.accountId, userId: USER };
  const { apiKey } = await make({ scopes: ['admin'] });
  await sql(
    databaseUrl,
    `insert into auth."user" (id, name, email, "emailVerified") values ($1, 'Second', 'second@example.com', false)`,
    [tenant.accountId],
  );
  await joinTeam(app, tenant.accountId, tenant.accountId, 'owner');
  const beyond = (scopes: string) => ({
    code: 'BAD_INPUT',
    message: `scopes must not exceed the role of the creator: ${scopes}`,
    details: { field: 'scopes' },
  });
  await role('member');
  await expect(make({ scopes: ['read', 'admin'] })).rejects.toMatchObject(beyond('admin'));
  await expect(rotate(apiKey.id)).rejects.toMatchObject(beyond('admin'));
  expect((await make({ scopes: ['write'] })).secret).toMatch(/^sk_test_/);
  await role('viewer');
  await expect(make({ format: 'service' })).rejects.toMatchObject(beyond('write'));
  const input = { name: 'ci', scopes: ['read' as const], environment: 'test' as const };
  await expect(
    createApiKey(deps, strange, { ...input, format: 'sk', expiresAt: null }, null),
  ).rejects.toMatchObject(beyond('read'));
  await role('owner');
  expect((await rotate(apiKey.id)).apiKey.scopes).toEqual(['admin']);
});
