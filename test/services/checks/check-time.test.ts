import { afterEach, expect, test } from '@jest/globals';
import type { Tenant } from '../../../src/deps.js';
import { findRun } from '../../../src/services/checks/check-run.js';
import { startApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../../helpers/outside/openai-server.js';
import { type Behaviour } from '../../helpers/outside/vendors/transport.js';
import { ledgerOf, query } from '../../helpers/records/check.js';
import { createTenant } from '../../helpers/records/probe.js';
import { until } from '../../helpers/run/until.js';

const opened: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.dispose();
});

/** The product before a vendor for each platform, and a live account. */
async function startBefore(vendors: Record<string, Behaviour>) {
  let settings: Record<string, string> = { ROLE: 'web' };
  const servers: OpenAiServer[] = [];
  for (const [platform, behaviour] of Object.entries(vendors)) {
    const server = await createOpenAiServer(behaviour);
    opened.push(server);
    servers.push(server);
    settings = { ...settings, ...behind(server, [platform]) };
  }
  const app = await startApp(settings);
  opened.push(app);
  const tenant: Tenant = await createTenant(app, { environment: 'live' });
  /** Until the vendors have been asked so often. */
  const asked = (times: number) =>
    until(() => servers.flatMap(({ requests }) => requests).length === times, 30_000);
  return { app, tenant, asked };
}

const SHORT = { limits: { askMs: 1_000, wholeMs: 1_500 } };

test('a vendor that says nothing fails when its time is over, and the others’ answers are the result', async () => {
  const { app, tenant } = await startBefore({ chatgpt: behave.hang(), gemini: behave.answer() });
  const run = await query(app, tenant, { brand: 'Acme' }, SHORT);
  expect(run).toMatchObject({
    status: 'completed',
    sandbox: false,
    failures: [{ platform: 'chatgpt', code: 'TIMEOUT', count: 4 }],
  });
  expect(run.results.map(({ platform, position }) => [platform, position])).toEqual(
    Array.from({ length: 4 }, () => ['gemini', 0]),
  );
  const ledger = await ledgerOf(app, tenant);
  expect(ledger.filter(({ error }) => error === 'TIMEOUT')).toHaveLength(4);
  expect(ledger.filter(({ tokens }) => tokens === 42)).toHaveLength(4);
});

test.each(['hang', 'drip', 'endless'] as const)(
  'when all vendors %s the call ends when its time is over, with 502',
  async (way) => {
    const { app, tenant } = await startBefore({ chatgpt: behave[way]() });
    await expect(query(app, tenant, {}, SHORT)).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
    });
  },
);

test('what is left of the whole time bounds the engines’ time', async () => {
  const { app, tenant } = await startBefore({ chatgpt: behave.hang() });
  const startedMs = performance.now();
  const limits = { askMs: 60_000, wholeMs: 300 };
  await expect(query(app, tenant, {}, { limits })).rejects.toMatchObject({
    code: 'ENGINE_UNAVAILABLE',
  });
  // Far less than the engines would have had.
  expect(performance.now() - startedMs).toBeLessThan(30_000);
});

test('no connection to the database is held while engines are asked', async () => {
  const { app, tenant, asked } = await startBefore({ chatgpt: behave.late(1_500) });
  // More than there are connections.
  const running = Array.from({ length: 5 }, () => query(app, tenant));
  let ended = 0;
  for (const each of running) each.then(() => (ended += 1));
  await asked(20);
  await expect(findRun(app.deps, tenant, 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(ended).toBe(0);
  for (const run of await Promise.all(running)) expect(run.results).toHaveLength(4);
});

test('a product that stops answers what it accepted, with what has been answered', async () => {
  const { app, asked } = await startBefore({ chatgpt: behave.hang(), gemini: behave.answer() });
  const running = call(app.url, 'POST', '/api/query', { body: { brand: 'Acme', category: 'CRM' } });
  await asked(8);
  const [answer] = await Promise.all([running, app.dispose()]);
  opened.pop();
  expect([answer.status, answer.json()]).toMatchObject([
    200,
    { failures: [{ platform: 'chatgpt', code: 'TIMEOUT', count: 4 }] },
  ]);
});

test('a client that leaves changes nothing: it is asked to the end and stored', async () => {
  const gone = Promise.withResolvers<void>();
  const chatgpt: Behaviour = (...call) => void gone.promise.then(() => behave.late(200)(...call));
  const { app, asked } = await startBefore({ chatgpt });
  const account = await app.createAccount();
  const tenant: Tenant = { accountId: account.accountId, environment: 'live' };
  const key = await account.makeKey({ environment: 'live' });
  const leaving = new AbortController();
  const left = fetch(`${app.url}/api/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ brand: 'Acme', category: 'CRM' }),
    signal: leaving.signal,
  });
  await asked(4);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  gone.resolve();
  await until(async () => (await ledgerOf(app, tenant)).length === 4, 30_000);
});
