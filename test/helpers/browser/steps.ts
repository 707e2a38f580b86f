import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { sql } from '../run/sql.js';

/** Steps shared by tests of the dashboard. */

export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Waits until the dialog is gone. */
export const closed = (page: Page): Promise<void> => dialog(page).waitFor({ state: 'detached' });

export const gone = (locator: Locator): Promise<void> => locator.waitFor({ state: 'detached' });

/** A status line of a page, such as the progress of a run. */
export const status = (page: Page, words: RegExp): Locator =>
  page.locator('main [role=status]').filter({ hasText: words });

export const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
}

export async function fillSignUp(page: Page, name: string, email: string, password: string) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Create account');
}

/** Creates a brand with the form on the list of brands, in an arbitrary category. */
export async function fillBrand(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a brand' }).first().click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Category').fill('Bicycle lights');
  await press(page, 'Add brand');
}

/** Starts a run from the page of a brand or of its runs; ends on the page of the run. */
export async function startRun(page: Page, brand: string): Promise<void> {
  await page.getByRole('button', { name: 'Start a run' }).first().click();
  await dialog(page).getByText('Takes about').waitFor();
  await press(page, 'Start the run');
  await heading(page, `Run of ${brand}`);
}

/** The text beside a label, such as a secret. */
export const copyable = async (page: Page, label: string): Promise<string> =>
  (await page
    .getByRole('figure')
    .filter({ hasText: label })
    .locator('pre')
    .first()
    .textContent()) ?? '';

/** Expires the sessions of a user, as a day without use does. */
export const expireSessions = (databaseUrl: string, email: string): Promise<object[]> =>
  sql(
    databaseUrl,
    `update auth."session" set "expiresAt" = now() - interval '1 minute'
     where "userId" = (select id from auth."user" where email = $1)`,
    [email],
  );

/**
 * Places where the page still holds any of the texts: the document, the browser's storage, or the memory
 * of its scripts, including caches and component state.
 */
export async function findInPage(page: Page, ...texts: string[]): Promise<string[]> {
  const kept = (await page.evaluate(`({
    document: document.documentElement.outerHTML,
    fields: [...document.querySelectorAll('input, textarea')].map((field) => field.value).join(' '),
    address: location.href,
    history: JSON.stringify(history.state),
    localStorage: JSON.stringify(localStorage),
    sessionStorage: JSON.stringify(sessionStorage),
    cookies: document.cookie,
  })`)) as Record<string, string>;
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devtools.detach();
  kept.memory = chunks.join('');
  expect(kept.memory).toContain('Answerscope');
  return Object.keys(kept).filter((place) => texts.some((text) => kept[place]?.includes(text)));
}
