import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { startBrowser, type Visit } from '../helpers/browser/browser.js';
import { dialog, expectSound, openPage, press } from '../helpers/browser/press.js';
import { post } from '../helpers/client/client.js';
import { createGround, type Ground } from '../helpers/records/dashboard.js';

const LIMIT_MS = 120_000;

let app: TestApp;
let ground: Ground;
let browser: Browser;
let at: Visit;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  browser = await startBrowser();
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});
beforeEach(async () => {
  ground = await createGround(app);
  const path = `/dashboard/brands/${ground.brandId}/prompts?environment=test`;
  at = await openPage(browser, app.url, path, ground.account.cookie);
  ({ page } = at);
  await page.getByText('12 of 12 prompts').waitFor();
  await press(page, 'Import CSV');
}, LIMIT_MS);
afterEach(() => at?.context.close());

const choose = (...lines: string[]) =>
  dialog(page)
    .getByLabel('CSV file')
    .setInputFiles({
      name: 'prompts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    });

/** What was added to the twelve, as the API has it. */
async function readAdded(): Promise<object[]> {
  const { data } = await post(
    app.url,
    { authorization: `Bearer ${ground.account.key}` },
    '{ promptPack { prompts { text stage tags country language } } }',
  );
  return data.promptPack.prompts.slice(12);
}

const told = async () =>
  await dialog(page).getByRole('alert').getByRole('listitem').allTextContents();

test(
  'a file is shown as it was read, and then its prompts are added',
  async () => {
    await choose(
      '\uFEFFText,Stage,Tags,Country,Language',
      '"Which CRM is best, all in all?",desire,crm; small teams,DE,de',
      '',
      'Where can I buy a CRM?,,,,',
      'Where can I buy a CRM?,,,,',
    );
    const shown = dialog(page).getByRole('listitem');
    await shown.first().waitFor();
    expect(await shown.allTextContents()).toEqual([
      'Which CRM is best, all in all?Desire',
      'Where can I buy a CRM?by its words',
    ]);
    await expectSound(at);
    expect(await readAdded()).toEqual([]);
    await press(page, 'Import 2 prompts');
    await page.getByText('2 prompts are imported.').waitFor();
    await page.getByText('14 of 14 prompts').waitFor();
    expect(await readAdded()).toEqual([
      {
        text: 'Which CRM is best, all in all?',
        stage: 'DESIRE',
        tags: ['crm', 'small teams'],
        country: 'DE',
        language: 'de',
      },
      expect.objectContaining({ text: 'Where can I buy a CRM?', stage: 'ACTION', tags: [] }),
    ]);
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'lines that are wrong are named as an editor counts them, and nothing is added before all are right',
  async () => {
    await choose(
      'text,stage',
      'Which CRM is best?,desire',
      '',
      '"Which CRM is best',
      'for a small team?",interest',
      ',interest',
      'What does a CRM cost?,perhaps',
      'Where can I buy a CRM?',
    );
    await dialog(page).getByRole('alert').waitFor();
    expect(await told()).toEqual([
      'Line 6: there is no text.',
      'Line 7: perhaps is no stage; there are awareness, interest, desire, action.',
      'Line 8: there are 1 of 2 columns.',
    ]);
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Import/ })
        .isDisabled(),
    ).toBe(true);
    await expectSound(at);
    await choose('prompt,stage', 'Which CRM is best?,desire');
    await dialog(page).getByText('The first line must name the columns: text').waitFor();
    await choose('text', 'Which CRM is best?', '"Which CRM is dear?');
    await dialog(page).getByText('Line 3: ').waitFor();
    expect(await readAdded()).toEqual([]);
    // The same file mended.
    await choose('text', 'Which CRM is best?', 'Which CRM is dear?');
    await press(page, 'Import 2 prompts');
    await page.getByText('14 of 14 prompts').waitFor();
    expect(await readAdded()).toMatchObject([
      { text: 'Which CRM is best?' },
      { text: 'Which CRM is dear?' },
    ]);
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'what the server refuses is said, and what was added before is not added again',
  async () => {
    await choose('text,country', 'Which CRM is best?,', 'Which CRM is dear?,Atlantis');
    await press(page, 'Import 2 prompts');
    await dialog(page)
      .getByRole('alert')
      .getByText(/country/i)
      .waitFor();
    expect(await readAdded()).toMatchObject([{ text: 'Which CRM is best?' }]);
    await press(page, 'Import 1 prompt');
    await dialog(page)
      .getByRole('alert')
      .getByText(/country/i)
      .waitFor();
    expect(await readAdded()).toMatchObject([{ text: 'Which CRM is best?' }]);
  },
  LIMIT_MS,
);
