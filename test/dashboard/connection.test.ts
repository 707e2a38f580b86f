import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser, WebSocketRoute } from 'playwright-core';
import {
  createMigratedDatabase,
  startApp,
  type TestAccount,
  type TestApp,
} from '../helpers/app.js';
import { startBrowser, type Traveller, travel } from '../helpers/browser/journey.js';
import { makeBrand, start } from '../helpers/records/probe.js';
import { freePort } from '../helpers/run/port.js';
import { until } from '../helpers/run/until.js';

/** How a page that follows a run takes the loss of its connection, in all the ways it is lost. */

const LIMIT_MS = 120_000;

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let settings: Record<string, string>;
let app: TestApp;
let account: TestAccount;
let browser: Browser;
let at: Traveller;
let brandId: string;
/** The page's sockets through a gate of ours: closed, a new one is refused; deaf, nothing passes. */
const gate = {
  isShut: false,
  isDeaf: false,
  sockets: [] as WebSocketRoute[],
  tries: [] as number[],
};

beforeAll(async () => {
  database = await createMigratedDatabase();
  settings = {
    SANDBOX_LATENCY_MS: '1500',
    PLATFORM_CONCURRENCY: '1',
    // The same after a restart.
    PORT: String(await freePort()),
  };
  app = await startApp(settings, { databaseUrl: database.url });
  account = await app.createAccount({ tier: 'growth' });
  const tenant = { accountId: account.accountId, environment: 'test' as const };
  brandId = (await makeBrand(app, tenant)).id;
  browser = await startBrowser();
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
  await database?.dispose();
});
afterEach(() => at?.context.close());

async function follow(): Promise<void> {
  Object.assign(gate, { isShut: false, isDeaf: false, sockets: [], tries: [] });
  const tenant = { accountId: account.accountId, environment: 'test' as const };
  // 48 questions in turn on each platform: longer than any of this takes.
  const run = await start(app, tenant, { id: brandId }, { samplesPerPrompt: 4 });
  at = await travel(browser, app.url, account.cookie);
  await at.page.routeWebSocket(/graphql/, (socket) => {
    gate.tries.push(performance.now());
    if (gate.isShut) return void socket.close({ code: 1013 });
    const server = socket.connectToServer();
    socket.onMessage((message) => gate.isDeaf || server.send(message));
    server.onMessage((message) => gate.isDeaf || socket.send(message));
    gate.sockets.push(socket);
  });
  await at.go(`/dashboard/brands/${brandId}/runs/${run.id}?environment=test`);
  await dot('Live').waitFor();
}

const dot = (words: string) =>
  at.page.locator('main [role=status]').getByText(words, { exact: true });
const LOST = 'Reconnecting, polling meanwhile';

const readCount = async (): Promise<number> => {
  const words = await at.page
    .locator('main [role=status]')
    .filter({ hasText: /of 288 answers/ })
    .innerText();
  return Number(/^(\d+)/.exec(words)?.[1]);
};
const growth = async () => {
  const before = await readCount();
  await until(async () => (await readCount()) > before, 30_000);
};

test('a socket that is closed is told of, polling takes over, and it comes back', async () => {
  await follow();
  gate.isShut = true;
  await gate.sockets.at(-1)?.close({ code: 1012 });
  await dot(LOST).waitFor();
  // Fresh all the same.
  await growth();
  await growth();
  await until(() => gate.tries.length >= 5, 60_000);
  const waits = gate.tries.slice(1).map((tryMs, index) => tryMs - (gate.tries[index] ?? 0));
  // Anywhere below a bound that grows, never in step.
  for (const [attempt, waitMs] of waits.slice(1).entries())
    expect(waitMs).toBeLessThan(500 * 2 ** (attempt + 1) + 10_000);
  expect(new Set(waits.map((waitMs) => Math.round(waitMs / 5))).size).toBeGreaterThan(1);
  gate.isShut = false;
  await dot('Live').waitFor();
  await growth();
  expect(at.faults).toEqual([]);
});

test('a socket that falls silent is found out, and left for another', async () => {
  await follow();
  gate.isDeaf = true;
  // Nothing is told any more, and nobody says so; a ping finds out.
  await dot(LOST).waitFor();
  gate.isDeaf = false;
  await dot('Live').waitFor();
  expect(gate.sockets.length).toBeGreaterThan(1);
  await growth();
  expect(at.faults).toEqual([]);
});

test('without any network the page says that it may be out of date, until it is not', async () => {
  await follow();
  await at.context.setOffline(true);
  await dot('Offline: what is shown may be out of date').waitFor();
  await at.page.getByText('What is shown below may be out of date.').waitFor();
  await at.context.setOffline(false);
  await dot('Live').waitFor();
  await at.page.getByText('What is shown below may be out of date.').waitFor({ state: 'detached' });
  await growth();
  // The browser itself tells of each request that failed.
  expect(at.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([]);
});

test('the socket of the world that was left says nothing of the other’s', async () => {
  at = await travel(browser, app.url, account.cookie);
  const { page } = at;
  await at.go('/dashboard/webhooks?environment=test');
  await dot('Live').waitFor();
  await page.getByText('Live', { exact: true }).first().click();
  await page.getByText('No brand yet').waitFor();
  expect(await dot('Live').count()).toBe(0);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await dot('Live').waitFor();
  // An unused socket is closed after two seconds.
  await page.waitForTimeout(4_000);
  expect(await dot('Live').isVisible()).toBe(true);
  expect(at.faults).toEqual([]);
});

test('a server that is started again is found again, and the run goes on on the page', async () => {
  await follow();
  await growth();
  await app.dispose();
  await at.page.getByText('What is shown below may be out of date.').waitFor();
  await dot(LOST).waitFor();
  const before = await readCount();
  app = await startApp(settings, { databaseUrl: database.url });
  await dot('Live').waitFor();
  await at.page.getByText('What is shown below may be out of date.').waitFor({ state: 'detached' });
  await until(async () => (await readCount()) > before, 60_000);
  expect(at.faults.filter((fault) => !/ERR_CONNECTION_REFUSED|WebSocket|50\d/.test(fault))).toEqual(
    [],
  );
});
