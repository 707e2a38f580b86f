import { expect, test } from '@jest/globals';
import { cancelProbeRun } from '../../src/services/runs/probe-run.js';
import { newAddress } from '../helpers/client/sign-in.js';
import { behave } from '../helpers/outside/openai-server.js';
import { createTenant, makeBrand, perform, start } from '../helpers/records/probe.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';
import { SCAN, scan, spentOf, startServer } from './engine-budget-fixture.js';

/** Asks, and leaves as soon as the engines have the question. */
async function leave(
  url: string,
  init: RequestInit,
  asked: () => boolean | Promise<boolean>,
): Promise<void> {
  const gone = new AbortController();
  const answer = fetch(url, { ...init, signal: gone.signal }).catch(() => null);
  await until(asked, 30_000);
  gone.abort();
  await answer;
}

const BODIES: [string, string, object][] = [
  ['a scan', '/api/check/run', SCAN],
  ['a query', '/api/query?mode=all', { brand: 'Acme', category: 'CRM software' }],
  ['a rewrite', '/api/aeo/rewrite', { text: 'Acme sells boots.', brand: 'Acme' }],
  [
    'a scan over GraphQL',
    '/graphql',
    {
      query:
        'mutation { runScan(input: { brandName: "Acme", industry: "CRM" }) { rateLimitRemaining } }',
    },
  ],
];

test.each(BODIES)(
  '%s whose caller leaves ends its calls, which stay counted',
  async (_, path, body) => {
    const { server, app, account, key } = await startServer({}, behave.hang());
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    // All that was counted has reached the vendor.
    const { requests } = server;
    await leave(
      app.url + path,
      init,
      async () => requests.length > 0 && (await spentOf(app)) === requests.length,
    );
    await until(() => requests.every(({ isClosed }) => isClosed), 15_000);
    const asked = server.requests.length;
    const isOver = `select 1 from check_run where status = 'running' union all select 1 from rewrite where status = 'running'`;
    await until(async () => (await sql(app.databaseUrl, isOver)).length === 0, 30_000);
    expect(server.requests).toHaveLength(asked);
    // Calls that were counted and not sent are given back in batches.
    await until(async () => (await spentOf(app)) === asked, 15_000);
    const [usage] = await sql<{ calls: number }>(
      app.databaseUrl,
      'select calls from engine_usage where account_id = $1',
      [account.accountId],
    );
    expect(usage?.calls).toBeGreaterThanOrEqual(asked);
  },
);

test('who leaves again and again uses up their scans', async () => {
  const { server, app } = await startServer({}, behave.hang());
  const from = newAddress();
  const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(SCAN) };
  for (let time = 1; time <= 5; time += 1)
    await leave(`${app.url}/api/check/run`, init, () => server.requests.length >= time * 8);
  await until(() => server.requests.every(({ isClosed }) => isClosed), 15_000);
  expect((await scan(app, { headers: { 'x-forwarded-for': from } })).status).toBe(429);
  expect(server.requests).toHaveLength(40);
});

test('cancelling a run gives back no call that an engine has', async () => {
  const { server, app } = await startServer({}, behave.hang());
  const tenant = await createTenant(app, { environment: 'live' });
  const brand = await makeBrand(app, tenant);
  const run = await start(app, tenant, brand);
  const ended = perform(app, tenant, run);
  await until(() => server.requests.length === 8, 30_000);
  await cancelProbeRun(app.deps, tenant, run.id);
  await ended;
  const used = 'select calls from engine_usage where account_id = $1';
  expect(await sql(app.databaseUrl, used, [tenant.accountId])).toEqual([{ calls: 8 }]);
});
