import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { ensureDemoBrand } from '../../src/services/demo/demo.js';
import { ensureDemoAccount, makeDemoLink } from '../../src/services/demo/demo-account.js';
import { startApp, type TestApp } from '../helpers/app.js';
import {
  addBrand,
  copyable,
  expireSessions,
  findInPage,
  noteCounts,
  pathOf,
  startBrowser,
  startRun,
  type Traveller,
  travel,
} from '../helpers/browser/journey.js';
import { dialog, heading, press } from '../helpers/browser/press.js';
import { call } from '../helpers/client/http.js';
import { sql } from '../helpers/run/sql.js';

/** One person's way, step after step, in one window: from the terminal's link to a first call of the API. */

const LIMIT_MS = 120_000;
const ANSWERS = 72;

let app: TestApp;
let browser: Browser;
let at: Traveller;
let brandPath: string;
let runPath: string;

beforeAll(async () => {
  // 12 prompts in turn on each platform: long enough to look on, and to load the page again.
  app = await startApp({ SANDBOX_LATENCY_MS: '700', PLATFORM_CONCURRENCY: '1' });
  await ensureDemoBrand(app.deps, await ensureDemoAccount(app.deps));
  browser = await startBrowser();
  at = await travel(browser, app.url);
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});

test("the demo's one-time link signs in, and a brand is created", async () => {
  const { page } = at;
  await page.goto(await makeDemoLink(app.deps, app.url));
  await page.getByRole('link', { name: 'Fernwood Demo' }).waitFor();
  await page.getByText('Sandbox data, apart from live').waitFor();
  expect(page.url()).not.toContain('token');
  brandPath = await addBrand(page, 'Northwind', 'Bicycle lights');
  await page.getByText('Nothing was asked yet').waitFor();
  expect(at.faults).toEqual([]);
});

test('a run fills live, goes on after the page is loaded again, and loses and doubles nothing', async () => {
  const { page } = at;
  const counts = await noteCounts(page);
  await startRun(page, 'Northwind');
  runPath = pathOf(page);
  await page.getByText('Live', { exact: true }).last().waitFor();
  const answers = (text: RegExp) =>
    page.locator('main [role=status]').filter({ hasText: text }).waitFor();
  await answers(/^([6-9]|[1-4]\d) of 72 answers/);
  await page.reload();
  await answers(/^([6-9]|[1-6]\d) of 72 answers/);
  await page.getByText('Live', { exact: true }).last().waitFor();
  await answers(/^72 of 72 answers/);
  await page.getByText('completed').waitFor();
  await page.getByText(`n = ${ANSWERS}`).waitFor();

  const loads = await counts.read();
  expect(loads).toHaveLength(2);
  for (const seen of loads) {
    // Step by step, never back, never more than there are.
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
    expect(Math.max(...seen)).toBeLessThanOrEqual(ANSWERS);
  }
  // What was there before the page was loaded again is there at once.
  expect(Math.min(...(loads[1] ?? []).filter(Boolean))).toBeGreaterThanOrEqual(6);
  const cells = await page.locator('td button').allInnerTexts();
  expect(cells).toHaveLength(ANSWERS);
  const named = cells.filter((cell) => cell.startsWith('1/1')).length;
  expect(cells.filter((cell) => cell.startsWith('0/1'))).toHaveLength(ANSWERS - named);
  const runId = new URL(page.url()).pathname.split('/').at(-1);
  const [stored] = await sql<{ mentions: number; all: number }>(
    app.databaseUrl,
    `select count(*)::int as all, count(*) filter (where mentioned)::int as mentions
     from answer where run_id = $1`,
    [runId],
  );
  expect(stored).toEqual({ all: ANSWERS, mentions: named });
  expect(at.faults).toEqual([]);
});

test('a number opens the answers it rests on', async () => {
  const { page } = at;
  await page.getByRole('link', { name: 'Visibility', exact: true }).click();
  await heading(page, 'Visibility');
  const cell = page.locator('td button').filter({ hasText: '1/1' }).first();
  await cell.click();
  await dialog(page).getByText('1 of 1 answer, the newest run first').waitFor();
  expect(await dialog(page).locator('mark[title="The brand"]').first().textContent()).toBe(
    'Northwind',
  );
  await dialog(page).getByText('Cited, in order').waitFor();
  await dialog(page).getByText('Sandbox data').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(at.faults).toEqual([]);
});

test('a key is made, seen once and nowhere after, and calls the API', async () => {
  const { page } = at;
  await page.getByRole('link', { name: 'Keys' }).click();
  await press(page, 'Create a key');
  await dialog(page).getByLabel('Name').fill('First program');
  await dialog(page).getByText('change brands, start runs').click();
  await press(page, 'Create the key');
  const secret = await copyable(page, 'First program');
  expect(secret).toMatch(/^sk_test_\w{34}$/);
  // The search itself finds what is there.
  expect(await findInPage(page, secret)).toEqual(['document', 'memory']);
  await press(page, 'I have copied it');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'First program' }).getByText('active').waitFor();

  await page.getByRole('row').getByRole('button', { name: 'Rotate First program' }).click();
  await press(page, 'Rotate the key');
  const rotated = await copyable(page, 'First program');
  await press(page, 'I have copied it');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await findInPage(page, rotated)).toEqual([]);

  await page.getByRole('link', { name: 'Brands', exact: true }).click();
  await heading(page, 'Brands');
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByText(rotated.slice(0, 12)).waitFor();
  expect(await findInPage(page, secret)).toEqual([]);

  const brandId = brandPath.split('/').at(-1);
  const read = await call(app.url, 'GET', `/api/v1/brands/${brandId}`, { key: rotated });
  expect(read.json()).toMatchObject({ brand: { id: brandId, name: 'Northwind' } });
  // The one before it works on for its day.
  const body = { brandId };
  const probe = await call(app.url, 'POST', '/api/v1/probes', { key: secret, body });
  expect(probe.status).toBe(202);
  expect(at.faults).toEqual([]);
});

test('whoever comes back after the session has expired is told, and how to get in again', async () => {
  const { page } = at;
  await at.go(runPath);
  await page.getByText('72 of 72 answers').waitFor();
  await expireSessions(app.databaseUrl, 'demo@answerscope.example');
  await page.waitForTimeout(6_000);
  await page.reload();
  await page.getByText('Your session has ended').waitFor();
  await page.getByText('The demo has no password.').waitFor();
  await page.goto(await makeDemoLink(app.deps, app.url));
  await page.getByRole('link', { name: 'Northwind' }).waitFor();
  await at.go(runPath);
  await page.getByText('72 of 72 answers').waitFor();
  expect(at.faults).toEqual([]);
});
