import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { limitsOf, TIERS } from '../../../src/domain/accounts/tier.js';
import {
  ensureAccount,
  findMembership,
  readAccount,
  setAccountLimits,
  setTier,
} from '../../../src/services/accounts/account.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createTenant, makeBrand, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  tenant = await createTenant(app, { tier: 'free' });
});
afterAll(() => app.dispose());

async function signUp(): Promise<{ id: string; name: string }> {
  const id = newId();
  const [user] = await sql<{ id: string; name: string }>(
    app.databaseUrl,
    `insert into auth."user" (id, name, email, "emailVerified") values ($1, 'Ada', $2, false) returning id, name`,
    [id, `${id}@example.com`],
  );
  return user as { id: string; name: string };
}

test('a user’s first use makes one account of theirs, however many uses come at once', async () => {
  const user = await signUp();
  const made = await Promise.all(
    Array.from({ length: 6 }, () => ensureAccount(app.deps, user, { address: '192.0.2.1' })),
  );
  expect(new Set(made.map(({ accountId }) => accountId)).size).toBe(1);
  expect(made[0]).toMatchObject({ role: 'owner' });
  const members = await sql(app.databaseUrl, 'select role from auth."member" where "userId" = $1', [
    user.id,
  ]);
  expect(members).toEqual([{ role: 'owner' }]);
  const tenant = { accountId: made[0]?.accountId ?? '', environment: 'live' as const };
  expect(await readAccount(app.deps, tenant)).toMatchObject({
    id: tenant.accountId,
    name: 'Ada',
    tier: 'free',
    limits: limitsOf('free'),
  });
});

test.each([
  ['owner', 'owner'],
  ['admin', 'admin'],
  ['member', 'member'],
  ['viewer', 'viewer'],
])('a member stored as %s acts as %s', async (stored, role) => {
  const user = await signUp();
  await sql(
    app.databaseUrl,
    `insert into auth."member" (id, "organizationId", "userId", role, "createdAt") values ($1, $2, $3, $4, now())`,
    [newId(), tenant.accountId, user.id, stored],
  );
  expect(await findMembership(app.deps, user.id, tenant.accountId)).toEqual({
    accountId: tenant.accountId,
    role,
  });
  expect(await findMembership(app.deps, user.id, newId())).toBeNull();
});

test('a tier brings its limits, and the operator’s own go before them until they are taken back', async () => {
  for (const tier of TIERS) {
    await setTier(app.deps, tenant.accountId, tier);
    expect(await readAccount(app.deps, tenant)).toMatchObject({ tier, limits: limitsOf(tier) });
  }
  await setAccountLimits(app.deps, tenant.accountId, { brands: 2, requestsPerDay: 7 });
  await setAccountLimits(app.deps, tenant.accountId, { requestsPerDay: 9 });
  const { limits } = await readAccount(app.deps, tenant);
  expect(limits).toEqual({ ...limitsOf('enterprise'), brands: 2, requestsPerDay: 9 });
  await makeBrand(app, tenant);
  await makeBrand(app, tenant);
  await expect(makeBrand(app, tenant)).rejects.toMatchObject({
    code: 'UPGRADE_NEEDED',
    details: { quota: 2 },
  });
  await setAccountLimits(app.deps, tenant.accountId, { brands: null, requestsPerDay: null });
  expect((await readAccount(app.deps, tenant)).limits).toEqual(limitsOf('enterprise'));
});

test('limits are whole numbers from 0, and belong to an account that is there', async () => {
  for (const brands of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    await expect(setAccountLimits(app.deps, tenant.accountId, { brands })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { field: 'brands' },
    });
  await expect(setAccountLimits(app.deps, newId(), { brands: 1 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(setTier(app.deps, newId(), 'growth')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    readAccount(app.deps, { accountId: newId(), environment: 'live' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
