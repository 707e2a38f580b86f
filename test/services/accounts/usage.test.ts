import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { dayOf } from '../../../src/domain/time/utc-day.js';
import {
  readEngineUsage,
  readRequestUsage,
  toUsageRange,
} from '../../../src/services/accounts/usage.js';
import { retryProbeRun, startProbe } from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { query, scan } from '../../helpers/records/check.js';
import {
  createScript,
  createTenant,
  makeBrand,
  ownerOf,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
const clock = createClock();
const ONE = { platforms: ['chatgpt'] };
beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
});
afterAll(() => app.dispose());

async function probe(tenant: Tenant, brandId: string, keyId: string | null, platforms: string[]) {
  const input = { brandId, platforms, promptPackId: null, samplesPerPrompt: 1 };
  const run = await startProbe(app.deps, { ...ownerOf(tenant), keyId }, input, null);
  return perform(app, tenant, run);
}

/** The same sums, made by hand from what is stored. */
async function sumsOf({ accountId, environment }: Tenant) {
  const [row] = await sql<{ calls: number; tokens: number; cost: number }>(
    app.databaseUrl,
    `select sum(calls)::int as calls, sum(tokens)::int as tokens, sum(cost)::float8 as cost from (
       select count(*) as calls, sum(tokens_used) as tokens, sum(cost_usd) as cost from answer where account_id = $1 and environment = $2
       union all select count(*), sum(tokens_used), sum(cost_usd) from engine_call where account_id = $1 and environment = $2) s`,
    [accountId, environment],
  );
  return { calls: row?.calls, tokensUsed: row?.tokens, costUsd: row?.cost ?? 0 };
}

const today = () => toUsageRange(clock.now(), {});

test('what engines cost is summed by platform, day, brand, key and purpose', async () => {
  const tenant = await createTenant(app);
  const [first, second] = [
    await makeBrand(app, tenant),
    await makeBrand(app, tenant, { name: 'Bee' }),
  ];
  const [keyA, keyB] = [newId(), newId()];
  const startedOn = dayOf(clock.now());
  await probe(tenant, first.id, keyA, ['chatgpt', 'claude']);
  await probe(tenant, second.id, null, ['grok']);
  clock.moveToNextDay();
  await query(app, tenant, { platforms: ['chatgpt'] }, { keyId: keyB });
  await scan(app, tenant, {}, { keyId: keyA });

  const usage = await readEngineUsage(app.deps, tenant, today());
  const { costUsd, ...counts } = await sumsOf(tenant);
  expect(usage).toMatchObject({ ...counts, sandbox: true, failed: 0 });
  expect(usage.calls).toBe(24 + 12 + 4 + 12);
  expect(usage.costUsd).toBeCloseTo(costUsd, 9);
  const calls = (entries: typeof usage.byKey, name: keyof (typeof entries)[number]) =>
    Object.fromEntries(entries.map((entry) => [String(entry[name]), entry.calls]));
  expect(calls(usage.byPlatform, 'platform')).toEqual({
    chatgpt: 12 + 4 + 4,
    claude: 12,
    grok: 12,
    gemini: 4,
    perplexity: 4,
  });
  expect(calls(usage.byKey, 'keyId')).toEqual({ [keyA]: 24 + 12, [keyB]: 4, null: 12 });
  expect(calls(usage.byBrand, 'brandId')).toEqual({ [first.id]: 24, [second.id]: 12, null: 16 });
  expect(calls(usage.byPurpose, 'purpose')).toEqual({ probe: 36, query: 4, scan: 12 });
  expect(usage.byDay.map(({ day, calls: made }) => [day, made])).toEqual([
    [startedOn, 36],
    [dayOf(clock.now()), 16],
  ]);
  for (const parts of [
    usage.byPlatform,
    usage.byDay,
    usage.byBrand,
    usage.byKey,
    usage.byPurpose,
  ]) {
    expect(parts.reduce((sum, part) => sum + part.tokensUsed, 0)).toBe(usage.tokensUsed);
    expect(parts.reduce((sum, part) => sum + part.costUsd, 0)).toBeCloseTo(usage.costUsd, 9);
  }
  // Only the days that are asked for, and nobody else's.
  const range = toUsageRange(clock.now(), { from: startedOn, to: startedOn });
  expect(await readEngineUsage(app.deps, tenant, range)).toMatchObject({ calls: 36 });
  for (const other of [await createTenant(app), { ...tenant, environment: 'live' as const }])
    expect(await readEngineUsage(app.deps, other, today())).toMatchObject({ calls: 0, byDay: [] });
});

test('a call counts on the day on which it was made, whenever its run was started', async () => {
  const script = createScript();
  const own = await startApp({ ROLE: 'web' }, { now: clock.now, sandbox: script.sandbox });
  try {
    const tenant = await createTenant(own);
    const brand = await makeBrand(own, tenant);
    const days = [dayOf(clock.now())];
    const nextDay = () => {
      clock.moveToNextDay();
      days.push(dayOf(clock.now()));
    };
    script.onAsk = (_platform, count) => count === 7 && nextDay();
    const midnight = await perform(own, tenant, await start(own, tenant, brand, ONE));
    const waiting = await start(own, tenant, brand, ONE);
    script.onAsk = () => {};
    script.failing.chatgpt = 'REFUSED';
    const failed = await perform(own, tenant, await start(own, tenant, brand, ONE));
    expect(failed).toMatchObject({ status: 'failed', failed: 12 });
    nextDay();
    delete script.failing.chatgpt;
    await perform(own, tenant, waiting);
    nextDay();
    await retryProbeRun(own.deps, tenant, failed.id);
    await perform(own, tenant, failed);

    const [first, second, third, fourth] = days as [string, string, string, string];
    const usageOf = async (from: string, to: string) => {
      const range = toUsageRange(clock.now(), { from, to });
      const { calls, byDay } = await readEngineUsage(own.deps, tenant, range);
      return { calls, byDay: byDay.map((entry) => [entry.day, entry.calls]) };
    };
    const [stored] = await sql<{ early: number }>(
      own.databaseUrl,
      'select count(*)::int as early from answer where run_id = $1 and asked_at < $2',
      [midnight.id, second],
    );
    const early = stored?.early ?? 0;
    expect(early).toBeGreaterThanOrEqual(7);
    expect(early).toBeLessThan(12);
    const made = [
      [first, early],
      [second, 12 - early],
      [third, 12],
      [fourth, 12],
    ] as const;
    expect(await usageOf(first, fourth)).toEqual({ calls: 36, byDay: made });
    for (const [day, calls] of made)
      expect(await usageOf(day, day)).toEqual({ calls, byDay: [[day, calls]] });
    expect(await usageOf(second, third)).toEqual({ calls: 24 - early, byDay: made.slice(1, 3) });
  } finally {
    await own.dispose();
  }
});

test('a list holds the hundred costliest, and the whole holds all', async () => {
  const tenant = await createTenant(app);
  const at = clock.now();
  await sql(
    app.databaseUrl,
    `insert into engine_call (account_id, environment, id, purpose, platform, model, sandbox, status, tokens_used, cost_usd,
       latency_ms, asked_at, key_id)
     select $1, $2, gen_random_uuid(), 'query', 'grok', 'm', true, case when n % 10 = 0 then 'failed' else 'answered' end, 10,
       case when n > 5 then n end, 1, $3, gen_random_uuid() from generate_series(1, 150) n`,
    [tenant.accountId, tenant.environment, at],
  );
  const usage = await readEngineUsage(app.deps, tenant, today());
  expect(usage).toMatchObject({ calls: 150, failed: 15, tokensUsed: 1_500, unpriced: 5 });
  expect(usage.costUsd).toBe(((6 + 150) * 145) / 2);
  expect(usage.byKey.map(({ costUsd }) => costUsd)).toEqual(
    Array.from({ length: 100 }, (_, place) => 150 - place),
  );
});

test('requests are counted by path and key, and stored in batches', async () => {
  const tenant = await createTenant(app);
  const [key, other] = [newId(), newId()];
  const count = (keyId: string | null, endpoint: string, times: number, refused = false) => {
    for (let left = times; left > 0; left -= 1)
      app.deps.requests.count({ ...tenant, keyId }, endpoint, refused);
  };
  count(key, 'GET /api/v1/brands', 5);
  count(key, 'GET /api/v1/brands', 2, true);
  count(other, 'GET /api/v1/brands', 3);
  count(null, 'graphql Query.brands', 4);
  const rows = () =>
    sql<{ requests: number }>(
      app.databaseUrl,
      'select requests::int as requests from request_count where account_id = $1 order by 1',
      [tenant.accountId],
    );
  const usage = await readRequestUsage(app.deps, tenant, today());
  expect(usage).toEqual({
    requests: 14,
    refused: 2,
    endpoints: [
      { endpoint: 'GET /api/v1/brands', keyId: key, requests: 7, refused: 2 },
      { endpoint: 'graphql Query.brands', keyId: null, requests: 4, refused: 0 },
      { endpoint: 'GET /api/v1/brands', keyId: other, requests: 3, refused: 0 },
    ],
  });
  count(other, 'GET /api/v1/brands', 6);
  expect((await readRequestUsage(app.deps, tenant, today())).requests).toBe(20);
  expect(await rows()).toHaveLength(3);
  // Of one environment and one account, on the days that are asked for.
  const live = { ...tenant, environment: 'live' as const };
  expect(await readRequestUsage(app.deps, live, today())).toEqual({
    requests: 0,
    refused: 0,
    endpoints: [],
  });
  const yesterday = dayOf(new Date(clock.now().getTime() - 86_400_000));
  const range = toUsageRange(clock.now(), { from: yesterday, to: yesterday });
  expect((await readRequestUsage(app.deps, tenant, range)).requests).toBe(0);
});

test.each<[string, { from?: string; to?: string }, string]>([
  ['no day', { from: 'yesterday' }, 'from'],
  ['a day that never was', { to: '2026-02-30' }, 'to'],
  ['a moment', { to: '2026-02-03T00:00:00Z' }, 'to'],
  ['an end before its beginning', { from: '2026-02-03', to: '2026-02-02' }, 'from'],
  ['93 days', { from: '2026-01-01', to: '2026-04-03' }, 'from'],
])('%s is refused by name', (_, given, field) => {
  const refusal = expect.objectContaining({
    code: 'BAD_INPUT',
    details: expect.objectContaining({ field }),
  });
  expect(() => toUsageRange(new Date('2026-05-01T10:00:00Z'), given)).toThrow(refusal as never);
});

test('a range is thirty days unless it says otherwise, and 92 at most', () => {
  const now = new Date('2026-03-01T23:59:59Z');
  expect(toUsageRange(now, {})).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  const longest = { from: '2026-01-01', to: '2026-04-02' };
  expect(toUsageRange(now, longest)).toEqual(longest);
});
