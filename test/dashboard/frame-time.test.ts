import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { startBrowser, visit } from '../helpers/browser/browser.js';
import { bearer, post } from '../helpers/client/client.js';

/**
 * A page that is followed live must not stutter. What counts is the processor time of each task on the page's main
 * thread, as a trace of the browser tells it: unlike the time on the clock it does not grow while others, such as the
 * product beside it, have the processor.
 */

const SAMPLES = 7;
const ANSWERS = 12 * 6 * SAMPLES;
const LONGEST_MS = 100;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds, on the clock and of the processor. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

let app: TestApp;
let account: TestAccount;
let browser: Browser;

beforeAll(async () => {
  app = await startApp({ SANDBOX_LATENCY_MS: '500', PLATFORM_CONCURRENCY: '4' });
  account = await app.createAccount();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});

const ask = (query: string, variables: object) =>
  post(app.url, bearer(account.key), query, variables as Record<string, unknown>);

async function startRun(): Promise<string> {
  const created = await ask(
    'mutation($input: CreateBrandInput!) { createBrand(input: $input) { brand { id } } }',
    { input: { name: 'Acme', category: 'CRM software' } },
  );
  const brandId = created.data.createBrand.brand.id;
  const started = await ask(
    'mutation($input: StartProbeInput!) { startProbe(input: $input) { probeRun { id expectedAnswers } } }',
    { input: { brandId, samplesPerPrompt: SAMPLES } },
  );
  expect(started.data.startProbe.probeRun.expectedAnswers).toBe(ANSWERS);
  return `/dashboard/brands/${brandId}/runs/${started.data.startProbe.probeRun.id}`;
}

/** Milliseconds of processor time of each task of the pages' main threads, the longest first. */
function tasksOf(events: readonly TraceEvent[]): number[] {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(
      ({ name, ph, pid, tid, tdur }) =>
        ph === 'X' &&
        /(^|::)RunTask$/.test(name) &&
        tdur !== undefined &&
        threads.has(`${pid} ${tid}`),
    )
    .map(({ tdur = 0 }) => tdur / 1_000)
    .sort((a, b) => b - a);
}

const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];

/** What the pages' main threads did while that was done. */
async function trace(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return tasksOf(traceEvents);
}

test('a trace tells of a task that takes long', async () => {
  const { page, context } = await visit(browser, app.url);
  await page.goto(`${app.url}/status`);
  const [longest = 0] = await trace(page, () =>
    page.evaluate('for (const end = performance.now() + 400; performance.now() < end; );'),
  );
  // Others may have the processor for a part of it.
  expect(longest).toBeGreaterThan(LONGEST_MS);
  await context.close();
}, 60_000);

test(`a run of ${ANSWERS} answers is followed without a long frame`, async () => {
  const path = await startRun();
  const at = await visit(browser, app.url, { cookie: account.cookie });
  const { page } = at;
  page.setDefaultTimeout(60_000);
  await page.goto(`${app.url}${path}?environment=test`);
  const progress = page.getByText(new RegExp(`of ${ANSWERS} answers`));
  await progress.waitFor();
  const before = Number.parseInt((await progress.textContent()) ?? '', 10);
  const tasks = await trace(page, async () => {
    await progress.filter({ hasText: new RegExp(`^${ANSWERS} of`) }).waitFor();
    await page.getByText('completed', { exact: true }).waitFor();
  });
  console.info(
    `from answer ${before} on: ${tasks.length} tasks, the longest ${tasks
      .slice(0, 5)
      .map((ms) => ms.toFixed(1))
      .join(', ')} ms of processor time`,
  );
  // It was there for most of the run, and the trace saw the page work.
  expect(before).toBeLessThan(ANSWERS / 2);
  expect(tasks.length).toBeGreaterThan(100);
  expect(tasks[0]).toBeGreaterThan(1);
  expect(tasks[0]).toBeLessThanOrEqual(LONGEST_MS);
  expect(at.faults).toEqual([]);
  await at.context.close();
}, 180_000);
