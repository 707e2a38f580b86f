import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { auditPage } from '../helpers/browser/audit-page.js';
import { startBrowser, type Visit } from '../helpers/browser/browser.js';
import { dialog, expectSound, heading, openPage, press } from '../helpers/browser/press.js';
import { answer, createReceiver, type Receiver } from '../helpers/outside/receiver.js';

const LIMIT_MS = 120_000;

let app: TestApp;
let account: TestAccount;
let receiver: Receiver;
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
  browser = await startBrowser();
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
  await receiver?.dispose();
});
afterEach(() => at?.context.close());

async function open(path: string, cookie: string | null = account.cookie): Promise<Page> {
  at = await openPage(browser, app.url, path, cookie);
  return at.page;
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
      await expectSound(at);
      await press(page, 'I have copied it');
      const row = page.getByRole('row').filter({ hasText: 'Nightly report' });
      await row.getByText('active').waitFor();
      expect(await page.content()).not.toContain(secret);
      await page.reload();
      await row.getByText(secret.slice(0, 12)).waitFor();
      await row.getByText(/^User \d+$/).waitFor();
      expect(await page.content()).not.toContain(secret);
      await expectSound(at);

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
      await expectSound(at);
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
      await expectSound(at);
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
      await expectSound(at);
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
      await expectSound(at);
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
      await expectSound(at);
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
      await expectSound(at);
    },
    LIMIT_MS,
  );
});
