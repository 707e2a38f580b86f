import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { startBrowser, type Visit } from '../helpers/browser/browser.js';
import { expectSound, heading, openPage } from '../helpers/browser/press.js';
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
  // Alike for all prompts, so that each has enough answers of its own for a change to be told.
  const tell = (daysAgo: number, mentions: number) =>
    tellRun(app, ground.tenant, ground.brandId, {
      at: ground.noon(daysAgo),
      answers: [
        ...ground.prompts.map((promptId) => ({ promptId, platform: 'chatgpt' })),
        { promptId: ground.prompts[0] ?? '', platform: 'grok' },
      ].flatMap((cell) => [
        ...times(mentions, { ...cell, rank: 1 }),
        ...times(24 - mentions, cell),
      ]),
    });
  // 25 % in the seven days before, and 75 % in the last seven.
  await tell(9, 6);
  await tell(2, 18);
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});
afterEach(() => at?.context.close());

async function open(search = ''): Promise<void> {
  const path = `/dashboard/brands/${ground.brandId}/visibility?environment=test&days=7${search}`;
  at = await openPage(browser, app.url, path, ground.account.cookie);
  await heading(at.page, 'Visibility');
  await row().waitFor();
}

const grid = () => at.page.getByRole('grid', { name: /^Hits of each prompt/ });
const row = () => grid().getByRole('row').filter({ hasText: '75.0%' }).last();
const chart = () => at.page.getByRole('region', { name: 'Visibility by platform' });
const past = () => chart().getByText('All platforms, period before');
const change = () => grid().getByRole('columnheader', { name: 'Change' });
const choice = () => at.page.getByLabel('Compare with');
const compare = () => new URL(at.page.url()).searchParams.get('compare');

test(
  'the seven days before stand beside the last seven until one wants none of it, and again after',
  async () => {
    await open();
    expect(await choice().inputValue()).toBe('before');
    await past().waitFor();
    await row().getByText('+50.0 pp').waitFor();
    await expectSound(at);

    await choice().selectOption('Compare: none');
    await past().waitFor({ state: 'detached' });
    expect(compare()).toBe('none');
    expect(await change().count()).toBe(0);
    expect(await row().getByText('pp').count()).toBe(0);
    // A link shows the same, whatever else is chosen.
    await at.page.reload();
    await row().waitFor();
    expect(await choice().inputValue()).toBe('none');
    await at.page
      .getByRole('group', { name: /^Platforms/ })
      .getByText('ChatGPT')
      .click();
    await at.page.waitForURL(/platforms=chatgpt/);
    expect([compare(), await past().count(), await change().count()]).toEqual(['none', 0, 0]);

    await choice().selectOption('Compare: 7 days before');
    await past().waitFor();
    await row().getByText('+50.0 pp').waitFor();
    expect(compare()).toBeNull();
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'the table of the chart has a column of the days before, in the same places',
  async () => {
    await open();
    await chart().getByText('Table', { exact: true }).click();
    const cells = chart().getByRole('row').filter({ hasText: '75.0%' }).getByRole('cell');
    const names = await chart().getByRole('columnheader').allTextContents();
    const place = names.indexOf('Period before');
    expect(place).toBe(names.length - 1);
    // The day itself heads its row, and is no cell.
    expect(await cells.nth(place - 1).textContent()).toBe('25.0%');
    await choice().selectOption('Compare: none');
    await chart()
      .getByRole('columnheader', { name: 'Period before' })
      .waitFor({ state: 'detached' });
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'where there was nothing before, nothing is compared',
  async () => {
    await open();
    await at.page.getByText('30 days', { exact: true }).click();
    await choice()
      .locator('option', { hasText: 'Compare: 30 days before' })
      .waitFor({ state: 'attached' });
    await past().waitFor({ state: 'detached' });
    await change().waitFor({ state: 'detached' });
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);
