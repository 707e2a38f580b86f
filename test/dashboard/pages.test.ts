import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { updateBrand } from '../../src/services/brand.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { auditPage } from '../helpers/audit-page.js';
import { startBrowser, type Visit, visit } from '../helpers/browser.js';
import { makeBrand } from '../helpers/probe.js';
import { answer, createReceiver, type Receiver } from '../helpers/receiver.js';
import { lastMail } from '../helpers/sign-in.js';

const WAIT_MS = 45_000;
const LIMIT_MS = 120_000;

let app: TestApp;
let account: TestAccount;
let receiver: Receiver;
let brandId: string;
let browser: Browser;
let at: Visit;

beforeAll(async () => {
  receiver = await createReceiver();
  // The retry is far enough off to be seen waiting.
  app = await startApp({
    WEBHOOK_ALLOW_HOSTS: receiver.place,
    WEBHOOK_RETRY_DELAYS: '10m,1h',
  });
  account = await app.createAccount({ tier: 'growth' });
  const scope = { accountId: account.accountId, environment: 'test' as const };
  brandId = (await makeBrand(app, scope)).id;
  await updateBrand(app.deps, scope, brandId, {
    aliases: [{ text: 'Acme CRM', exclude: ['Acme CRM Pharma'] }],
    competitors: [{ name: 'Globex', aliases: [{ text: 'GBX', caseSensitive: true }] }],
  });
  browser = await startBrowser();
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
  await receiver?.dispose();
});
afterEach(() => at.context.close());

async function open(path: string, cookie: string | null = account.cookie): Promise<Page> {
  at = await visit(browser, app.url, cookie === null ? {} : { cookie });
  at.page.setDefaultTimeout(WAIT_MS);
  await at.page.goto(app.url + path);
  return at.page;
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog');

/** Nothing went wrong, and nothing is wrong with the page in either theme. */
async function expectSound(page: Page): Promise<void> {
  expect(await auditPage(page)).toEqual([]);
  expect(at.faults).toEqual([]);
}

/** What stands beside a caption, such as a secret. */
const copyable = (page: Page, label: string): Promise<string> =>
  page
    .getByRole('figure')
    .filter({ hasText: label })
    .locator('pre')
    .first()
    .textContent()
    .then((text) => text ?? '');

describe('keys', () => {
  test(
    'a key is made, seen once, and works; then it is rotated and revoked',
    async () => {
      const page = await open('/dashboard/keys?environment=test');
      await heading(page, 'API keys');
      await press(page, 'Create a key');
      await page.getByLabel('Name').fill('Nightly report');
      await page.getByText('change brands, start runs').click();
      expect(await auditPage(page)).toEqual([]);
      await press(page, 'Create the key');
      await dialog(page).getByText('The key is made').waitFor();
      const secret = await copyable(page, 'Nightly report');
      expect(secret).toMatch(/^sk_test_\w{34}$/);
      expect(await copyable(page, 'As a line of .env')).toBe(`ANSWERSCOPE_KEY=${secret}`);
      // A slip of the pointer does not lose it.
      await page.mouse.click(5, 5);
      const curl = await copyable(page, 'To try it');
      const [, url = '', header = ''] = /curl -s (\S+) -H 'Authorization: (.+)'/.exec(curl) ?? [];
      const me = await fetch(url, { headers: { authorization: header } });
      expect(await me.json()).toMatchObject({
        auth: { environment: 'test', scopes: ['read', 'write'] },
      });
      await expectSound(page);
      await press(page, 'I have copied it');
      const row = page.getByRole('row').filter({ hasText: 'Nightly report' });
      await row.getByText('active').waitFor();
      expect(await page.content()).not.toContain(secret);
      await page.reload();
      await row.getByText(secret.slice(0, 12)).waitFor();
      await row.getByText(/^User \d+$/).waitFor();
      expect(await page.content()).not.toContain(secret);
      await expectSound(page);

      await row.getByRole('button', { name: 'Rotate' }).click();
      await press(page, 'Rotate the key');
      const rotated = await copyable(page, 'Nightly report');
      expect(rotated).not.toBe(secret);
      await press(page, 'I have copied it');
      await row.filter({ hasText: 'ends soon' }).getByRole('button', { name: 'Revoke' }).click();
      await press(page, 'Revoke the key');
      await page.getByText('Ended keys (1)').waitFor();
      const call = (key: string) =>
        fetch(`${app.url}/api/me`, { headers: { authorization: `Bearer ${key}` } });
      expect((await call(secret)).status).toBe(401);
      expect((await call(rotated)).status).toBe(200);
      expect(at.faults).toEqual([]);
    },
    LIMIT_MS,
  );
});

describe('webhooks', () => {
  test(
    'a test arrives with its signature; a failure waits for its retry and is replayed',
    async () => {
      const page = await open('/dashboard/webhooks?environment=test');
      await page.getByText('No endpoint yet').waitFor();
      await expectSound(page);
      await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
      await page.getByLabel('URL').fill(receiver.url);
      await page.getByLabel('Description').fill('Alerts');
      expect(await auditPage(page)).toEqual([]);
      await dialog(page).getByRole('button', { name: 'Add the endpoint' }).click();
      const secret = await copyable(page, 'Signing secret');
      expect(secret).toMatch(/^whsec_/);
      await press(page, 'I have copied it');
      await heading(page, receiver.url);
      expect(await page.content()).not.toContain(secret);

      const sendTest = async () => {
        await press(page, 'Send a test');
        await press(page, 'Send it');
      };
      const row = page.getByRole('row').filter({ hasText: 'webhook.test' }).first();
      await sendTest();
      // By the socket: the page is not loaded again.
      await row.getByText('HTTP 200').waitFor();
      await row.getByText('arrived').waitFor();
      const [first] = receiver.received;
      const signature = String(first?.headers['x-service-signature']);
      await row.getByRole('link').click();
      await dialog(page).getByText(signature).waitFor();
      await dialog(page).getByText('answer 200').waitFor();
      await dialog(page)
        .getByText(first?.eventId ?? '')
        .first()
        .waitFor();
      await expectSound(page);
      await press(page, 'Close');
      await dialog(page).waitFor({ state: 'detached' });

      receiver.behave(answer.status(503));
      await sendTest();
      await row.getByText('trying again').waitFor();
      await row.getByText('HTTP 503').waitFor();
      await row.getByText(/^in (9|10|11) min/).waitFor();
      await page.getByText('retrying 1').waitFor();
      await row.getByRole('link').click();
      await dialog(page).getByText('answer 503').waitFor();
      receiver.behave(answer.status(200));
      await press(page, 'Replay');
      await dialog(page).getByText('arrived', { exact: true }).waitFor();
      await dialog(page).getByText('Attempt 2').waitFor();
      expect(new Set(receiver.received.slice(1).map(({ eventId }) => eventId)).size).toBe(1);
      await press(page, 'Close');
      await dialog(page).waitFor({ state: 'detached' });
      await expectSound(page);
    },
    LIMIT_MS,
  );

  test(
    'what failed is recovered; an endpoint is edited, switched off and deleted',
    async () => {
      const page = await open('/dashboard/webhooks?environment=test');
      await page.getByRole('link', { name: receiver.url }).click();
      await heading(page, receiver.url);
      receiver.behave(answer.status(500));
      await press(page, 'Send a test');
      await press(page, 'Send it');
      await page.getByText('retrying 1').waitFor();
      receiver.behave(answer.status(200));
      await press(page, 'Recover failed');
      expect(await auditPage(page)).toEqual([]);
      await press(page, 'Send again');
      await page.getByText('1 delivery is sent again.').waitFor();
      await page.getByText('retrying 1').waitFor({ state: 'detached' });

      await press(page, 'Edit');
      await page.getByLabel('Description').fill('Alerts of the night');
      await press(page, 'Save');
      await page.getByText('Alerts of the night').waitFor();
      await press(page, 'Rotate secret');
      await press(page, 'Rotate the secret');
      expect(await copyable(page, 'Signing secret')).toMatch(/^whsec_/);
      await press(page, 'I have copied it');
      await page.getByText('signs too, until').waitFor();
      await press(page, 'Switch off');
      await press(page, 'Switch it off');
      await page.getByText('switched off', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true);
      await press(page, 'Switch on');
      await page.getByText('switched off', { exact: true }).waitFor({ state: 'detached' });
      await press(page, 'Delete');
      await press(page, 'Delete it');
      await page.getByText('No endpoint yet').waitFor();
      expect(at.faults).toEqual([]);
    },
    LIMIT_MS,
  );
});

describe('for everyone', () => {
  test(
    'a scan shows three platforms and what is left, until nothing is',
    async () => {
      const page = await open('/scan', null);
      await heading(page, 'Free scan');
      await expectSound(page);
      await page.getByLabel('Brand').fill('Acme');
      await page.getByLabel('Category').fill('CRM software');
      await page.getByLabel('Rivals').fill('Globex, Initech');
      for (const left of [4, 3, 2, 1, 0]) {
        await press(page, 'Scan');
        await page.getByText(left === 0 ? 'That was the last one' : `${left} scan`).waitFor();
      }
      await page.getByText('Sandbox data').waitFor();
      expect(await page.getByText(/\d of 4/).count()).toBeGreaterThanOrEqual(3);
      await page.getByText('Awareness').first().click();
      await expectSound(page);
      await press(page, 'Scan');
      await page.getByText('The free scans are used up').waitFor();
      await page.getByText(/The next one is free in \d+/).waitFor();
      expect(await auditPage(page)).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    'the status names each platform and the database',
    async () => {
      const page = await open('/status', null);
      await page.getByText('Everything works').waitFor();
      for (const name of ['Database', 'ChatGPT', 'Perplexity'])
        await page.getByRole('row').filter({ hasText: name }).getByText('up').waitFor();
      await expectSound(page);
    },
    LIMIT_MS,
  );
});

describe('settings', () => {
  test(
    'a person changes their name and password',
    async () => {
      const page = await open('/dashboard/settings');
      await heading(page, 'Settings');
      await expectSound(page);
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
    'somebody new is invited as a viewer, joins by the mail, and may not write',
    async () => {
      const page = await open('/dashboard/settings/team');
      await press(page, 'Invite somebody');
      await page.getByLabel('E-mail').fill('viewer@example.com');
      await page.getByLabel('Role', { exact: true }).selectOption('viewer');
      await press(page, 'Invite');
      await page.getByRole('row').filter({ hasText: 'viewer@example.com' }).waitFor();
      await expectSound(page);
      await at.context.close();

      const mail = await lastMail(app, 'viewer@example.com');
      const link = /\S+\/dashboard\/invite\S+/.exec(mail?.body ?? '')?.[0] ?? '';
      const { pathname, search } = new URL(link);
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
      const mail = await lastMail(app, other.email);
      const link = new URL(/\S+\/dashboard\/invite\S+/.exec(mail?.body ?? '')?.[0] ?? '');
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
      await guest
        .getByRole('row')
        .filter({ hasText: account.email })
        .waitFor({ state: 'detached' });
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
      await expectSound(page);
      await press(page, 'Add an alias');
      await page.getByLabel('Alias', { exact: true }).last().fill('ACM');
      await press(page, 'Save the aliases');
      await page.getByText('The aliases are saved.').waitFor();
      await page.getByLabel('Domains, one a line').fill('acme.com\nacme.example');
      await press(page, 'Save the domains');
      await page.getByText('The domains are saved.').waitFor();
      await press(page, 'Add a competitor');
      await page.getByLabel('Name of the competitor').last().fill('Initech');
      await press(page, 'Save the competitors');
      await page.getByText('The competitors are saved.').waitFor();
      await page.reload();
      await page.getByLabel('Aliases of Globex').waitFor();
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
      await expectSound(page);
    },
    LIMIT_MS,
  );
});

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
