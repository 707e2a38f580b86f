import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import {
  addBrand,
  expireSessions,
  fillSignIn,
  fillSignUp,
  pathOf,
  startBrowser,
  type Traveller,
  travel,
} from '../helpers/browser/journey.js';
import { dialog, heading, press } from '../helpers/browser/press.js';
import { createMailServer, type MailServer, readMail } from '../helpers/outside/mail-server.js';
import { freePort } from '../helpers/run/port.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';

/** A team of two windows: who owns it, and who is invited to read. */

const LIMIT_MS = 120_000;
const GUEST = {
  name: 'Vera Viewer',
  email: 'vera@example.com',
  password: 'a long enough password',
};

let app: TestApp;
let mail: MailServer;
let account: TestAccount;
let browser: Browser;
let owner: Traveller;
let guest: Traveller;
let brandPath: string;

beforeAll(async () => {
  // The mail leads where the product is known to be.
  mail = await createMailServer();
  app = await startApp({ PORT: String(await freePort()), SMTP_URL: mail.url });
  account = await app.createAccount({ tier: 'growth' });
  browser = await startBrowser();
  owner = await travel(browser, app.url, account.cookie);
  guest = await travel(browser, app.url);
  await owner.go('/dashboard?environment=test');
  brandPath = await addBrand(owner.page, 'Northwind', 'Bicycle lights');
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
  await mail?.dispose();
});

const setRole = (role: string) =>
  sql(
    app.databaseUrl,
    `update auth."member" set role = $1
     where "userId" = (select id from auth."user" where email = $2)`,
    [role, GUEST.email],
  );

/** Until then they were nobody: the browser itself tells of each refusal. */
const takeRefusals = ({ faults }: Traveller): string[] =>
  faults.splice(0).filter((fault) => !/40[13]/.test(fault));

test('somebody is invited to read, and comes by the link of the mail', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await press(page, 'Invite somebody');
  await dialog(page).getByLabel('E-mail').fill(GUEST.email);
  await dialog(page).getByLabel('Role', { exact: true }).selectOption('viewer');
  await press(page, 'Invite');
  await page.getByRole('row').filter({ hasText: GUEST.email }).getByText('Viewer').waitFor();
  const mailed = () => readMail(mail, GUEST.email);
  await until(() => mailed() !== '', 10_000);
  const link = /\S+\/dashboard\/invite\S+/.exec(mailed())?.[0] ?? '';
  expect(new URL(link).origin).toBe(app.url);

  await guest.page.goto(link);
  await guest.page.getByRole('link', { name: 'Create an account' }).click();
  await fillSignUp(guest.page, GUEST.name, GUEST.email, GUEST.password);
  await guest.page.getByText('A viewer sees all and changes nothing.').waitFor();
  await press(guest.page, 'Join');
  await heading(guest.page, 'Brands');
  expect(owner.faults).toEqual([]);
  expect(takeRefusals(guest)).toEqual([]);
});

test('they see all, are told that they only read, and find nothing that they may not do', async () => {
  const { page } = guest;
  await guest.go('/dashboard?environment=test');
  await page.getByRole('link', { name: 'Northwind' }).waitFor();
  await page.getByText('Viewer: reads only').waitFor();
  const offers = async () =>
    (await page.locator('main').getByRole('button').allInnerTexts()).filter((words) =>
      /^(add|start|create|invite|delete|save|retry|cancel|revoke|send)\b/i.test(words.trim()),
    );
  expect(await offers()).toEqual([]);
  for (const [path, title] of [
    ['', 'Northwind'],
    ['/prompts', 'Prompts'],
    ['/runs', 'Runs'],
  ] as const) {
    await guest.go(`${brandPath}${path}?environment=test`);
    await heading(page, title);
    await page.getByText('Loading …').waitFor({ state: 'detached' });
    expect({ path, offers: await offers() }).toEqual({ path, offers: [] });
  }
  await guest.go(`${brandPath}/settings?environment=test`);
  await page.getByText('Your role reads only').waitFor();
  for (const button of await page.getByRole('button', { name: /^Save/ }).all())
    expect(await button.isDisabled()).toBe(true);
  for (const [name, words] of [
    ['Keys', 'Keys are kept by owners and admins'],
    ['Webhooks', 'Webhooks are kept by owners and admins'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await page.getByText(words).waitFor();
    expect(await offers()).toEqual([]);
  }
  expect(guest.faults).toEqual([]);
});

test('who loses a right while a form is open is told politely, and the page follows', async () => {
  const { page } = guest;
  await setRole('member');
  await guest.go(`${brandPath}/runs?environment=test`);
  await page.getByRole('button', { name: 'Start a run' }).first().click();
  await dialog(page).getByText('Takes about').waitFor();
  await setRole('viewer');
  // What is known of a session is kept for a moment: until then the run would begin.
  await page.waitForTimeout(6_000);
  await press(page, 'Start the run');
  const refusal = dialog(page).getByRole('alert');
  await refusal.waitFor();
  expect(await refusal.innerText()).toMatch(/role|viewer|scope|may not/i);
  expect(await refusal.innerText()).toContain('Request');
  await page.keyboard.press('Escape');
  await page.getByText('Viewer: reads only').waitFor();
  expect(await page.getByRole('button', { name: 'Start a run' }).count()).toBe(0);
  const runs = await sql(app.databaseUrl, 'select 1 from probe_run');
  expect(runs).toEqual([]);
  expect(takeRefusals(guest)).toEqual([]);
});

test('whoever signs out leaves nothing to go back to', async () => {
  const { page } = guest;
  await guest.go(`${brandPath}/runs?environment=test`);
  await heading(page, 'Runs');
  await press(page, 'Sign out');
  await page.getByText('You are signed out.').waitFor();
  await heading(page, 'Sign in');
  await page.goBack();
  await heading(page, 'Sign in');
  expect(await page.content()).not.toContain('Northwind');
  expect(await guest.context.cookies()).toEqual([]);
  expect(guest.faults).toEqual([]);
});

test.each([
  ['in the middle of a page', '/visibility?days=7&environment=test', 'Visibility', 'Prompts'],
  ['while the page is away', '/prompts?stage=DESIRE&environment=test', 'Prompts', null],
])('a session that ends %s leads to sign-in, and back', async (_when, path, title, next) => {
  const { page } = guest;
  await guest.go(`/dashboard/sign-in?back=${encodeURIComponent(brandPath + path)}`);
  await fillSignIn(page, GUEST.email, GUEST.password);
  await heading(page, title);
  await expireSessions(app.databaseUrl, GUEST.email);
  // What is known of a session is kept for a moment.
  await page.waitForTimeout(6_000);
  const before = pathOf(page);
  if (next === null) await page.reload();
  else await page.getByRole('link', { name: next, exact: true }).click();
  await heading(page, 'Sign in');
  await page.getByText('Your session has ended').waitFor();
  await fillSignIn(page, GUEST.email, GUEST.password);
  await heading(page, next ?? title);
  if (next === null) expect(pathOf(page)).toBe(before);
  else expect(pathOf(page)).toContain('days=7');
  expect(takeRefusals(guest)).toEqual([]);
});

test('a page that asks the sign-in library only notices the end as well', async () => {
  const { page } = guest;
  await guest.go('/dashboard/settings');
  await heading(page, 'Settings');
  await expireSessions(app.databaseUrl, GUEST.email);
  await page.waitForTimeout(6_000);
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByText('Your session has ended').waitFor();
  await fillSignIn(page, GUEST.email, GUEST.password);
  await page.getByRole('row').filter({ hasText: account.email }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard/settings/team');
  expect(takeRefusals(guest)).toEqual([]);
});
