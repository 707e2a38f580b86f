import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { expectAccessible } from '../helpers/browser/audit.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { dialog, gone } from '../helpers/browser/steps.js';
import { tellRun, times } from '../helpers/records/answers.js';
import { type BrandFixture, createBrandFixture } from '../helpers/records/dashboard.js';

/** Numbers that a test wrote itself, as the pages of a brand compare and sort them. */

let app: TestApp;
let compared: BrandFixture;
let sorted: BrandFixture;
const visit = useBrowser();

beforeAll(async () => {
  app = await startApp();
  compared = await createBrandFixture(app);
  // Alike for all prompts, so that each has enough answers of its own for a change to be told.
  const tell = (daysAgo: number, mentions: number) =>
    tellRun(app, compared.tenant, compared.brandId, {
      at: compared.noon(daysAgo),
      answers: [
        ...compared.prompts.map((promptId) => ({ promptId, platform: 'chatgpt' })),
        { promptId: compared.prompts[0] ?? '', platform: 'grok' },
      ].flatMap((cell) => [
        ...times(mentions, { ...cell, rank: 1 }),
        ...times(24 - mentions, cell),
      ]),
    });
  // 25 % in the seven days before, and 75 % in the last seven.
  await tell(9, 6);
  await tell(2, 18);

  sorted = await createBrandFixture(app);
  const [a = '', b = '', c = ''] = sorted.prompts;
  // Named in 10, 30 and 20 of 40, which is enough for a mean of the places; with 2, 0 and 1 sources an answer.
  await tellRun(app, sorted.tenant, sorted.brandId, {
    at: sorted.noon(1),
    answers: [
      ...times(10, { promptId: a, rank: 2, citations: 2 }),
      ...times(30, { promptId: a, citations: 2 }),
      ...times(30, { promptId: b, rank: 1 }),
      ...times(10, { promptId: b }),
      ...times(20, { promptId: c, rank: 3, citations: 1 }),
      ...times(20, { promptId: c, citations: 1 }),
    ],
  });
});
afterAll(() => app?.dispose());

const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test('the days before stand beside the last ones, in chart, grid and table, until one wants none of it', async () => {
  const path = `/dashboard/brands/${compared.brandId}/visibility?environment=test&days=7`;
  const { page } = await visit(app.url, { cookie: compared.account.cookie, path });
  const grid = page.getByRole('grid', { name: /^Hits per prompt/ });
  const row = grid.getByRole('row').filter({ hasText: '75.0%' }).last();
  const change = grid.getByRole('columnheader', { name: 'Change' });
  const chart = page.getByRole('region', { name: 'Visibility by platform' });
  const past = chart.getByText('All platforms, previous period');
  const pastColumn = chart.getByRole('columnheader', { name: 'Previous period' });
  const choice = page.getByLabel('Compare with');
  const counts = async () => [
    param(page, 'compare'),
    ...(await Promise.all([past, pastColumn, change].map((one) => one.count()))),
  ];

  await row.getByText('+50.0 pp').waitFor();
  expect(await choice.inputValue()).toBe('before');
  await past.waitFor();
  await chart.getByText('Table', { exact: true }).click();
  const cells = chart.getByRole('row').filter({ hasText: '75.0%' }).getByRole('cell');
  const names = await chart.getByRole('columnheader').allTextContents();
  expect(names.indexOf('Previous period')).toBe(names.length - 1);
  // The day itself heads its row, and is no cell.
  expect(await cells.nth(names.length - 2).textContent()).toBe('25.0%');
  await expectAccessible(page);

  await choice.selectOption('Compare: none');
  await gone(pastColumn);
  await gone(past);
  expect(await counts()).toEqual(['none', 0, 0, 0]);
  expect(await row.getByText('pp').count()).toBe(0);
  // A link shows the same, whatever else is chosen.
  await page.reload();
  await row.waitFor();
  expect(await choice.inputValue()).toBe('none');
  await page
    .getByRole('group', { name: /^Platforms/ })
    .getByText('ChatGPT')
    .click();
  await page.waitForURL(/platforms=chatgpt/);
  expect(await counts()).toEqual(['none', 0, 0, 0]);

  await choice.selectOption('Compare: previous 7 days');
  await past.waitFor();
  await row.getByText('+50.0 pp').waitFor();
  expect(param(page, 'compare')).toBeNull();
  // Where there was nothing before, nothing is compared.
  await page.getByText('30 days', { exact: true }).click();
  await choice
    .locator('option', { hasText: 'Compare: previous 30 days' })
    .waitFor({ state: 'attached' });
  await gone(past);
  await gone(change);

  // A number opens its answers, and has the focus again after.
  await page.locator('td button').first().click();
  await dialog(page).getByRole('article').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.locator('td button:focus').waitFor();
});

test('prompts are sorted by each column, up and down and as they were, and the address says how', async () => {
  const path = `/dashboard/brands/${sorted.brandId}/prompts?environment=test`;
  const { page } = await visit(app.url, { cookie: sorted.account.cookie, path });
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const sortBy = (name: string) => head(name).getByRole('button').click();
  const turned = (direction: string) => page.locator(`th[aria-sort=${direction}]`);
  /** The prompts from the top, by their places in the account's own order. */
  const readOrder = async (): Promise<number[]> => {
    const links = await page.locator('tbody th a').all();
    const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
    return hrefs.map((href) => sorted.prompts.indexOf(href?.split(/[/?]/).at(-2) ?? ''));
  };
  const asItWas = Array.from({ length: 12 }, (_, place) => place);
  const rest = asItWas.slice(3);

  await page.getByText('12 of 12 prompts').waitFor();
  expect(await readOrder()).toEqual(asItWas);
  // What has none stays last; of citations a prompt that was not asked has none either: a count is never missing.
  for (const [name, column, greatest, smallest] of [
    ['Hit rate', 'rate', [1, 2, 0, ...rest], [0, 2, 1, ...rest]],
    ['Average rank', 'rank', [2, 0, 1, ...rest], [1, 0, 2, ...rest]],
    ['Citations', 'citations', [0, 2, 1, ...rest], [1, ...rest, 2, 0]],
  ] as const) {
    expect(await head(name).getAttribute('aria-sort')).toBe('none');
    await sortBy(name);
    await turned('descending').waitFor();
    expect(await head(name).getAttribute('aria-sort')).toBe('descending');
    expect([param(page, 'sort'), await readOrder()]).toEqual([column, greatest]);
    await sortBy(name);
    await turned('ascending').waitFor();
    expect([param(page, 'sort'), await readOrder()]).toEqual([`-${column}`, smallest]);
    await page.reload();
    await turned('ascending').waitFor();
    expect([param(page, 'sort'), await readOrder()]).toEqual([`-${column}`, smallest]);
    await sortBy(name);
    await gone(turned('ascending'));
    expect([param(page, 'sort'), await readOrder()]).toEqual([null, asItWas]);
  }

  const texts = () => page.locator('tbody th a').allTextContents();
  const before = await texts();
  await sortBy('Prompt');
  await turned('descending').waitFor();
  expect(await texts()).toEqual(before.toSorted().toReversed());
  expect(await texts()).not.toEqual(before);
  // Stages are in the order of a purchase, and a filter keeps the order.
  await sortBy('Stage');
  await page.waitForURL(/sort=stage/);
  expect((await readOrder()).map((place) => Math.floor(place / 3))).toEqual([
    ...[3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0],
  ]);
  await page.getByLabel('Stage', { exact: true }).selectOption('Interest');
  await page.getByText('3 of 12 prompts').waitFor();
  expect([param(page, 'sort'), await readOrder()]).toEqual(['stage', [3, 4, 5]]);
});
