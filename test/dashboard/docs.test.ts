import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { startBrowser, type Visit, visit } from '../helpers/browser.js';

const WAIT_MS = 30_000;

let app: TestApp;
let browser: Browser;
let at: Visit;

beforeAll(async () => {
  app = await startApp();
  browser = await startBrowser();
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});
afterEach(() => at.context.close());

async function open(options: Parameters<typeof visit>[2] = {}): Promise<void> {
  at = await visit(browser, app.url, options);
  at.page.setDefaultTimeout(WAIT_MS);
  const answer = await at.page.goto(`${app.url}/docs`);
  expect(answer?.status()).toBe(200);
  await at.page.getByRole('heading', { name: 'Answerscope', level: 1 }).waitFor();
}

describe('the API reference', () => {
  test.each(['light', 'dark'] as const)('shows the operations, in %s colours', async (scheme) => {
    await open({ colorScheme: scheme });
    await at.page.getByText('Beta: its form may still change.').first().waitFor();
    if (process.env.SHOT) await at.page.screenshot({ path: `${process.env.SHOT}-${scheme}.png` });
    expect(at.faults).toEqual([]);
  }, 90_000);
});
