import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { status } from '../helpers/browser/steps.js';
import { traceTasks } from '../helpers/browser/trace.js';
import { makeBrand, start } from '../helpers/records/probe.js';

/** A page that follows a long run must not stutter. */

const SAMPLES = 7;
const ANSWERS = 12 * 6 * SAMPLES;
const LONGEST_MS = 100;

let app: TestApp;
const visit = useBrowser();
beforeAll(async () => {
  app = await startApp({ SANDBOX_LATENCY_MS: '500', PLATFORM_CONCURRENCY: '4' });
});
afterAll(() => app?.dispose());

test('a trace tells of a task that takes long', async () => {
  const { page } = await visit(app.url, { path: '/status' });
  const [longest] = await traceTasks(page, () =>
    page.evaluate('for (const end = performance.now() + 1_000; performance.now() < end; );'),
  );
  // Others may have the processor for a part of it.
  expect(longest).toBeGreaterThan(LONGEST_MS);
});

test(`a run of ${ANSWERS} answers is followed without a long task`, async () => {
  const { accountId, cookie } = await app.createAccount();
  const tenant = { accountId, environment: 'test' as const };
  const brand = await makeBrand(app, tenant);
  const run = await start(app, tenant, brand, { samplesPerPrompt: SAMPLES });
  const path = `/dashboard/brands/${brand.id}/runs/${run.id}?environment=test`;
  const { page } = await visit(app.url, { cookie, path });
  await status(page, new RegExp(`of ${ANSWERS} answers`)).waitFor();
  const tasks = await traceTasks(page, async () => {
    await status(page, new RegExp(`^${ANSWERS} of`)).waitFor();
    await page.getByText('completed', { exact: true }).waitFor();
  });
  // The trace saw the page work.
  expect(tasks.length).toBeGreaterThan(100);
  expect(tasks[0]).toBeGreaterThan(1);
  expect(tasks[0]).toBeLessThanOrEqual(LONGEST_MS);
});
