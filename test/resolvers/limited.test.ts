import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { limited, limitedOnce } from '../../resolvers/limited.js';
import type { Tenant } from '../../src/deps.js';
import { limitsOf, TIERS, type Tier } from '../../src/domain/accounts/tier.js';
import { AppError } from '../../src/errors.js';
import type { Context } from '../../src/request/context.js';
import type { Allowance } from '../../src/request/rate-limiter.js';
import { setAccountLimits, setTier } from '../../src/services/accounts/account.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { createAskers } from '../helpers/records/asker.js';
import { createTenant } from '../helpers/records/probe.js';
import { createClock } from '../helpers/run/clock.js';
import { findText } from '../helpers/run/sql.js';

let app: TestApp;
let askers: ReturnType<typeof createAskers>;
const clock = createClock();
beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
  askers = createAskers(app);
});
afterAll(async () => {
  askers.dispose();
  await app.dispose();
});

type Outcome = { remaining: number | null } | { code: string; retryAfterSec?: number };

const draw = (context: Context, allowance: Allowance, fault?: unknown): Promise<Outcome> =>
  limited(context, allowance, async ({ remaining }) => {
    if (fault !== undefined) throw fault;
    return { remaining };
  }).catch(({ code, retryAfterSec }) => ({ code, retryAfterSec }));

/** As many calls as are admitted one after another, and the refusal that follows. */
async function exhaust(context: Context, allowance: Allowance, atMost = 3_000) {
  for (let admitted = 0; admitted <= atMost; admitted += 1) {
    const outcome = await draw(askers.again(context), allowance);
    if ('code' in outcome) return { admitted, refusal: outcome };
  }
  throw new Error(`more than ${atMost} calls were admitted`);
}

const untilMidnightSec = () =>
  Math.ceil((86_400_000 - (clock.now().getTime() % 86_400_000)) / 1_000);

describe('a caller without a credential', () => {
  test('scans and queries five times a day, each, and is told to wait for midnight', async () => {
    const stranger = askers.stranger('198.51.100.1');
    for (const allowance of ['scan', 'query'] as const) {
      expect(await draw(stranger, allowance)).toEqual({ remaining: 4 });
      const { admitted, refusal } = await exhaust(stranger, allowance);
      expect([admitted, refusal.code]).toEqual([4, 'RATE_LIMITED']);
      expect(Math.abs((refusal.retryAfterSec ?? 0) - untilMidnightSec())).toBeLessThan(30);
    }
    expect(await draw(askers.stranger('198.51.100.2'), 'scan')).toEqual({ remaining: 4 });
  });

  test('counts with their whole /64', async () => {
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:DB8:0:0:ffff::'])
      await draw(askers.stranger(address), 'scan');
    expect(await draw(askers.stranger('2001:db8::3'), 'scan')).toEqual({ remaining: 1 });
    expect(await draw(askers.stranger('2001:db8:0:1::1'), 'scan')).toEqual({ remaining: 4 });
  });

  test('begins anew with the day, under another name; the address is nowhere kept', async () => {
    const stranger = askers.stranger('198.51.100.77');
    await exhaust(stranger, 'scan');
    expect(await findText(app.databaseUrl, '198.51.100.77')).toEqual([]);
    const { digest } = app.deps;
    const today = digest(`${clock.now().toISOString().slice(0, 10)} 198.51.100.77`);
    expect(await findText(app.databaseUrl, today)).toEqual(['auth.daily_quota']);
    clock.moveToNextDay();
    expect(await draw(askers.again(stranger), 'scan')).toEqual({ remaining: 4 });
    clock.moveToNoon();
  });

  test('of those who race for the last place one gets it', async () => {
    const stranger = askers.stranger('198.51.100.3');
    for (let call = 0; call < 4; call += 1) await draw(stranger, 'scan');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => draw(askers.again(stranger), 'scan')),
    );
    expect(outcomes.filter((outcome) => 'remaining' in outcome)).toEqual([{ remaining: 0 }]);
  });

  test.each(['rewrite', 'dashboard', 'v1'] as const)('may not %s', async (allowance) => {
    expect(await draw(askers.stranger(), allowance)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

const DAILY = [
  ['scan', 'scansPerDay'],
  ['query', 'queriesPerDay'],
  ['rewrite', 'rewritesPerDay'],
] as const;

describe('a person', () => {
  test.each(TIERS)('has the day quotas of the tier %s', async (tier: Tier) => {
    const tenant = await createTenant(app);
    await setTier(app.deps, tenant.accountId, tier);
    for (const [allowance, name] of DAILY) {
      const limit = limitsOf(tier)[name];
      expect(await draw(askers.person(tenant), allowance)).toEqual({ remaining: limit - 1 });
    }
    const { admitted } = await exhaust(askers.person(tenant), 'query');
    expect(admitted).toBe(limitsOf(tier).queriesPerDay - 1);
  });

  test('shares them with the account, each environment for itself', async () => {
    const tenant: Tenant = await createTenant(app, { limits: { scansPerDay: 3 } });
    await draw(askers.person(tenant), 'scan');
    expect(await draw(askers.key(tenant), 'scan')).toEqual({ remaining: 1 });
    const other: Tenant = { ...tenant, environment: 'live' };
    expect(await draw(askers.person(other), 'scan')).toEqual({ remaining: 2 });
  });

  test('has no limit on dashboards and in the versioned API', async () => {
    const person = askers.person(await createTenant(app));
    expect(await draw(person, 'dashboard')).toEqual({ remaining: null });
    expect(await draw(person, 'v1')).toEqual({ remaining: null });
    expect(person.tightest).toBeNull();
  });
});

describe('a key', () => {
  test.each([
    ['query', 30],
    ['rewrite', 30],
    ['dashboard', 120],
  ] as const)('has for %s %i a minute, for itself', async (allowance, limit) => {
    const tenant = await createTenant(app);
    const key = askers.key(tenant);
    const { admitted, refusal } = await exhaust(key, allowance);
    expect([admitted, refusal.code]).toEqual([limit, 'RATE_LIMITED']);
    expect(refusal.retryAfterSec).toBeGreaterThanOrEqual(1);
    expect(refusal.retryAfterSec).toBeLessThanOrEqual(61);
    expect(await draw(askers.key(tenant), allowance)).toEqual({ remaining: limit - 1 });
    clock.move((refusal.retryAfterSec ?? 0) * 1_000);
    expect(await draw(askers.again(key), allowance)).toHaveProperty('remaining');
  });

  test('draws in the versioned API on three windows of the account', async () => {
    const limits = { requestsPerMinute: 4, requestsPerHour: 6, requestsPerDay: 9 };
    const tenant = await createTenant(app, { limits });
    const key = askers.key(tenant);
    expect(await exhaust(key, 'v1')).toMatchObject({ admitted: 4 });
    expect(await draw(askers.key(tenant), 'v1')).toMatchObject({ code: 'RATE_LIMITED' });
    const next = async (ms: number) => {
      clock.move(ms);
      const context = askers.again(key);
      const { admitted } = await exhaust(context, 'v1');
      await draw(context, 'v1');
      return [admitted, context.tightest?.limit];
    };
    expect(await next(61_000)).toEqual([2, 6]);
    expect(await next(61 * 60_000)).toEqual([3, 9]);
    expect(await next(61 * 60_000)).toEqual([0, 9]);
    expect(await next(25 * 3_600_000)).toEqual([4, 4]);
    clock.moveToNoon();
  });

  test('is told of another limit soon after the operator has set it', async () => {
    const tenant = await createTenant(app, { limits: { requestsPerMinute: 1 } });
    const key = askers.key(tenant);
    await exhaust(key, 'v1');
    await setAccountLimits(app.deps, tenant.accountId, { requestsPerMinute: 3 });
    clock.move(11_000);
    expect(await exhaust(key, 'v1')).toMatchObject({ admitted: 2 });
  });
});

describe('a place', () => {
  test.each(['BAD_INPUT', 'ENGINE_UNAVAILABLE', 'DEGRADED', 'RATE_LIMITED'] as const)(
    'is not charged for %s',
    async (code) => {
      const tenant = await createTenant(app);
      const fault = new AppError(code, 'x');
      for (const context of [askers.person(tenant), askers.key(tenant)])
        for (const allowance of ['scan', 'query', 'rewrite'] as const) {
          const { remaining } = (await draw(context, allowance)) as { remaining: number };
          const refused = askers.again(context);
          await draw(refused, allowance, fault);
          expect(refused.tightest).toMatchObject({ remaining });
          expect(await draw(context, allowance)).toEqual({ remaining: remaining - 1 });
        }
    },
  );

  test.each([
    ['what is not there', new AppError('NOT_FOUND', 'x')],
    ['what went wrong', new Error('x')],
  ])('is charged for %s', async (_name, fault) => {
    const key = askers.key(await createTenant(app));
    await draw(key, 'query', fault);
    await draw(key, 'scan', fault);
    expect(await draw(key, 'query')).toEqual({ remaining: 28 });
    expect(await draw(key, 'scan')).toEqual({ remaining: 198 });
  });

  test('goes back to the day that it was taken from', async () => {
    const stranger = askers.stranger('198.51.100.9');
    await draw(stranger, 'scan');
    await limited(stranger, 'scan', async () => {
      clock.moveToNextDay();
      await draw(askers.again(stranger), 'scan');
      throw new AppError('ENGINE_UNAVAILABLE', 'x');
    }).catch(() => {});
    expect(await draw(askers.again(stranger), 'scan')).toEqual({ remaining: 3 });
    clock.moveToNoon();
  });

  test('is noted with the tightest layer of the whole request', async () => {
    const key = askers.key(await createTenant(app, { limits: { scansPerDay: 9 } }));
    await draw(key, 'query');
    expect(key.tightest).toMatchObject({ limit: 30, remaining: 29 });
    await draw(key, 'scan');
    expect(key.tightest).toMatchObject({ limit: 9, remaining: 8 });
    await draw(key, 'query');
    expect(key.tightest).toMatchObject({ limit: 9, remaining: 8 });
  });
});

test('refused three times in a row, a caller is advised to wait longer until one is admitted, and told the true wait', async () => {
  const key = askers.key(await createTenant(app));
  const waits = async (count: number) => {
    const told: { waitSec: number; backoffSec: number | null }[] = [];
    for (let call = 0; call < count; call += 1) {
      const context = askers.again(key);
      const outcome = await draw(context, 'query');
      const { backoffSec } = context;
      if ('code' in outcome) told.push({ waitSec: outcome.retryAfterSec ?? 0, backoffSec });
    }
    return told;
  };
  await waits(30);
  clock.move(58_000);
  const told = await waits(7);
  for (const { waitSec } of told) expect([1, 2, 3, 4]).toContain(waitSec);
  expect(told.map(({ backoffSec }) => backoffSec)).toEqual([null, null, null, 5, 5, 5, 15]);
  // It is advice: who comes when a place is free is admitted, and then begins anew.
  clock.move(4_000);
  expect(await waits(29)).toEqual([]);
  const [again] = await waits(20);
  expect(again?.waitSec).toBeGreaterThan(15);
  expect(again?.backoffSec).toBeNull();
});

test('fields that count once an operation draw one place, and are refused alike', async () => {
  const key = askers.key(await createTenant(app));
  const operation = askers.again(key);
  await Promise.all([limitedOnce(operation, 'dashboard'), limitedOnce(operation, 'dashboard')]);
  await limitedOnce(operation, 'dashboard');
  expect(operation.tightest).toMatchObject({ limit: 120, remaining: 119 });
  expect(await exhaust(key, 'dashboard')).toMatchObject({ admitted: 119 });
  const refused = askers.again(key);
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(async () => limitedOnce(refused, 'dashboard')),
  );
  const reasons = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason);
  expect(reasons[0]).toMatchObject({ code: 'RATE_LIMITED' });
  expect(new Set(reasons).size).toBe(1);
});
