import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { WebSocketRoute } from 'playwright-core';
import { createMigratedDatabase, startApp, type TestApp } from '../helpers/app.js';
import type { Visit } from '../helpers/browser/browser.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { gone, status } from '../helpers/browser/steps.js';
import { behave, behind } from '../helpers/outside/openai-server.js';
import { makeBrand, start } from '../helpers/records/probe.js';
import { freePort } from '../helpers/run/port.js';
import { until } from '../helpers/run/until.js';
import { createGatedVendor, type GatedVendor } from './gated-vendor.js';

/** How a page that follows a run takes the loss of its connection, in all the ways it is lost. */

const LIMIT_MS = 60_000;
const LOST = 'Reconnecting; polling for updates';
const STALE = 'The data below may be out of date.';
/** What the browser itself logs of requests that failed. */
const UNREACHED = /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)|WebSocket|50\d/;

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let settings: Record<string, string>;
let vendor: GatedVendor;
let app: TestApp;
let at: Visit;
/** The sockets of one test's page: shut, a new one is refused; deaf, nothing passes. */
const createGate = () => ({
  isShut: false,
  isDeaf: false,
  sockets: [] as WebSocketRoute[],
  tries: 0,
  closed: new Set<WebSocketRoute>(),
});
let gate = createGate();
/** Answers that the vendor has given in this test. */
let given = 0;
const visit = useBrowser();

beforeAll(async () => {
  database = await createMigratedDatabase();
  vendor = await createGatedVendor(behave.answer());
  // The same port after a restart.
  settings = { ...behind(vendor, ['chatgpt']), PORT: String(await freePort()) };
  app = await startApp(settings, { databaseUrl: database.url });
});
afterAll(async () => {
  await app?.dispose();
  await vendor?.dispose();
  await database?.dispose();
});
beforeEach(() => {
  gate = createGate();
  vendor.hold();
  given = 0;
});

/** A page whose clock is ours, on a run that gets no answer before it is given one. */
async function follow(): Promise<void> {
  const { accountId, cookie } = await app.createAccount();
  const tenant = { accountId, environment: 'live' as const };
  const brand = await makeBrand(app, tenant);
  const run = await start(app, tenant, brand);
  await open(cookie, `/dashboard/brands/${brand.id}/runs/${run.id}`);
}

async function open(cookie: string, path: string): Promise<void> {
  const own = gate;
  at = await visit(app.url, { cookie, expected: UNREACHED });
  await at.page.clock.install();
  await at.page.routeWebSocket(/graphql/, (socket) => {
    gate.tries += 1;
    if (gate.isShut) return void socket.close({ code: 1013 });
    const server = socket.connectToServer();
    socket.onMessage((message) => gate.isDeaf || server.send(message));
    server.onMessage((message) => gate.isDeaf || socket.send(message));
    socket.onClose(() => {
      own.closed.add(socket);
      void server.close();
    });
    gate.sockets.push(socket);
  });
  await at.go(path);
}

const dot = (words: string) =>
  at.page.locator('main [role=status]').getByText(words, { exact: true });

/** Lets the page's clock run fast until that is so, but gives requests some time. */
const run = (isSo: () => boolean | Promise<boolean>) =>
  until(async () => {
    if (await isSo()) return true;
    await at.page.clock.runFor(1_000);
    await sleep(200);
    return false;
  }, LIMIT_MS);
const runTo = (words: string) => run(() => dot(words).isVisible());

/** The rest of the answers are given, and seen. */
async function finish(): Promise<void> {
  vendor.release();
  await run(() => status(at.page, /^12 of 12 answers$/).isVisible());
}

/** One more answer is given, and seen. */
async function growth(): Promise<void> {
  given += 1;
  vendor.hold(1);
  await run(() => status(at.page, new RegExp(`^${given} of 12 answers`)).isVisible());
}

test('a page that polls leaves the server alone for as long as it is advised', async () => {
  gate.isShut = true;
  await follow();
  await dot(LOST).waitFor();
  let polls = 0;
  const refusal = { code: 'RATE_LIMITED', requestId: 'x', retryAfterSec: 1 };
  const extensions = { ...refusal, details: { backoffSec: 60 } };
  await at.page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes('RunCells')) return route.continue();
    polls += 1;
    return route.fulfill({ json: { errors: [{ message: 'the limit is used up', extensions }] } });
  });
  await run(() => polls === 1);
  // Ten polls' time passes.
  for (let times = 0; times < 10; times += 1) {
    await at.page.clock.runFor(3_000);
    await sleep(50);
  }
  expect(polls).toBe(1);
  await run(() => polls === 2);
  await at.page.unroute('**/graphql');
  gate.isShut = false;
  await finish();
});

test('a page whose socket is refused says so and polls, tries again ever later, and comes back; so does one whose socket is closed', async () => {
  gate.isShut = true;
  await follow();
  await dot(LOST).waitFor();
  const { clock } = at.page;
  const now = () => at.page.evaluate<number>('Date.now()');
  await clock.pauseAt((await now()) + 1_000);
  /** The time of each try that was seen, by its number. */
  const tries = new Map<number, number>();
  for (let seen = gate.tries; tries.size < 6; seen = gate.tries) {
    await clock.runFor(100);
    if (gate.tries > seen) tries.set(gate.tries, await now());
  }
  await clock.resume();
  const waits = [...tries]
    .map(([number, timeMs]) => ({ number, waitMs: timeMs - (tries.get(number - 1) ?? timeMs) }))
    .slice(1);
  // Anywhere below a bound that doubles up to 15 seconds, never in step.
  for (const { number, waitMs } of waits)
    expect(waitMs).toBeLessThanOrEqual(Math.min(15_000, 500 * 2 ** (number - 2)) + 1_000);
  expect(new Set(waits.map(({ waitMs }) => waitMs)).size).toBeGreaterThan(1);
  await growth();
  gate.isShut = false;
  await runTo('Live');
  await growth();

  gate.isShut = true;
  await gate.sockets.at(-1)?.close({ code: 1012 });
  await runTo(LOST);
  await growth();
  gate.isShut = false;
  await runTo('Live');
  await growth();
  await finish();
});

test('a socket that falls silent is found out, and left for another', async () => {
  await follow();
  await runTo('Live');
  gate.isDeaf = true;
  // Nothing is told any more, and nobody says so; a ping finds out.
  await runTo(LOST);
  gate.isDeaf = false;
  await runTo('Live');
  expect(gate.sockets.length).toBeGreaterThan(1);
  await growth();
  await finish();
});

test('without any network the page says that it may be out of date, until it is not', async () => {
  await follow();
  await runTo('Live');
  await at.context.setOffline(true);
  await dot('Offline; data may be out of date').waitFor();
  await at.page.getByText(STALE).waitFor();
  await at.context.setOffline(false);
  await runTo('Live');
  await gone(at.page.getByText(STALE));
  await growth();
  await finish();
});

test('the socket of the environment that was left says nothing of the other’s', async () => {
  const { cookie } = await app.createAccount();
  await open(cookie, '/dashboard/webhooks?environment=test');
  await runTo('Live');
  await at.page.getByText('Live', { exact: true }).first().click();
  await at.page.getByText('No brands yet').waitFor();
  expect(await dot('Live').count()).toBe(0);
  await at.page.getByRole('link', { name: 'Webhooks' }).click();
  await runTo('Live');
  // One that is not used is closed after a while.
  await run(() => gate.closed.size > 0);
  expect([...gate.closed]).toEqual(gate.sockets.slice(0, 1));
  await at.page.clock.runFor(1_000);
  expect(await dot('Live').isVisible()).toBe(true);
});

test('a server that is started again is found again, and the run goes on on the page', async () => {
  await follow();
  await runTo('Live');
  await growth();
  await app.dispose();
  await run(() => at.page.getByText(STALE).isVisible());
  await runTo(LOST);
  app = await startApp(settings, { databaseUrl: database.url });
  await runTo('Live');
  await run(() => at.page.getByText(STALE).isHidden());
  await finish();
});
