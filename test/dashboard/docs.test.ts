import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { auditPage } from '../helpers/browser/audit-page.js';
import { startBrowser, type Visit, visit } from '../helpers/browser/browser.js';

const WAIT_MS = 30_000;

let app: TestApp;
let browser: Browser;
let at: Visit;

beforeAll(async () => {
  app = await startApp();
  browser = await startBrowser();
});
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
  test.each(['light', 'dark'] as const)(
    'shows the operations, in %s colours',
    async (scheme) => {
      await open({ colorScheme: scheme });
      const menu = at.page.locator('#root aside, #root nav').first();
      await menu.getByRole('button', { name: 'Open Group - Probes' }).click();
      await menu.getByText('Queues a run of the brand’s prompts').first().click();
      // Its parameters, an example of a call, and what may come back.
      await at.page.getByText('samplesPerPrompt').first().waitFor();
      await at.page.getByText('estimatedCompletionMs').first().waitFor();
      await menu.getByRole('button', { name: 'Open Group - Webhooks' }).click();
      await menu.getByText('sentinel.triggered').click();
      await at.page.getByText('X-Service-Signature').first().waitFor();
      const background = await at.page.evaluate('getComputedStyle(document.body).backgroundColor');
      const [red = 0] = String(background).match(/\d+/g)?.map(Number) ?? [];
      expect(red > 128 ? 'light' : 'dark').toBe(scheme);
      expect(at.faults).toEqual([]);
    },
    90_000,
  );

  test('stands in the frame of the dashboard, for whoever is signed in and for others', async () => {
    await open();
    const frame = at.page.locator('#frame');
    await frame.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await frame.getByRole('link', { name: 'Keys' }).count()).toBe(0);
    expect(await frame.locator('[aria-current=page]').allTextContents()).toEqual(['API reference']);
    await frame.getByRole('link', { name: 'Sign in' }).click();
    await at.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const account = await app.createAccount();
    await at.page.getByLabel('E-mail').fill(account.email);
    await at.page.getByLabel('Password').fill(account.password);
    await at.page.keyboard.press('Enter');
    // Back where one was.
    await at.page.waitForURL(/\/docs/);
    await frame.getByRole('link', { name: 'Keys' }).click();
    await at.page.getByRole('heading', { name: 'API keys' }).waitFor();
  }, 90_000);

  test('changes its colours with the frame’s, and keeps them', async () => {
    await open();
    await at.page.locator('body.light-mode').waitFor();
    await at.page.getByRole('button', { name: /^Theme: system/ }).click();
    await at.page.getByRole('button', { name: /^Theme: light/ }).click();
    await at.page.locator('body.dark-mode').waitFor();
    await at.page.reload();
    await at.page.locator('body.dark-mode').waitFor();
    await at.page.getByRole('button', { name: /^Theme: dark/ }).waitFor();
    expect(at.faults).toEqual([]);
  }, 90_000);

  test('leads out: the session ends, and the dashboard asks to sign in', async () => {
    const account = await app.createAccount();
    await open({ cookie: account.cookie });
    const out = at.page.locator('#frame').getByRole('button', { name: 'Sign out' });
    await at.page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 503 }));
    await out.click();
    await at.page.getByRole('alert').getByText('You are still signed in.').waitFor();
    await at.page.unroute('**/api/auth/sign-out');
    await out.click();
    await at.page.getByText('You are signed out.').waitFor();
    const answer = await fetch(`${app.url}/api/me`, { headers: { cookie: account.cookie } });
    expect(answer.status).toBe(401);
    await at.page.goto(`${app.url}/docs`);
    await at.page.locator('#frame').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await out.count()).toBe(0);
  }, 90_000);

  test.each([390, 1_280, 1_440, 1_920])(
    'says whole words over the credentials in %d pixels',
    async (width) => {
      await open();
      await at.page.setViewportSize({ width, height: 900 });
      const box = at.page.locator('.scalar-reference-intro-auth section');
      const head = box.getByRole('button', { name: 'Authentication' });
      const kind = box.getByRole('button', { name: /Auth Type/ });
      await kind.waitFor();
      expect(await head.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
      const [left, right] = [await head.boundingBox(), await kind.boundingBox()];
      if (left === null || right === null) throw new Error('one of them is not shown');
      const isBeside = right.x >= left.x + left.width;
      const isBelow = right.y >= left.y + left.height;
      expect(isBeside || isBelow).toBe(true);
    },
    90_000,
  );

  test('is whole in both themes at every width', async () => {
    await open();
    expect(await auditPage(at.page)).toEqual([]);
  }, 120_000);

  test('tries an operation out on this server', async () => {
    await open();
    await at.page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click();
    await at.page.getByRole('button', { name: /^Send/ }).first().click();
    await at.page.getByText('"service": "answerscope"').first().waitFor();
    expect(at.faults).toEqual([]);
  }, 90_000);
});
