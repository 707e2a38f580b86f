import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { expectAccessible } from '../helpers/browser/audit.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { fillSignIn, heading } from '../helpers/browser/steps.js';

/** The API reference, which is large to load: what can be seen on one page is seen there. */

let app: TestApp;
const visit = useBrowser();
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.dispose());

const isReady = (page: Page) => heading(page, 'Answerscope');

async function readBackground(page: Page): Promise<'light' | 'dark'> {
  const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const [red = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
  return red > 128 ? 'light' : 'dark';
}

/** Whole words stand over the credentials. */
async function expectWholeWords(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const box = page.locator('.scalar-reference-intro-auth section');
  const head = box.getByRole('button', { name: 'Authentication' });
  const kind = box.getByRole('button', { name: /Auth Type/ });
  await kind.waitFor();
  expect(await head.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  const [left, right] = [await head.boundingBox(), await kind.boundingBox()];
  if (left === null || right === null) throw new Error('one of them is not shown');
  const isBeside = right.x >= left.x + left.width;
  const isBelow = right.y >= left.y + left.height;
  expect({ width, isApart: isBeside || isBelow }).toEqual({ width, isApart: true });
}

test('shows and tries the operations, whole at every width and in both themes, which follow the frame', async () => {
  const { page } = await visit(app.url, { path: '/docs' });
  await isReady(page);
  expect(await readBackground(page)).toBe('light');
  for (const width of [390, 1_280, 1_920, 1_440]) await expectWholeWords(page, width);
  await expectAccessible(page);

  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await page.getByText('"service": "answerscope"').first().waitFor();
  await page.reload();
  await isReady(page);

  const menu = page.locator('#root aside, #root nav').first();
  await menu.getByRole('button', { name: 'Open Group - Probes' }).click();
  await menu.getByText('Queues a run of the brand’s prompts').first().click();
  // Its parameters, an example of a call, and what may come back.
  await page.getByText('samplesPerPrompt').first().waitFor();
  await page.getByText('estimatedCompletionMs').first().waitFor();
  await menu.getByRole('button', { name: 'Open Group - Webhooks' }).click();
  await menu.getByText('sentinel.triggered').click();
  await page.getByText('X-Service-Signature').first().waitFor();
});

test('follows the theme of the system and then of the frame, and keeps it', async () => {
  const { page } = await visit(app.url, { path: '/docs', colorScheme: 'dark' });
  await isReady(page);
  await page.locator('body.dark-mode').waitFor();
  expect(await readBackground(page)).toBe('dark');
  await page.getByRole('button', { name: /^Theme: system/ }).click();
  await page.locator('body.light-mode').waitFor();
  await page.reload();
  await page.locator('body.light-mode').waitFor();
  await page.getByRole('button', { name: /^Theme: light/ }).click();
  await page.locator('body.dark-mode').waitFor();
});

test('stands in the frame of the dashboard, which leads in and out', async () => {
  const account = await app.createAccount();
  const { page } = await visit(app.url, { path: '/docs', expected: /(401|503) \(/ });
  await isReady(page);
  const frame = page.locator('#frame');
  const signIn = frame.getByRole('link', { name: 'Sign in' });
  await signIn.waitFor();
  expect(await frame.getByRole('link', { name: 'Keys' }).count()).toBe(0);
  expect(await frame.locator('[aria-current=page]').allTextContents()).toEqual(['API reference']);
  await signIn.click();
  await heading(page, 'Sign in');
  await fillSignIn(page, account.email, account.password);
  // Back where one was.
  await page.waitForURL(/\/docs/);
  await frame.getByRole('link', { name: 'Keys' }).waitFor();

  const out = frame.getByRole('button', { name: 'Sign out' });
  await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 503 }));
  await out.click();
  await page.getByRole('alert').getByText('You are still signed in.').waitFor();
  await page.unroute('**/api/auth/sign-out');
  const [cookie] = await page.context().cookies();
  await out.click();
  await page.getByText('You have signed out.').waitFor();
  const answer = await fetch(`${app.url}/api/me`, {
    headers: { cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(answer.status).toBe(401);
});
