import { expect } from '@jest/globals';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { sql } from '../run/sql.js';
import { startBrowser, type Visit, visit } from './browser.js';
import { dialog, heading, press } from './press.js';

/** Steps that several journeys through the dashboard take. */

const WAIT_MS = 45_000;

export interface Traveller extends Visit {
  /** Goes to a path of the product, as if it was typed. */
  go(path: string): Promise<void>;
}

/** Somebody with a browser profile of their own, signed in if a cookie is given. */
export async function travel(browser: Browser, url: string, cookie = ''): Promise<Traveller> {
  const at = await visit(browser, url, { cookie });
  at.page.setDefaultTimeout(WAIT_MS);
  return { ...at, go: (path) => at.page.goto(url + path).then(() => {}) };
}

export { startBrowser };

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
  await press(page, 'Create the account');
}

/** From the list of brands, by its form. */
export async function addBrand(page: Page, name: string, category: string): Promise<string> {
  await page.getByRole('button', { name: 'Add a brand' }).first().click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Category').fill(category);
  await press(page, 'Add the brand');
  await heading(page, name);
  return new URL(page.url()).pathname.replace(/\/$/, '');
}

/** From the page of a brand; leads to the page of the run. */
export async function startRun(page: Page, brand: string): Promise<void> {
  await page.getByRole('button', { name: 'Start a run' }).first().click();
  await dialog(page).getByText('Takes about').waitFor();
  await press(page, 'Start the run');
  await heading(page, `Run of ${brand}`);
}

/** What stands beside a caption, such as a secret. */
export const copyable = async (page: Page, label: string): Promise<string> =>
  (await page
    .getByRole('figure')
    .filter({ hasText: label })
    .locator('pre')
    .first()
    .textContent()) ?? '';

/** The session ends by age, as it does after a day without use. */
export const expireSessions = (databaseUrl: string, email: string): Promise<object[]> =>
  sql(
    databaseUrl,
    `update auth."session" set "expiresAt" = now() - interval '1 minute'
     where "userId" = (select id from auth."user" where email = $1)`,
    [email],
  );

async function takeHeap(cdp: CDPSession): Promise<string> {
  const chunks: string[] = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return chunks.join('');
}

/**
 * Where the page still holds a text: in what is shown, in what the browser keeps for it, or anywhere
 * in the memory of its scripts, caches and states of components among it.
 */
export async function findInPage(page: Page, text: string): Promise<string[]> {
  const kept = (await page.evaluate(`({
    document: document.documentElement.outerHTML,
    fields: [...document.querySelectorAll('input, textarea')].map((field) => field.value).join(' '),
    address: location.href,
    history: JSON.stringify(history.state),
    localStorage: JSON.stringify(localStorage),
    sessionStorage: JSON.stringify(sessionStorage),
    cookies: document.cookie,
  })`)) as Record<string, string>;
  const cdp = await page.context().newCDPSession(page);
  kept.memory = await takeHeap(cdp);
  await cdp.detach();
  expect(kept.memory).toContain('Answerscope');
  return Object.keys(kept).filter((place) => kept[place]?.includes(text));
}

/** Notes from now on, and after each load of a page, what a run says of its answers. */
export async function noteCounts(page: Page): Promise<{ read(): Promise<number[][]> }> {
  const loads: number[][] = [];
  await page.exposeFunction('noteLoad', () => void loads.push([]));
  await page.exposeFunction('noteCount', (count: number) => void loads.at(-1)?.push(count));
  const script = `
    noteLoad();
    let last = null;
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('main [role=status]')) {
        const found = /^([\\d,]+) of [\\d,]+ answers/.exec(textContent);
        if (found && found[1] !== last) noteCount(Number((last = found[1]).replaceAll(',', '')));
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });`;
  await page.addInitScript({ content: script });
  await page.evaluate(script);
  return { read: async () => loads };
}
