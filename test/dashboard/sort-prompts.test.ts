import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { startBrowser, type Visit } from '../helpers/browser/browser.js';
import { openPage } from '../helpers/browser/press.js';
import { tellRun, times } from '../helpers/records/answers.js';
import { createGround, type Ground } from '../helpers/records/dashboard.js';

const LIMIT_MS = 120_000;

let app: TestApp;
let ground: Ground;
let browser: Browser;
let at: Visit;

beforeAll(async () => {
  app = await startApp();
  browser = await startBrowser();
  ground = await createGround(app);
  const [a = '', b = '', c = ''] = ground.prompts;
  // Named in 10, 30 and 20 of 40, which is enough for a mean of the places; with 2, 0 and 1 sources an answer.
  await tellRun(app, ground.tenant, ground.brandId, {
    at: ground.noon(1),
    answers: [
      ...times(10, { promptId: a, rank: 2, citations: 2 }),
      ...times(30, { promptId: a, citations: 2 }),
      ...times(30, { promptId: b, rank: 1 }),
      ...times(10, { promptId: b }),
      ...times(20, { promptId: c, rank: 3, citations: 1 }),
      ...times(20, { promptId: c, citations: 1 }),
    ],
  });
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});
afterEach(() => at?.context.close());

async function open(): Promise<void> {
  const path = `/dashboard/brands/${ground.brandId}/prompts?environment=test`;
  at = await openPage(browser, app.url, path, ground.account.cookie);
  await at.page.getByText('12 of 12 prompts').waitFor();
}

const head = (name: string) => at.page.getByRole('columnheader', { name, exact: true });
const sortBy = (name: string) => head(name).getByRole('button').click();
const sort = () => new URL(at.page.url()).searchParams.get('sort');

/** The prompts from the top, by their places in the account's own order. */
async function readOrder(): Promise<number[]> {
  const links = await at.page.locator('tbody th a').all();
  const ids = await Promise.all(links.map((link) => link.getAttribute('href')));
  return ids.map((href) => ground.prompts.indexOf(href?.split(/[/?]/).at(-2) ?? ''));
}

const AS_IT_WAS = Array.from({ length: 12 }, (_, place) => place);
const REST = AS_IT_WAS.slice(3);

test.each([
  ['Hit rate', 'rate', [1, 2, 0]],
  ['Average rank', 'rank', [2, 0, 1]],
])(
  '%s: the greatest first, then the smallest, then as it was; what has none stays last',
  async (name, column, order) => {
    await open();
    expect(await readOrder()).toEqual(AS_IT_WAS);
    expect(await head(name).getAttribute('aria-sort')).toBe('none');
    await sortBy(name);
    await at.page.locator('th[aria-sort=descending]').waitFor();
    expect(await head(name).getAttribute('aria-sort')).toBe('descending');
    expect([sort(), await readOrder()]).toEqual([column, [...order, ...REST]]);
    await sortBy(name);
    await at.page.locator('th[aria-sort=ascending]').waitFor();
    const turned = [`-${column}`, [...order.toReversed(), ...REST]];
    expect([sort(), await readOrder()]).toEqual(turned);
    // It stands in the address.
    await at.page.reload();
    await at.page.locator('th[aria-sort=ascending]').waitFor();
    expect([sort(), await readOrder()]).toEqual(turned);
    await sortBy(name);
    await at.page.locator('th[aria-sort=ascending]').waitFor({ state: 'detached' });
    expect([sort(), await readOrder()]).toEqual([null, AS_IT_WAS]);
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'citations are none for what was not asked, too: a count is never missing',
  async () => {
    await open();
    await sortBy('Citations');
    await at.page.waitForURL(/sort=citations/);
    expect(await readOrder()).toEqual([0, 2, 1, ...REST]);
    await sortBy('Citations');
    await at.page.waitForURL(/sort=-citations/);
    expect(await readOrder()).toEqual([1, ...REST, 2, 0]);
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'prompts by their words, and by stages in the order of a purchase, beside a filter',
  async () => {
    await open();
    const texts = () => at.page.locator('tbody th a').allTextContents();
    const before = await texts();
    await sortBy('Prompt');
    await at.page.locator('th[aria-sort=descending]').waitFor();
    expect(await texts()).toEqual(before.toSorted().toReversed());
    expect(await texts()).not.toEqual(before);
    await sortBy('Stage');
    await at.page.waitForURL(/sort=stage/);
    expect((await readOrder()).map((place) => Math.floor(place / 3))).toEqual([
      ...[3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0],
    ]);
    await at.page.getByLabel('Stage', { exact: true }).selectOption('Interest');
    await at.page.getByText('3 of 12 prompts').waitFor();
    expect([sort(), await readOrder()]).toEqual(['stage', [3, 4, 5]]);
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);
