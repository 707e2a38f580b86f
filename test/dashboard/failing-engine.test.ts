import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import {
  addBrand,
  startBrowser,
  startRun,
  type Traveller,
  travel,
} from '../helpers/browser/journey.js';
import { dialog, heading, press } from '../helpers/browser/press.js';
import {
  type Behaviour,
  behave,
  behind,
  createOpenAiServer,
} from '../helpers/outside/openai-server.js';

/** Runs of which engines fail, by vendors that fail. */

const LIMIT_MS = 120_000;
const PLATFORMS = ['chatgpt', 'gemini', 'perplexity'];
const PROMPTS = 12;
/** An answer that would act, were it more than words. */
const HOSTILE = [
  'Northwind is good. <script>window.struck = 1</script>',
  '<img src=x onerror="window.struck = 2">',
  '[Northwind lights](javascript:window.struck=3) and **Globex**',
  '<a href="javascript:window.struck=4">Northwind</a>',
].join('\n');

let vendor: Awaited<ReturnType<typeof createOpenAiServer>>;
let app: TestApp;
let account: TestAccount;
let browser: Browser;
let at: Traveller;
const behaviours: Record<string, Behaviour> = {};

beforeAll(async () => {
  vendor = await createOpenAiServer((response, request) =>
    behaviours[(request.body as { model: string }).model]?.(response, request),
  );
  app = await startApp({ ...behind(vendor, PLATFORMS), PLATFORM_CONCURRENCY: '2' });
  account = await app.createAccount({ tier: 'growth' });
  browser = await startBrowser();
  at = await travel(browser, app.url, account.cookie);
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
  await vendor?.dispose();
});

const set = (by: Record<string, Behaviour>) => {
  for (const platform of PLATFORMS)
    behaviours[`${platform}-model`] = by[platform] ?? behave.answer(HOSTILE);
};

const count = (words: RegExp) => at.page.locator('main [role=status]').filter({ hasText: words });

test('a run of which two engines fail is partial, and says which, how often and why', async () => {
  set({ gemini: behave.unauthorized(), perplexity: behave.refusal() });
  const { page } = at;
  await at.go('/dashboard');
  await addBrand(page, 'Northwind', 'Bicycle lights');
  await startRun(page, 'Northwind');
  await count(/^12 of 36 answers, 24 failed/).waitFor();
  await page.getByText('completed').waitFor();
  await page.getByText('partial: a platform failed').waitFor();
  // What failed is no miss: it is not counted.
  await page.getByText(`n = ${PROMPTS}`).waitFor();
  const failures = page.getByRole('region', { name: 'Failures' }).getByRole('listitem');
  expect((await failures.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
    expect.arrayContaining(['Gemini UNAUTHORIZED 12', 'Perplexity REFUSED 12']),
  );
  expect(await page.getByText('Sandbox data').count()).toBe(0);
  await page.locator('td button').filter({ hasText: 'Gemini' }).first().click();
  await dialog(page).getByText('failed: UNAUTHORIZED').waitFor();
  // The vendor's own words, a key among them, stay on the server.
  expect(await dialog(page).innerText()).not.toContain('key-of-gemini');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(at.faults).toEqual([]);
});

test('the words of an engine do nothing', async () => {
  const { page } = at;
  await page.locator('td button').filter({ hasText: 'ChatGPT' }).first().click();
  const article = dialog(page).getByRole('article').first();
  await article.getByText('<script>window.struck = 1</script>').waitFor();
  await article.getByText('[Northwind lights](javascript:window.struck=3)').waitFor();
  expect(await article.locator('img, script, iframe, object').count()).toBe(0);
  const links = await article.locator('a').evaluateAll((all) => all.map((a) => a.outerHTML));
  expect(links.filter((html) => !/href="https?:/.test(html))).toEqual([]);
  expect(await article.locator('mark[title="The brand"]').count()).toBe(3);
  expect(await page.evaluate('window.struck')).toBeUndefined();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(at.faults).toEqual([]);
});

test('what failed is asked again, and only that; what fails still is said again', async () => {
  const { page } = at;
  set({ gemini: behave.late(300), perplexity: behave.refusal() });
  const asked = () => vendor.requests.filter(({ body }) => body.model === 'chatgpt-model').length;
  const before = asked();
  await press(page, 'Retry 24 failed');
  await page.getByText('The failed answers are asked again.').waitFor();
  // While it goes on, the measure of before is not shown as one of now.
  await page.getByText('partial: a platform failed').waitFor({ state: 'detached' });
  await count(/^24 of 36 answers, 12 failed/).waitFor();
  await page.getByText('completed').waitFor();
  await page.getByText('n = 24').waitFor();
  await page.getByText('partial: a platform failed').waitFor();
  set({});
  await press(page, 'Retry 12 failed');
  await count(/^36 of 36 answers$/).waitFor();
  await page.getByText('n = 36').waitFor();
  await page.getByText('partial: a platform failed').waitFor({ state: 'detached' });
  expect(await page.getByRole('region', { name: 'Failures' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
  expect(await page.locator('td button').count()).toBe(36);
  expect(asked()).toBe(before);
  expect(at.faults).toEqual([]);
});

test('a run is cancelled: what came stays, what did not is not a failure of an engine', async () => {
  const { page } = at;
  set(Object.fromEntries(PLATFORMS.map((platform) => [platform, behave.late(1_500, HOSTILE)])));
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await heading(page, 'Runs');
  await startRun(page, 'Northwind');
  await count(/^[1-9]\d* of 36 answers/).waitFor();
  await press(page, 'Cancel the run');
  await page.getByText('The run is cancelled. What was answered stays.').waitFor();
  await page.getByText('cancelled', { exact: true }).waitFor();
  const words = await count(/of 36 answers/).innerText();
  const came = Number(/^(\d+)/.exec(words)?.[1]);
  expect(came).toBeGreaterThan(0);
  expect(came).toBeLessThan(36);
  await page.reload();
  await page.getByText('cancelled', { exact: true }).waitFor();
  await count(new RegExp(`^${came} of 36 answers$`)).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel the run' }).count()).toBe(0);
  expect(at.faults).toEqual([]);
});

test('a run that no engine answers has failed, and can be asked again', async () => {
  const { page } = at;
  set(Object.fromEntries(PLATFORMS.map((platform) => [platform, behave.unauthorized()])));
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await heading(page, 'Runs');
  await startRun(page, 'Northwind');
  await page.getByText('failed', { exact: true }).waitFor();
  await count(/^0 of 36 answers, 36 failed/).waitFor();
  expect(await page.getByText(/n = 0/).count()).toBe(0);
  set({});
  await press(page, 'Retry 36 failed');
  await count(/^36 of 36 answers$/).waitFor();
  await page.getByText('completed').waitFor();
  expect(at.faults).toEqual([]);
});
