import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { updateBrand } from '../../src/services/brands/change-brand.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { expectAccessible } from '../helpers/browser/audit.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { dialog, fillBrand, heading, press } from '../helpers/browser/steps.js';
import { post } from '../helpers/client/client.js';
import { type BrandFixture, createBrandFixture } from '../helpers/records/dashboard.js';
import { start, untilEnded } from '../helpers/records/probe.js';

/** A brand, its names and its prompts, as people set them up. */

let app: TestApp;
const visit = useBrowser();

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.dispose());

const ask = ({ account }: BrandFixture, query: string) =>
  post(app.url, { authorization: `Bearer ${account.key}` }, query).then(({ data }) => data);

/** A page of a brand that is nobody else's. */
async function open(path: string): Promise<{ fixture: BrandFixture; page: Page }> {
  const fixture = await createBrandFixture(app);
  const { page } = await visit(app.url, {
    cookie: fixture.account.cookie,
    path: `/dashboard/brands/${fixture.brandId}${path}${path.includes('?') ? '&' : '?'}environment=test`,
  });
  return { fixture, page };
}

test('a brand is added, and a second one meets the limit of the tier', async () => {
  const { cookie } = await app.createAccount({ tier: 'free' });
  const { page } = await visit(app.url, { cookie, path: '/dashboard?environment=test' });
  await fillBrand(page, 'Acme');
  await heading(page, 'Acme');
  await page.getByText('No runs yet').waitFor();
  await page.getByRole('button', { name: 'Start a run' }).first().click();
  await page.getByText('Takes about').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Brands' }).click();
  await fillBrand(page, 'Globex');
  await page.getByText('The free tier includes 1 brand.').waitFor();
  await page.getByRole('alert').getByText('Request').waitFor();
  await expectAccessible(page);
});

test('a brand changes its names and rivals, and keeps what was set of them', async () => {
  const { fixture, page } = await open('');
  const { tenant, brandId } = fixture;
  await updateBrand(app.deps, tenant, brandId, {
    aliases: [{ text: 'Acme CRM', exclude: ['Acme CRM Pharma'] }],
    competitors: [{ name: 'Globex', aliases: [{ text: 'GBX', caseSensitive: true }] }],
  });
  await page.getByRole('link', { name: 'Brand settings' }).click();
  await heading(page, 'Brand settings');
  await press(page, 'Add an alias');
  await page.getByLabel('Alias', { exact: true }).last().fill('Acme-Soft');
  await page.getByLabel('AcmeSoft').uncheck();
  await press(page, 'Add an alias');
  await page.getByLabel('Alias', { exact: true }).last().fill('Target');
  await page.getByText('Target is also a common word.').waitFor();
  await press(page, 'Save aliases');
  await page.getByText('The aliases have been saved.').waitFor();
  await page.getByLabel('Domains, one per line').fill('acme.com\nacme.example');
  await press(page, 'Save domains');
  await page.getByText('The domains have been saved.').waitFor();
  await press(page, 'Add a rival');
  await page.getByLabel('Rival name').last().fill('Initech');
  await page.getByLabel('Domains of Globex').fill('globexhq.io, globex-cdn.net');
  await press(page, 'Save rivals');
  await page.getByText('The rivals have been saved.').waitFor();
  await page.reload();
  await page.getByLabel('Aliases of Globex').waitFor();
  const { brand } = await ask(
    fixture,
    `{ brand(id: "${brandId}") { ownedDomains aliases { text exclude without } competitors { name domains aliases { text caseSensitive } } } }`,
  );
  expect(brand.ownedDomains).toContain('acme.example');
  expect(brand.aliases).toContainEqual({
    text: 'Acme CRM',
    exclude: ['Acme CRM Pharma'],
    without: null,
  });
  expect(brand.aliases).toContainEqual({ text: 'Acme-Soft', exclude: [], without: ['AcmeSoft'] });
  expect(brand.competitors).toMatchObject([
    { name: 'Globex', domains: ['globexhq.io', 'globex-cdn.net'] },
    { name: 'Initech' },
  ]);
  expect(brand.competitors[0].aliases).toContainEqual({ text: 'GBX', caseSensitive: true });
  expect(await page.getByLabel('Domains of Globex').inputValue()).toBe(
    'globexhq.io, globex-cdn.net',
  );
  expect(await page.getByLabel('Aliases of Globex').inputValue()).toBe('GBX');
  expect(await page.getByLabel('Domains, one per line').inputValue()).toContain('acme.example');
});

test('prompts are filtered by the address, added and switched off', async () => {
  const { page } = await open('/prompts?stage=DESIRE');
  await page.getByText('3 of 12 prompts').waitFor();
  await press(page, 'Add prompts');
  await page
    .getByLabel('Prompts, one per line')
    .fill('Which CRM is the best?\nWho makes a good CRM?');
  await expectAccessible(page);
  await press(page, 'Add 2 prompts');
  await page.getByText('2 prompts added.').waitFor();
  await page.getByLabel('Stage', { exact: true }).selectOption('');
  await page.getByText('14 of 14 prompts').waitFor();
  expect(new URL(page.url()).searchParams.has('stage')).toBe(false);
  const isAsked = page.getByLabel('Ask “Who makes a good CRM?” in runs');
  await isAsked.uncheck();
  await page.reload();
  expect(await isAsked.isChecked()).toBe(false);
});

test('one prompt shows its answers, and what two of them do not share', async () => {
  const { fixture, page } = await open('/prompts');
  const run = await start(
    app,
    fixture.tenant,
    { id: fixture.brandId },
    { platforms: ['chatgpt', 'gemini'] },
  );
  await untilEnded(app, fixture.tenant, run);
  await page.locator('tbody a').first().click();
  await page.getByRole('heading', { name: /^Answers/ }).waitFor();
  const boxes = page.getByLabel(/^Select to compare/);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await press(page, 'Compare two');
  await dialog(page).getByText('Only in the first answer').waitFor();
  await expectAccessible(page);
});

/** Chooses a file of prompts. */
const choose = (page: Page, ...lines: string[]) =>
  dialog(page)
    .getByLabel('CSV file')
    .setInputFiles({
      name: 'prompts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    });

/** What was added to the twelve, as the API has it. */
const readAdded = async (fixture: BrandFixture): Promise<object[]> =>
  (
    await ask(
      fixture,
      `{ brand(id: "${fixture.brandId}") { promptPack { prompts { text stage tags country language } } } }`,
    )
  ).brand.promptPack.prompts.slice(12);

async function openImport() {
  const opened = await open('/prompts');
  await opened.page.getByText('12 of 12 prompts').waitFor();
  await press(opened.page, 'Import CSV');
  return opened;
}

test('a file is shown as it was read, and then its prompts are added', async () => {
  const { fixture, page } = await openImport();
  await choose(
    page,
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
    'Where can I buy a CRM?automatic',
  ]);
  await expectAccessible(page);
  expect(await readAdded(fixture)).toEqual([]);
  await press(page, 'Import 2 prompts');
  await page.getByText('2 prompts imported.').waitFor();
  await page.getByText('14 of 14 prompts').waitFor();
  expect(await readAdded(fixture)).toEqual([
    {
      text: 'Which CRM is best, all in all?',
      stage: 'DESIRE',
      tags: ['crm', 'small teams'],
      country: 'DE',
      language: 'de',
    },
    expect.objectContaining({ text: 'Where can I buy a CRM?', stage: 'ACTION', tags: [] }),
  ]);
});

test('lines that are wrong are named as an editor counts them, and nothing is added before all are right', async () => {
  const { fixture, page } = await openImport();
  const alert = dialog(page).getByRole('alert');
  await choose(
    page,
    'text,stage',
    'Which CRM is best?,desire',
    '',
    '"Which CRM is best',
    'for a small team?",interest',
    ',interest',
    'What does a CRM cost?,perhaps',
    'Where can I buy a CRM?',
  );
  await alert.waitFor();
  expect(await alert.getByRole('listitem').allTextContents()).toEqual([
    'Line 6: text is required.',
    'Line 7: stage must be one of awareness, interest, desire, action, not perhaps.',
    'Line 8: expected 2 columns, found 1.',
  ]);
  const add = dialog(page).getByRole('button', { name: /^Import/ });
  expect(await add.isDisabled()).toBe(true);
  await expectAccessible(page);
  await choose(page, 'prompt,stage', 'Which CRM is best?,desire');
  await dialog(page).getByText('The first line must name the columns: text').waitFor();
  await choose(page, 'text', 'Which CRM is best?', '"Which CRM is dear?');
  await dialog(page).getByText('Line 3: ').waitFor();
  expect(await readAdded(fixture)).toEqual([]);
  // The same file mended, but for what only the server knows: all are added or none.
  await choose(page, 'text,country', 'Which CRM is best?,', 'Which CRM is dear?,Atlantis');
  await Promise.all([page.waitForResponse('**/graphql'), press(page, 'Import 2 prompts')]);
  await alert.getByText(/country/i).waitFor();
  expect(await readAdded(fixture)).toEqual([]);
  await choose(page, 'text', 'Which CRM is best?', 'Which CRM is dear?');
  await press(page, 'Import 2 prompts');
  await page.getByText('14 of 14 prompts').waitFor();
  expect(await readAdded(fixture)).toMatchObject([
    { text: 'Which CRM is best?' },
    { text: 'Which CRM is dear?' },
  ]);
});
