import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { toResetLink } from '../../src/domain/accounts/links.js';
import { resetPassword } from '../../src/services/accounts/user.js';
import { ensureDemoBrand } from '../../src/services/demo/demo.js';
import { ensureDemoAccount, makeDemoLink } from '../../src/services/demo/demo-account.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { startBrowser, visit } from '../helpers/browser/browser.js';
import { postAuth } from '../helpers/client/sign-in.js';

/** Links that a terminal prints, opened as people open them. */

const WAIT_MS = 30_000;
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startApp();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});

test("the demo's link signs in, and what is shown first is its data", async () => {
  await ensureDemoBrand(app.deps, await ensureDemoAccount(app.deps));
  const { page, context, faults } = await visit(browser, app.url);
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(await makeDemoLink(app.deps, app.url));
  const brand = page.getByRole('link', { name: 'Fernwood Demo' });
  await brand.waitFor();
  await page.reload();
  await brand.waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('the link of a reset is a page that sets a password', async () => {
  const { userId, email } = await app.createAccount();
  const { token } = await resetPassword(app.deps, userId, null);
  const { page, context, faults } = await visit(browser, app.url);
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(toResetLink(app.url, token ?? ''));
  await page.getByLabel('New password').fill('typed by a person');
  await page.getByRole('button', { name: 'Set it' }).click();
  await page.getByText('It is set').waitFor();
  const { status } = await postAuth(app, '/sign-in/email', {
    email,
    password: 'typed by a person',
  });
  expect(status).toBe(200);
  expect(faults).toEqual([]);
  await context.close();
});
