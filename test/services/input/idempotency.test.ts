import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createApiKey, rotateApiKey } from '../../../src/services/accounts/api-key.js';
import { countBrands, deleteBrand } from '../../../src/services/brands/brand.js';
import { createBrand } from '../../../src/services/brands/new-brand.js';
import { once } from '../../../src/services/input/idempotency.js';
import { countProbeRuns, startProbe } from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  addOwner,
  createTenant,
  makeBrand,
  ownerOf,
  type Tenant,
  USER,
} from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';

let app: TestApp;
let tenant: Tenant;
const clock = createClock();
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
});
beforeEach(async () => {
  tenant = await createTenant(app);
});
afterAll(() => app.dispose());

const FIELDS = { name: 'Acme', category: 'CRM', website: null };
const create = (key: string | null, fields: Partial<typeof FIELDS> = {}, own = tenant) =>
  createBrand(app.deps, ownerOf(own), { ...FIELDS, ...fields }, key);
const HOUR_MS = 3_600_000;

test('the same key and body are the same record; without a key each is its own', async () => {
  const first = await create('k1');
  expect(await create('k1')).toEqual(first);
  // What is trimmed away makes no other body.
  expect(await create('k1', { name: ' Acme ' })).toEqual(first);
  expect(await countBrands(app.deps, tenant)).toBe(1);
  await create(null);
  await create(null);
  expect(await countBrands(app.deps, tenant)).toBe(3);
});

test('another body under the same key is 422, and makes nothing', async () => {
  await create('k1');
  await expect(create('k1', { name: 'Globex' })).rejects.toMatchObject({
    code: 'IDEMPOTENCY_REUSED',
    details: { field: 'Idempotency-Key' },
  });
  expect(await countBrands(app.deps, tenant)).toBe(1);
});

test('keys belong to an account, an environment and an operation', async () => {
  const brand = await create('k1');
  const live: Tenant = { ...tenant, environment: 'live' };
  const other = await createTenant(app);
  const ids = [brand.id, (await create('k1', {}, live)).id, (await create('k1', {}, other)).id];
  expect(new Set(ids).size).toBe(3);
  const probe = {
    brandId: brand.id,
    platforms: ['chatgpt'],
    promptPackId: null,
    samplesPerPrompt: 1,
  };
  const run = await startProbe(app.deps, ownerOf(tenant), probe, 'k1');
  expect(
    await startProbe(
      app.deps,
      ownerOf(tenant),
      { ...probe, platforms: ['chatgpt', 'chatgpt'] },
      'k1',
    ),
  ).toEqual(run);
  await expect(
    startProbe(app.deps, ownerOf(tenant), { ...probe, samplesPerPrompt: 2 }, 'k1'),
  ).rejects.toMatchObject({ code: 'IDEMPOTENCY_REUSED' });
  expect(await countProbeRuns(app.deps, tenant, { brandId: null, status: null })).toBe(1);
});

test('of many at once one makes the record; the others get it or 409, never a second one', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create('race')));
  const ids = new Set(
    outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : [])),
  );
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.code] : [],
  );
  expect(ids.size).toBe(1);
  expect(refused.filter((code) => code !== 'CONFLICT')).toEqual([]);
  expect(await countBrands(app.deps, tenant)).toBe(1);
});

test('while the first is at work a second is 409, and afterwards it gets the first one’s answer', async () => {
  let finish = () => {};
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const request = { operation: 'test', key: 'slow', input: {} };
  const first = once(app.deps, tenant, request, async () => {
    begun();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { id: 'a' };
  });
  await beginning;
  const second = () => once(app.deps, tenant, request, async () => ({ id: 'b' }));
  await expect(second()).rejects.toMatchObject({ code: 'CONFLICT' });
  finish();
  expect(await first).toEqual({ answer: { id: 'a' }, replayed: false });
  expect(await second()).toEqual({ answer: { id: 'a' }, replayed: true });
});

test('what failed is not remembered', async () => {
  const free = await createTenant(app, { tier: 'free' });
  const brand = await makeBrand(app, free);
  await expect(create('k1', {}, free)).rejects.toMatchObject({ code: 'UPGRADE_NEEDED' });
  await deleteBrand(app.deps, free, brand.id);
  expect(await create('k1', {}, free)).toMatchObject({ name: 'Acme' });
});

test('after 24 hours a key is forgotten, and then used anew', async () => {
  const first = await create('k1');
  clock.move(24 * HOUR_MS - 60_000);
  expect(await create('k1')).toEqual(first);
  clock.move(2 * 60_000);
  const second = await create('k1', { name: 'Globex' });
  expect(second.id).not.toBe(first.id);
  expect(await create('k1', { name: 'Globex' })).toEqual(second);
  await expect(create('k1')).rejects.toMatchObject({ code: 'IDEMPOTENCY_REUSED' });
});

test('a secret is shown once, however often it is asked for again', async () => {
  await addOwner(app, tenant);
  const owner = { accountId: tenant.accountId, userId: USER };
  const input = {
    name: 'ci',
    scopes: ['read' as const],
    environment: 'test' as const,
    format: 'sk' as const,
    expiresAt: null,
  };
  const made = await createApiKey(app.deps, owner, input, 'k1');
  expect(made.secret).toMatch(/^sk_test_/);
  expect(await createApiKey(app.deps, owner, input, 'k1')).toEqual({
    apiKey: made.apiKey,
    secret: null,
  });
  const rotated = await rotateApiKey(app.deps, owner, ['test'], made.apiKey.id, 'k2');
  expect(rotated.secret).toMatch(/^sk_test_/);
  expect(await rotateApiKey(app.deps, owner, ['test'], made.apiKey.id, 'k2')).toEqual({
    apiKey: rotated.apiKey,
    secret: null,
  });
});

test.each([
  ['empty', ''],
  ['too long', 'x'.repeat(256)],
  ['with a blank', 'a b'],
  ['not ASCII', 'schlüssel'],
])('a key that is %s is refused', async (_, key) => {
  await expect(create(key)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    details: { field: 'Idempotency-Key' },
  });
});
