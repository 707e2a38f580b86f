import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { updateBrand } from '../../src/services/brands/change-brand.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { auditPage } from '../helpers/browser/audit-page.js';
import { startBrowser, type Visit } from '../helpers/browser/browser.js';
import { dialog, expectSound, heading, openPage, press } from '../helpers/browser/press.js';
import { copyLink } from '../helpers/client/team.js';
import { makeBrand } from '../helpers/records/probe.js';

const LIMIT_MS = 120_000;

let app: TestApp;
let account: TestAccount;
let brandId: string;
let browser: Browser;
let at: Visit;

beforeAll(async () => {
  app = await startApp();
  account = await app.createAccount({ tier: 'growth' });
  const tenant = { accountId: account.accountId, environment: 'test' as const };
  brandId = (await makeBrand(app, tenant)).id;
  await updateBrand(app.deps, tenant, brandId, {
    aliases: [{ text: 'Acme CRM', exclude: ['Acme CRM Pharma'] }],
    competitors: [{ name: 'Globex', aliases: [{ text: 'GBX', caseSensitive: true }] }],
  });
  browser = await startBrowser();
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});
afterEach(() => at?.context.close());

async function open(path: string, cookie: string | null = account.cookie): Promise<Page> {
  at = await openPage(browser, app.url, path, cookie);
  return at.page;
}

test(
  'a person changes their name and password',
  async () => {
    const page = await open('/dashboard/settings');
    await heading(page, 'Settings');
    await expectSound(at);
    const other = await app.createAccount();
    await at.context.close();
    const own = await open('/dashboard/settings', other.cookie);
    await own.getByLabel('Name').fill('Renamed Person');
    await press(own, 'Save the name');
    await own.getByRole('status').getByText('Your name is saved.').waitFor();
    await own.locator('header').getByText('Renamed Person').waitFor();
    await own.getByLabel('Current password').fill(other.password);
    await own.getByLabel('New password').fill('another long password');
    await press(own, 'Change the password');
    await own.getByText('The new password is set.').waitFor();
    await own.reload();
    await heading(own, 'Settings');
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'somebody new is invited as a viewer, joins by the link, and may not write',
  async () => {
    const page = await open('/dashboard/settings/team');
    await press(page, 'Invite somebody');
    await page.getByLabel('E-mail').fill('viewer@example.com');
    await page.getByLabel('Role', { exact: true }).selectOption('viewer');
    await press(page, 'Invite');
    const row = page.getByRole('row').filter({ hasText: 'viewer@example.com' });
    await row.waitFor();
    await expectSound(at);
    await at.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await row.getByRole('button', { name: 'Copy link' }).click();
    await row.getByText('Copied').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await copyLink(app, account, 'viewer@example.com'));
    await at.context.close();

    const { pathname, search } = new URL(String(copied));
    const guest = await open(pathname + search, null);
    await heading(guest, 'Join a team');
    await guest.getByRole('link', { name: 'Create an account' }).waitFor();
    expect(await auditPage(guest)).toEqual([]);
    await guest.getByRole('link', { name: 'Create an account' }).click();
    await guest.getByLabel('Name').fill('New Viewer');
    await guest.getByLabel('E-mail').fill('viewer@example.com');
    await guest.getByLabel('Password').fill('a long enough password');
    await guest.keyboard.press('Enter');
    await guest.getByText(account.email).waitFor();
    expect(await auditPage(guest)).toEqual([]);
    await press(guest, 'Join');
    await heading(guest, 'Brands');
    await guest.goto(`${app.url}/dashboard/keys`);
    await guest.getByText('Keys are kept by owners and admins').waitFor();
    expect(await auditPage(guest)).toEqual([]);
    await guest.goto(`${app.url}/dashboard/brands/${brandId}/settings?environment=test`);
    await guest.getByText('Your role reads only').waitFor();
    expect(await guest.getByRole('button', { name: 'Save the brand' }).isDisabled()).toBe(true);
    await guest.goto(`${app.url}/dashboard/settings/team`);
    await guest.getByRole('row').filter({ hasText: 'New Viewer' }).waitFor();
    expect(await guest.getByRole('button', { name: 'Invite somebody' }).count()).toBe(0);
    // Before they had an account, they were nobody.
    expect(at.faults).toEqual([expect.stringContaining('401')]);
    await at.context.close();

    const owner = await open('/dashboard/settings/team');
    await owner.getByLabel('Role of New Viewer').selectOption('member');
    await owner.getByText('New Viewer is a member now.').waitFor();
    await owner.getByRole('row').filter({ hasText: 'New Viewer' }).getByText('Remove').click();
    await dialog(owner).getByRole('button', { name: 'Remove' }).click();
    await owner.getByText('New Viewer is removed.').waitFor();
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'somebody with a team of their own joins another, and goes back and forth',
  async () => {
    const other = await app.createAccount();
    const page = await open('/dashboard/settings/team');
    await press(page, 'Invite somebody');
    await page.getByLabel('E-mail').fill(other.email);
    await press(page, 'Invite');
    await page.getByRole('row').filter({ hasText: other.email }).waitFor();
    const link = new URL((await copyLink(app, account, other.email)) ?? '');
    // The address of the mail counts, not the link alone.
    await page.goto(app.url + link.pathname + link.search);
    await page.getByText('sent to another address').waitFor();
    expect(await auditPage(page)).toEqual([]);
    await at.context.close();

    const guest = await open(link.pathname + link.search, other.cookie);
    await press(guest, 'Join');
    await heading(guest, 'Brands');
    await guest.goto(`${app.url}/dashboard/settings/team`);
    await guest.getByRole('row').filter({ hasText: account.email }).waitFor();
    await press(guest, 'Go there');
    await guest.getByRole('row').filter({ hasText: account.email }).waitFor({ state: 'detached' });
    await guest.getByRole('row').filter({ hasText: other.email }).getByText('Owner').waitFor();
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'a brand changes its names and rivals, and keeps what was set of them',
  async () => {
    const page = await open(`/dashboard/brands/${brandId}/settings?environment=test`);
    await heading(page, 'Brand settings');
    await page.getByLabel('Category').waitFor();
    await expectSound(at);
    await press(page, 'Add an alias');
    await page.getByLabel('Alias', { exact: true }).last().fill('ACM');
    await press(page, 'Save the aliases');
    await page.getByText('The aliases are saved.').waitFor();
    await page.getByLabel('Domains, one a line').fill('acme.com\nacme.example');
    await press(page, 'Save the domains');
    await page.getByText('The domains are saved.').waitFor();
    await press(page, 'Add a competitor');
    await page.getByLabel('Name of the competitor').last().fill('Initech');
    await page.getByLabel('Domains of Globex').fill('globexhq.io, globex-cdn.net');
    await press(page, 'Save the competitors');
    await page.getByText('The competitors are saved.').waitFor();
    await page.reload();
    await page.getByLabel('Aliases of Globex').waitFor();
    expect(await page.getByLabel('Domains of Globex').inputValue()).toBe(
      'globexhq.io, globex-cdn.net',
    );
    expect(await page.getByLabel('Aliases of Globex').inputValue()).toBe('GBX');
    expect(await page.getByLabel('Domains, one a line').inputValue()).toContain('acme.example');
    const { brand } = await readBrand();
    expect(brand.aliases).toContainEqual({ text: 'Acme CRM', exclude: ['Acme CRM Pharma'] });
    expect(brand.aliases.map(({ text }) => text)).toContain('ACM');
    expect(brand.competitors[0]?.aliases).toContainEqual({ text: 'GBX', caseSensitive: true });
    expect(brand.competitors.map(({ name }) => name)).toEqual(['Globex', 'Initech']);
    expect(at.faults).toEqual([]);
  },
  LIMIT_MS,
);

test(
  'the engines are listed, and tested',
  async () => {
    const page = await open('/dashboard/settings/engines');
    await page.getByRole('row').filter({ hasText: 'ChatGPT' }).getByText('up').waitFor();
    await press(page, 'Test the engines');
    await page.getByText(/\d+ of \d+ engines answer\./).waitFor();
    await expectSound(at);
  },
  LIMIT_MS,
);

interface ReadBrand {
  brand: {
    aliases: { text: string; exclude: string[] }[];
    competitors: { name: string; aliases: { text: string; caseSensitive: boolean }[] }[];
  };
}

async function readBrand(): Promise<ReadBrand> {
  const query = `{ brand(id: "${brandId}") { aliases { text exclude } competitors { name aliases { text caseSensitive } } } }`;
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return ((await response.json()) as { data: ReadBrand }).data;
}
