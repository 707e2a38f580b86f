import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { auditPage } from '../helpers/browser/audit-page.js';
import { startBrowser, type Visit, visit } from '../helpers/browser/browser.js';
import { post } from '../helpers/client/client.js';
import { sql } from '../helpers/run/sql.js';

const WAIT_MS = 30_000;
const MOST_SCRIPT_BYTES = 250 * 1_024;

let app: TestApp;
let account: TestAccount;
let browser: Browser;
let at: Visit;
/** The address of the brand's pages, once it is made. */
let brandPath = '';

beforeAll(async () => {
  // Slow enough that a run is still going when its page is loaded again: 12 prompts in turn.
  app = await startApp({ SANDBOX_LATENCY_MS: '500', PLATFORM_CONCURRENCY: '1' });
  account = await app.createAccount({ tier: 'free' });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});
afterEach(() => at.context.close());

async function open(path: string): Promise<Page> {
  at = await visit(browser, app.url, { cookie: account.cookie });
  at.page.setDefaultTimeout(WAIT_MS);
  await at.page.goto(`${app.url}${path}${path.includes('?') ? '&' : '?'}environment=test`);
  return at.page;
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const pathOf = (page: Page): string => new URL(page.url()).pathname;

const startRun = (samples: number) =>
  post(
    app.url,
    { authorization: `Bearer ${account.key}` },
    'mutation($input: StartProbeInput!) { startProbe(input: $input) { probeRun { id } } }',
    { input: { brandId: brandPath.split('/').at(-1), samplesPerPrompt: samples } },
  ).then(({ data }) => `${brandPath}/runs/${data.startProbe.probeRun.id}`);

test('a brand is added, and a second one meets the limit of the tier', async () => {
  const page = await open('/dashboard');
  await page.getByRole('button', { name: 'Add a brand' }).first().click();
  await page.getByLabel('Name').fill('Acme');
  await page.getByLabel('Category').fill('CRM software');
  expect(await auditPage(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await heading(page, 'Acme');
  await page.getByText('Nothing was asked yet').waitFor();
  brandPath = pathOf(page).replace(/\/$/, '');
  expect(await auditPage(page)).toEqual([]);
  await page.getByRole('link', { name: 'Brands' }).click();
  await page.getByRole('button', { name: 'Add a brand' }).click();
  await page.getByLabel('Name').fill('Globex');
  await page.getByLabel('Category').fill('CRM software');
  await page.keyboard.press('Enter');
  await page.getByText('The free tier holds 1 brand.').waitFor();
  await page.getByRole('alert').getByText('Request').waitFor();
  expect(at.faults).toEqual([]);
}, 120_000);

test('a run is started, watched, loaded again in the middle, and goes on to its end', async () => {
  const page = await open(brandPath);
  await page.getByRole('button', { name: 'Start a run' }).first().click();
  await page.getByText('Takes about').waitFor();
  expect(await auditPage(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start the run' }).click();
  await heading(page, 'Run of Acme');
  const answers = page.getByText(/^\d+ of 72 answers/);
  await page.getByText('Live', { exact: true }).last().waitFor();
  await answers.filter({ hasText: /^([1-9]|[1-5]\d) of/ }).waitFor();
  await page.reload();
  await answers.filter({ hasText: /^([1-9]|[1-6]\d) of/ }).waitFor();
  await answers.filter({ hasText: '72 of 72' }).waitFor();
  await page.getByText('completed').waitFor();
  await page.getByText(/n = 72/).waitFor();
  expect(await page.locator('td button').count()).toBe(72);
  expect(at.faults).toEqual([]);
  expect(await auditPage(page)).toEqual([]);
}, 120_000);

test('without sockets a run is asked for again and again, and the page says so', async () => {
  const path = await startRun(1);
  at = await visit(browser, app.url, { cookie: account.cookie });
  at.page.setDefaultTimeout(WAIT_MS);
  await at.page.routeWebSocket(/graphql/, (socket) => socket.close({ code: 1013 }));
  await at.page.goto(`${app.url}${path}?environment=test`);
  await at.page.getByText('Reconnecting').waitFor();
  await at.page.getByText(/^72 of 72 answers/).waitFor();
  await at.page.getByText('completed').waitFor();
  expect(at.faults).toEqual([]);
}, 120_000);

test('a run is cancelled, and keeps what it has', async () => {
  const page = await open(await startRun(4));
  await page.getByText(/^[1-9]\d* of 288 answers/).waitFor();
  await page.getByRole('button', { name: 'Cancel the run' }).click();
  await page.getByText('cancelled', { exact: true }).waitFor();
  expect(at.faults).toEqual([]);
}, 120_000);

test('a number opens its answers, whose words do nothing', async () => {
  const hostile =
    '<img src="/nothing" onerror="document.title = 1"> Acme <script>alert(1)</script>';
  await sql(app.databaseUrl, 'update answer_text set text = $1', [hostile]);
  const page = await open(`${brandPath}/visibility`);
  await heading(page, 'Visibility');
  await page.locator('td button').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('<img src="/nothing"').first().waitFor();
  expect(await drawer.locator('article img, article script').count()).toBe(0);
  expect(await drawer.locator('mark[title="The brand"]').first().textContent()).toBe('Acme');
  expect(await auditPage(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  // Focus comes back to the number.
  await page.locator('td button:focus').waitFor();
  expect(at.faults).toEqual([]);
}, 120_000);

test('prompts are filtered by the address, added and switched off', async () => {
  const page = await open(`${brandPath}/prompts?stage=DESIRE`);
  await page.getByText('3 of 12 prompts').waitFor();
  await page.getByRole('button', { name: 'Add prompts' }).click();
  await page
    .getByLabel('Prompts, one a line')
    .fill('Which CRM is the best?\nWho makes a good CRM?');
  expect(await auditPage(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add 2 prompts' }).click();
  await page.getByText('2 prompts are added.').waitFor();
  await page.getByLabel('Stage', { exact: true }).selectOption('');
  await page.getByText('14 of 14 prompts').waitFor();
  expect(new URL(page.url()).searchParams.has('stage')).toBe(false);
  await page.getByLabel('Ask “Who makes a good CRM?” in runs').uncheck();
  await page.reload();
  expect(await page.getByLabel('Ask “Who makes a good CRM?” in runs').isChecked()).toBe(false);
  expect(at.faults).toEqual([]);
}, 120_000);

test.each([
  ['overview', '', 'Acme'],
  ['visibility', '/visibility', 'Visibility'],
  ['prompts', '/prompts', 'Prompts'],
  ['runs', '/runs', 'Runs'],
])(
  '%s is light enough, and whole in both themes at every width',
  async (name, path, title) => {
    at = await visit(browser, app.url, { cookie: account.cookie });
    at.page.setDefaultTimeout(WAIT_MS);
    let bytes = 0;
    at.page.on('response', (answer) => {
      if (answer.url().endsWith('.js')) bytes += Number(answer.headers()['content-length']);
    });
    await at.page.goto(`${app.url}${brandPath}${path}?environment=test`);
    await heading(at.page, title);
    await at.page.waitForLoadState('networkidle');
    expect(await auditPage(at.page)).toEqual([]);
    console.info(`${name}: ${Math.round(bytes / 1_024)} KB of compressed JavaScript`);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
    expect(at.faults).toEqual([]);
  },
  120_000,
);

test('one prompt shows its answers, and what two of them do not share', async () => {
  const page = await open(`${brandPath}/prompts`);
  await page.locator('tbody a').first().click();
  await page.getByRole('heading', { name: /^Answers/ }).waitFor();
  const boxes = page.getByLabel(/^Choose to compare/);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Compare two' }).click();
  await page.getByRole('dialog').getByText('only in the first').waitFor();
  expect(await auditPage(page)).toEqual([]);
  expect(at.faults).toEqual([]);
}, 120_000);

test('a brand that is nobody’s says so', async () => {
  const page = await open('/dashboard/brands/nobodys');
  await page.getByText('There is nothing here').waitFor();
  await page.getByText('Request').waitFor();
  expect(await auditPage(page)).toEqual([]);
  expect(at.faults).toEqual([]);
});
