import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { closed, dialog, gone, pathOf, press, startRun, status } from '../helpers/browser/steps.js';
import { traceTasks } from '../helpers/browser/trace.js';
import { behave, behind } from '../helpers/outside/openai-server.js';
import { makeBrand } from '../helpers/records/probe.js';
import { sql } from '../helpers/run/sql.js';
import { createGatedVendor, type GatedVendor, HOSTILE } from './gated-vendor.js';

/** Runs as their page follows them, by engines that answer, wait and fail as they are told. */

const PLATFORMS = ['chatgpt', 'gemini', 'perplexity'];
const PROMPTS = 12;

let vendor: GatedVendor;
let app: TestApp;
let page: Page;
const visit = useBrowser();

beforeAll(async () => {
  vendor = await createGatedVendor(HOSTILE);
  app = await startApp({ ...behind(vendor, PLATFORMS), PLATFORM_CONCURRENCY: '2' });
});
afterAll(async () => {
  await app?.dispose();
  await vendor?.dispose();
});
/** Each begins with a run of a brand of its own. */
beforeEach(async () => {
  vendor.set();
  vendor.release();
  const { accountId, cookie } = await app.createAccount();
  const tenant = { accountId, environment: 'live' as const };
  const { id } = await makeBrand(app, tenant, { name: 'Northwind', category: 'Bicycle lights' });
  ({ page } = await visit(app.url, { cookie, path: `/dashboard/brands/${id}/runs` }));
});

const everywhere = (behaviour: ReturnType<typeof behave.answer>) =>
  vendor.set(Object.fromEntries(PLATFORMS.map((platform) => [platform, behaviour])));

/** Notes from now on, and after each load of the page, what the run says of its answers. */
async function noteCounts(): Promise<number[][]> {
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
  return loads;
}

test('a run fills live, goes on after the page is loaded again, and loses and doubles nothing', async () => {
  vendor.hold();
  const loads = await noteCounts();
  await startRun(page, 'Northwind');
  await page.getByText('Live', { exact: true }).last().waitFor();
  for (const count of [3, 5]) {
    vendor.hold(count);
    await status(page, count === 3 ? /^3 of 36 answers/ : /^8 of 36 answers/).waitFor();
  }
  await page.reload();
  await status(page, /^8 of 36 answers/).waitFor();
  await page.getByText('Live', { exact: true }).last().waitFor();
  vendor.hold(4);
  await status(page, /^12 of 36 answers/).waitFor();
  vendor.release();
  await status(page, /^36 of 36 answers/).waitFor();
  await page.getByText('completed').waitFor();
  await page.getByText('n = 36').waitFor();

  expect(loads).toHaveLength(2);
  // Step by step, never back, never more than there are; what was there before is there again at once.
  for (const seen of loads) expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
  expect(loads[0]).toEqual(expect.arrayContaining([3, 8]));
  expect((loads[1] ?? []).filter(Boolean)[0]).toBe(8);
  expect(loads[1]).toEqual(expect.arrayContaining([12, 36]));
  const cells = await page.locator('td button').allInnerTexts();
  expect(cells).toHaveLength(36);
  const stored = await sql<{ mentions: number; all: number }>(
    app.databaseUrl,
    `select count(*)::int as all, count(*) filter (where mentioned)::int as mentions
     from answer where run_id = $1`,
    [
      pathOf(page)
        .split(/[/?]/)
        .at(6 - 1),
    ],
  );
  const named = cells.filter((cell) => cell.startsWith('1/1')).length;
  expect(stored).toEqual([{ all: 36, mentions: named }]);
});

test('of a run which engines fail the page says which, how often and why, and asks again only that', async () => {
  vendor.set({ gemini: behave.unauthorized(), perplexity: behave.refusal() });
  await startRun(page, 'Northwind');
  const partial = page.getByText('partial: a platform failed');
  await status(page, /^12 of 36 answers, 24 failed/).waitFor();
  await page.getByText('completed').waitFor();
  await partial.waitFor();
  // What failed is no miss: it is not counted.
  await page.getByText(`n = ${PROMPTS}`).waitFor();
  const failures = page.getByRole('region', { name: 'Failures' });
  const reasons = await failures.getByRole('listitem').allInnerTexts();
  expect(reasons.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
    expect.arrayContaining(['Gemini UNAUTHORIZED 12', 'Perplexity REFUSED 12']),
  );
  expect(await page.getByText('Sandbox data').count()).toBe(0);
  await page.locator('td button').filter({ hasText: 'Gemini' }).first().click();
  await dialog(page).getByText('failed: UNAUTHORIZED').waitFor();
  // The vendor's own words, a key among them, stay on the server.
  expect(await dialog(page).innerText()).not.toContain('key-of-gemini');
  await page.keyboard.press('Escape');
  await closed(page);

  // The words of an engine do nothing.
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
  await closed(page);

  const asked = () => vendor.requests.filter(({ body }) => body.model === 'chatgpt-model').length;
  const before = asked();
  vendor.set({ perplexity: behave.refusal() });
  vendor.hold();
  await press(page, 'Retry 24 failed');
  await page.getByText('Retrying the failed answers.').waitFor();
  // While it goes on, the measure of before is not shown as one of now.
  await gone(partial);
  vendor.release();
  await status(page, /^24 of 36 answers, 12 failed/).waitFor();
  await page.getByText('completed').waitFor();
  await page.getByText('n = 24').waitFor();
  await partial.waitFor();
  vendor.set();
  await press(page, 'Retry 12 failed');
  await status(page, /^36 of 36 answers$/).waitFor();
  await page.getByText('n = 36').waitFor();
  await gone(partial);
  expect(await failures.count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
  expect(await page.locator('td button').count()).toBe(36);
  expect(asked()).toBe(before);
});

test('a run is cancelled: what came stays, what did not is not a failure of an engine', async () => {
  vendor.hold(5);
  await startRun(page, 'Northwind');
  await status(page, /^5 of 36 answers/).waitFor();
  await press(page, 'Cancel run');
  await page.getByText('Run cancelled. Answers received so far are kept.').waitFor();
  await page.getByText('cancelled', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('cancelled', { exact: true }).waitFor();
  await status(page, /^5 of 36 answers$/).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel run' }).count()).toBe(0);
});

test('a run that no engine answers has failed, and can be asked again', async () => {
  everywhere(behave.unauthorized());
  await startRun(page, 'Northwind');
  await page.getByText('failed', { exact: true }).waitFor();
  await status(page, /^0 of 36 answers, 36 failed/).waitFor();
  expect(await page.getByText(/n = 0/).count()).toBe(0);
  vendor.set();
  await press(page, 'Retry 36 failed');
  await status(page, /^36 of 36 answers$/).waitFor();
  await page.getByText('completed').waitFor();
});

test('a run is followed without a long task on the page’s main thread', async () => {
  vendor.hold();
  await startRun(page, 'Northwind');
  const tasks = await traceTasks(page, async () => {
    vendor.release();
    await status(page, /^36 of 36 answers/).waitFor();
    await page.getByText('completed').waitFor();
  });
  expect(tasks.length).toBeGreaterThan(100);
  expect(tasks[0]).toBeGreaterThan(1);
  expect(tasks[0]).toBeLessThanOrEqual(100);
});
