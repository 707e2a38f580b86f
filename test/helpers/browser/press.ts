import { expect } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { auditPage } from './audit-page.js';
import { type Visit, visit } from './browser.js';

/** What tests of pages do over and over. */

const WAIT_MS = 45_000;

/** A page of the product, with patience. */
export async function openPage(
  browser: Browser,
  url: string,
  path: string,
  cookie: string | null,
): Promise<Visit> {
  const at = await visit(browser, url, cookie === null ? {} : { cookie });
  at.page.setDefaultTimeout(WAIT_MS);
  await at.page.goto(url + path);
  return at;
}

export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Nothing went wrong, and nothing is wrong with the page in either theme. */
export async function expectSound({ page, faults }: Visit): Promise<void> {
  expect(await auditPage(page)).toEqual([]);
  expect(faults).toEqual([]);
}
