import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import {
  fillSignIn,
  fillSignUp,
  startBrowser,
  type Traveller,
  travel,
} from '../helpers/browser/journey.js';
import { heading, press } from '../helpers/browser/press.js';
import { createMailServer, type MailServer } from '../helpers/outside/mail-server.js';
import { freePort } from '../helpers/run/port.js';
import { until } from '../helpers/run/until.js';

/** From a new account to a forgotten password and back in, by way of a real mail. */

const LIMIT_MS = 120_000;
const EMAIL = 'nora@example.com';
const FIRST = 'the first long password';
const SECOND = 'the second long password';

let smtp: MailServer;
let app: TestApp;
let browser: Browser;
let at: Traveller;
/** Another browser of the same person. */
let other: Traveller;
let link: string;

beforeAll(async () => {
  smtp = await createMailServer();
  // The mail leads where the product is known to be.
  app = await startApp({ SMTP_URL: smtp.url, PORT: String(await freePort()) });
  browser = await startBrowser();
  at = await travel(browser, app.url);
  other = await travel(browser, app.url);
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
  await smtp?.dispose();
});

/** The text of a mail as its reader sees it. */
const readMail = (raw: string): string => {
  const text = raw.slice(raw.indexOf('\r\n\r\n') + 4);
  if (/content-transfer-encoding: base64/i.test(raw))
    return Buffer.from(text, 'base64').toString('utf8');
  return text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
};

test('an account is created, left, and entered from a second browser', async () => {
  await at.go('/dashboard/sign-up');
  await fillSignUp(at.page, 'Nora New', EMAIL, FIRST);
  await at.page.getByText('No brand yet').waitFor();
  await press(at.page, 'Sign out');
  await at.page.getByText('You are signed out.').waitFor();
  await other.go('/dashboard');
  await fillSignIn(other.page, EMAIL, FIRST);
  await heading(other.page, 'Brands');
  expect(at.faults).toEqual([]);
  expect(other.faults).toEqual([]);
});

test('whoever asks for a reset is told the same, known or not, and the known get a mail', async () => {
  const { page } = at;
  for (const address of ['nobody@example.com', EMAIL]) {
    await at.go('/dashboard/sign-in');
    await page.getByRole('link', { name: 'Forgot the password?' }).click();
    await heading(page, 'Reset the password');
    await page.getByLabel('E-mail').fill(address);
    await page.keyboard.press('Enter');
    await page.getByText('If somebody has this address here, a mail is on its way.').waitFor();
  }
  // One more mail came at sign-up, to confirm the address.
  const resets = () => smtp.received.filter(({ raw }) => raw.includes('Subject: Reset'));
  await until(() => resets().length > 0, 30_000);
  expect(resets().map(({ to }) => to)).toEqual([[EMAIL]]);
  link = /https?:\/\/\S+/.exec(readMail(resets()[0]?.raw ?? ''))?.[0] ?? '';
  expect(new URL(link).origin).toBe(app.url);
  expect(at.faults).toEqual([]);
});

test('the link sets a new password, once; it does not stay in the address', async () => {
  const { page } = at;
  await page.goto(link);
  await heading(page, 'New password');
  expect(page.url()).not.toContain('token');
  await page.getByLabel('New password').fill(SECOND);
  await page.keyboard.press('Enter');
  await page.getByText('The new password is set. Sign in with it.').waitFor();
  await fillSignIn(page, EMAIL, FIRST);
  await page.getByRole('alert').getByText('Invalid email or password').waitFor();
  await fillSignIn(page, EMAIL, SECOND);
  await heading(page, 'Brands');
  expect(at.faults.splice(0)).toEqual([expect.stringContaining('401')]);

  await page.goto(link);
  await page.getByText('This link was used already, or is older than an hour.').first().waitFor();
  at.faults.splice(0);
});

test('sessions from before the reset have ended', async () => {
  const { page } = other;
  await page.getByRole('button', { name: 'Add a brand' }).first().click();
  await page.getByLabel('Name').fill('Acme');
  await page.getByLabel('Category').fill('CRM software');
  await page.keyboard.press('Enter');
  await page.getByText('Your session has ended').waitFor();
  await fillSignIn(page, EMAIL, SECOND);
  await heading(page, 'Brands');
  await page.getByText('No brand yet').waitFor();
});

test('whoever guesses is told to wait, and how long', async () => {
  const guesser = await travel(browser, app.url);
  await guesser.go('/dashboard/sign-in');
  const wait = guesser.page.getByRole('alert').getByText(/^Try again in \d+ s\.$/);
  for (let left = 15; left > 0 && !(await wait.isVisible()); left -= 1) {
    await fillSignIn(guesser.page, EMAIL, `a guess, ${left} left`);
    await guesser.page.getByRole('alert').waitFor();
  }
  expect(await wait.isVisible()).toBe(true);
  await guesser.context.close();
});
