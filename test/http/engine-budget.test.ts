import { expect, test } from '@jest/globals';
import { ask } from '../helpers/client/graphql.js';
import { call } from '../helpers/client/http.js';
import { scrape } from '../helpers/client/metrics.js';
import { newAddress } from '../helpers/client/sign-in.js';
import { behave } from '../helpers/outside/openai-server.js';
import { makeBrand, perform, start } from '../helpers/records/probe.js';
import { sql } from '../helpers/run/sql.js';
import { opened, scan, spentOf, startServer } from './engine-budget-fixture.js';

test('beyond the day’s calls every door answers 503 with a date, and asks nobody', async () => {
  const { server, app, clock, account, key, tenant } = await startServer({
    DAILY_ENGINE_CALLS: '10',
  });
  expect((await scan(app, { key })).status).toBe(200);
  const half = await scan(app, { key });
  expect(half.status).toBe(200);
  expect(half.json().failures).toEqual([
    { platform: 'chatgpt', code: 'SPENT', count: 2 },
    { platform: 'gemini', code: 'SPENT', count: 4 },
  ]);
  expect(server.requests).toHaveLength(10);

  const refused = await scan(app, { key });
  const midnight = new Date(Math.ceil(clock.now().getTime() / 86_400_000) * 86_400_000);
  expect(refused.status).toBe(503);
  expect(refused.json()).toMatchObject({
    error: {
      code: 'DEGRADED',
      message: expect.stringContaining(midnight.toISOString()),
      details: { acceptedFrom: midnight.toISOString() },
    },
  });
  const waitSec = Number(refused.headers.get('retry-after'));
  expect(Math.abs(waitSec - (midnight.getTime() - clock.now().getTime()) / 1_000)).toBeLessThan(30);
  // It is not charged, nor kept.
  expect(refused.headers.get('x-ratelimit-remaining')).toBe(
    half.headers.get('x-ratelimit-remaining'),
  );
  expect(await sql(app.databaseUrl, 'select 1 from check_run')).toHaveLength(2);

  const stranger = { headers: { 'x-forwarded-for': newAddress() } };
  const brand = await makeBrand(app, tenant);
  const query = { brand: 'Acme', category: 'CRM software' };
  const copy = { text: 'Acme sells boots.', brand: 'Acme' };
  const others = [
    await scan(app, stranger),
    await call(app.url, 'POST', '/api/query?mode=all', { key, body: query }),
    await call(app.url, 'POST', '/api/aeo/rewrite', { key, body: copy }),
    await call(app.url, 'POST', `/api/brands/${brand.id}/scan`, { key, body: {} }),
  ];
  expect(others.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  const started = await ask(
    app,
    'mutation ($input: StartProbeInput!) { startProbe(input: $input) { probeRun { id } } }',
    { key, variables: { input: { brandId: brand.id } } },
  );
  expect(started.codes).toEqual(['DEGRADED']);
  expect(server.requests).toHaveLength(10);
  const used = 'select calls from engine_usage where account_id = $1';
  expect(await sql(app.databaseUrl, used, [tenant.accountId])).toEqual([{ calls: 16 }]);

  // A customer is told how much is used, but not of what.
  const shown = await ask(app, '{ engineBudget { usedShare refusedUntil } }', { key });
  expect(shown.data).toEqual({
    engineBudget: { usedShare: 1, refusedUntil: midnight.toISOString() },
  });
  const metrics = await scrape(app);
  expect(metrics).toContain('answerscope_engine_budget{unit="calls",kind="used"} 10');
  expect(metrics).toContain('answerscope_engine_budget{unit="calls",kind="limit"} 10');
  expect(metrics).toContain('answerscope_engine_budget{unit="usd",kind="limit"} 50');

  // The sandbox costs nothing.
  expect((await scan(app, { key: account.key })).status).toBe(200);
  expect((await ask(app, '{ engineBudget { usedShare } }', { key: account.key })).data).toEqual({
    engineBudget: null,
  });
  clock.moveToNextDay();
  expect((await scan(app, { key })).status).toBe(200);
});

test('a run that the ceiling meets ends, and what was not asked is a failure that says why', async () => {
  const { server, app, tenant } = await startServer({ DAILY_ENGINE_CALLS: '15' });
  const brand = await makeBrand(app, tenant);
  const run = await perform(app, tenant, await start(app, tenant, brand));
  expect(run).toMatchObject({ status: 'completed', answered: 15, failed: 9 });
  expect(new Set(run.failures.map(({ code }) => code))).toEqual(new Set(['SPENT']));
  expect(server.requests).toHaveLength(15);
});

test('a run that was queued before the money was gone fails at once, and is not tried again', async () => {
  const { server, app, tenant, key } = await startServer({ DAILY_ENGINE_CALLS: '8' });
  const brand = await makeBrand(app, tenant);
  const queued = await start(app, tenant, brand);
  expect((await scan(app, { key })).status).toBe(200);
  expect(await perform(app, tenant, queued)).toMatchObject({
    status: 'failed',
    answered: 0,
    failed: 24,
  });
  expect(server.requests).toHaveLength(8);
});

test('dollars end the day as calls do; what nobody knows the price of counts as the dearest', async () => {
  const usage = { prompt_tokens: 20_000, completion_tokens: 16_000, total_tokens: 36_000 };
  const { server, app, tenant } = await startServer(
    // 20,000 tokens at 10 dollars a million and 16,000 at 50 are a dollar.
    { DAILY_ENGINE_USD: '5', PLATFORM_CONCURRENCY: '1' },
    behave.answer('Acme leads.', { usage }),
  );
  const brand = await makeBrand(app, tenant);
  const run = await perform(
    app,
    tenant,
    await start(app, tenant, brand, { platforms: ['gemini'] }),
  );
  expect(run.failures).toEqual([expect.objectContaining({ platform: 'gemini', code: 'SPENT' })]);
  expect(run.answered).toBe(5);
  expect(server.requests).toHaveLength(5);
  expect((await app.deps.spend.read()).usd).toBeCloseTo(5, 1);
});

test('whatever asks an engine is counted, judges, rewrites and retries too', async () => {
  const { server, app, tenant, key, account } = await startServer({ JUDGE_PLATFORM: 'gemini' });
  const brand = await makeBrand(app, tenant);
  await perform(app, tenant, await start(app, tenant, brand));
  await scan(app, { key });
  await call(app.url, 'POST', '/api/query?mode=all', {
    key,
    body: { brand: 'Acme', category: 'CRM software' },
  });
  await scan(app, { headers: { 'x-forwarded-for': newAddress() } });
  await call(app.url, 'POST', '/api/aeo/rewrite', {
    headers: { cookie: account.cookie },
    body: { text: 'Acme sells boots.', brand: 'Acme' },
  });
  // More than the questions: 24 of the run, 8 of each check.
  expect(server.requests.length).toBeGreaterThan(24 + 3 * 8);
  expect(await spentOf(app)).toBe(server.requests.length);
});

test.each([
  ['refused', behave.unauthorized(), 8, 0],
  ['broken off', behave.reset(), 8, 5],
])(
  'a call that is %s counts; it costs nothing, or the most it may',
  async (_, behaviour, calls, usd) => {
    const { app, key } = await startServer({}, behaviour);
    expect((await scan(app, { key })).status).toBe(502);
    await app.deps.spend.dispose();
    const state = await app.deps.spend.read();
    expect(state.calls).toBeGreaterThanOrEqual(calls);
    if (usd === 0) expect(state.usd).toBe(0);
    else expect(state.usd).toBeGreaterThan(usd / 2);
  },
);

test('a call that reaches nobody is given back', async () => {
  const { app, server, key } = await startServer({});
  await server.dispose();
  opened.shift();
  expect((await scan(app, { key })).status).toBe(502);
  await app.deps.spend.dispose();
  expect(await app.deps.spend.read()).toMatchObject({ calls: 0, usd: 0 });
});

test.each([
  ['a cost beyond any price', { cost: 1e300 }],
  ['tokens beyond any price', { prompt_tokens: 1e300 }],
  ['tokens below zero', { prompt_tokens: -5e7, completion_tokens: -5e7 }],
])('%s neither stops the counting nor takes anything back', async (_, told) => {
  const honest = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
  let usage: object = { ...honest, cost: 0.5 };
  const { app, key } = await startServer({}, (...exchange) =>
    behave.answer('Acme', { usage })(...exchange),
  );
  const spentUsd = async () => {
    await app.deps.spend.dispose();
    return (await app.deps.spend.read()).usd;
  };
  expect((await scan(app, { key })).status).toBe(200);
  expect(await spentUsd()).toBeCloseTo(4, 6);
  usage = { ...honest, ...told };
  expect((await scan(app, { key })).status).toBe(200);
  const after = await spentUsd();
  expect(after).toBeGreaterThan(4);
  usage = { ...honest, cost: 0.5 };
  const last = await scan(app, { key });
  expect(last.json()).toMatchObject({ failures: [] });
  expect(await spentUsd()).toBeCloseTo(after + 4, 6);
});
