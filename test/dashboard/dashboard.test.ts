import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ensureDemoAccount, makeDemoLink } from '../../src/services/demo/demo-account.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { auditPage } from '../helpers/browser/audit-page.js';
import { startBrowser, type Visit, visit } from '../helpers/browser/browser.js';
import { sql } from '../helpers/run/sql.js';

const WAIT_MS = 30_000;

let app: TestApp;
let account: TestAccount;
let browser: Browser;
let at: Visit;

beforeAll(async () => {
  app = await startApp();
  account = await app.createAccount({ tier: 'free' });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});
afterEach(() => at.context.close());

async function open(path: string, options: Parameters<typeof visit>[2] = {}): Promise<Page> {
  at = await visit(browser, app.url, options);
  at.page.setDefaultTimeout(WAIT_MS);
  await at.page.goto(app.url + path);
  return at.page;
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describe('getting in', () => {
  test('leads to sign-in, says no in general words, and goes on where one was', async () => {
    const page = await open('/dashboard?environment=test');
    await heading(page, 'Sign in');
    expect(await auditPage(page)).toEqual([]);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).waitFor();
    await page.getByLabel('Password').fill(account.password);
    await page.keyboard.press('Enter');
    await heading(page, 'Brands');
    expect(new URL(page.url()).search).toBe('?environment=test');
    // The refused attempt is what the browser tells of.
    expect(at.faults).toEqual([expect.stringContaining('401')]);
  }, 90_000);

  test('is possible with a one-time link, once', async () => {
    await ensureDemoAccount(app.deps);
    const link = await makeDemoLink(app.deps, app.url);
    const page = await open(new URL(link).pathname + new URL(link).search);
    await heading(page, 'Brands');
    expect(at.faults).toEqual([]);
    await at.context.close();
    const token = new URL(link).searchParams.get('token');
    const again = await open(`/dashboard/sign-in?token=${token}`);
    await again.getByRole('alert').filter({ hasText: 'used already' }).waitFor();
    expect(again.url()).not.toContain('token');
  }, 90_000);

  test('a new account begins with nothing, and is told what to do', async () => {
    const page = await open('/dashboard/sign-up');
    await heading(page, 'Create an account');
    expect(await auditPage(page)).toEqual([]);
    await page.getByLabel('Name').fill('New Person');
    await page.getByLabel('E-mail').fill('new.person@example.com');
    await page.getByLabel('Password').fill('a long enough password');
    await page.keyboard.press('Enter');
    await page.getByText('No brand yet').waitFor();
    expect(at.faults).toEqual([]);
  }, 90_000);

  test('a session that has ended leads to sign-in and back', async () => {
    const page = await open('/dashboard', { cookie: account.cookie });
    await heading(page, 'Brands');
    await sql(app.databaseUrl, `delete from auth."session" where "userId" = $1`, [account.userId]);
    await page.getByRole('button', { name: 'Add a brand' }).first().click();
    await page.getByLabel('Name').fill('Acme');
    await page.getByLabel('Category').fill('CRM software');
    await page.keyboard.press('Enter');
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.keyboard.press('Enter');
    await heading(page, 'Brands');
  }, 90_000);
});
