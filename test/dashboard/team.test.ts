import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { expectAccessible } from '../helpers/browser/audit.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { dialog, fillSignUp, gone, heading, press } from '../helpers/browser/steps.js';
import { copyLink, joinTeam } from '../helpers/client/team.js';
import { createMailServer, type MailServer, readMail } from '../helpers/outside/mail-server.js';
import { makeBrand } from '../helpers/records/probe.js';
import { freePort } from '../helpers/run/port.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';

/** People of a team: who they are, how they come in, and what each role is offered. */

/** Until they were let in they were nobody, and the browser logs each refusal. */
const REFUSED = /40[13] \(/;
const TEAM = '/dashboard/settings/team';

let app: TestApp;
let mail: MailServer;
let owner: TestAccount;
let brandPath: string;
const visit = useBrowser();

beforeAll(async () => {
  // The mail leads where the product is known to be.
  mail = await createMailServer();
  app = await startApp({ PORT: String(await freePort()), SMTP_URL: mail.url });
  owner = await app.createAccount();
  const tenant = { accountId: owner.accountId, environment: 'test' as const };
  brandPath = `/dashboard/brands/${(await makeBrand(app, tenant, { name: 'Northwind' })).id}`;
});
afterAll(async () => {
  await app?.dispose();
  await mail?.dispose();
});

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function invite(page: Page, email: string, role: string): Promise<void> {
  await press(page, 'Invite a member');
  await dialog(page).getByLabel('E-mail').fill(email);
  await dialog(page).getByLabel('Role', { exact: true }).selectOption(role);
  await press(page, 'Invite');
  await rowOf(page, email).waitFor();
}

test('a person changes their name and password', async () => {
  const { cookie, password } = await app.createAccount();
  const { page } = await visit(app.url, { cookie, path: '/dashboard/settings' });
  await page.getByLabel('Name').fill('Renamed Person');
  await press(page, 'Save name');
  await page.getByRole('status').getByText('Your name has been saved.').waitFor();
  await page.locator('header').getByText('Renamed Person').waitFor();
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('another long password');
  await press(page, 'Change password');
  await page.getByText('Your password has been changed.').waitFor();
  await page.reload();
  await heading(page, 'Settings');
});

test('somebody new is invited, joins by the link of the mail, gets another role and is removed', async () => {
  const email = 'vera@example.com';
  const { page, context } = await visit(app.url, { cookie: owner.cookie, path: TEAM });
  await invite(page, email, 'viewer');
  await rowOf(page, email).getByText('Viewer').waitFor();
  await expectAccessible(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await rowOf(page, email).getByRole('button', { name: 'Copy link' }).click();
  await rowOf(page, email).getByText('Copied').waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toBe(await copyLink(app, owner, email));
  const mailed = () => /\S+\/dashboard\/invite\S+/.exec(readMail(mail, email))?.[0];
  await until(() => mailed() !== undefined, 30_000);
  expect(mailed()).toBe(copied);

  const { page: guest } = await visit(app.url, { expected: REFUSED });
  await guest.goto(copied);
  await heading(guest, 'Join a team');
  const signUp = guest.getByRole('link', { name: 'Create an account' });
  await signUp.waitFor();
  await expectAccessible(guest);
  await signUp.click();
  await fillSignUp(guest, 'Vera Viewer', email, 'a long enough password');
  await guest.getByText('Viewers can see everything but cannot make changes.').waitFor();
  await guest.getByText(owner.email).waitFor();
  await expectAccessible(guest);
  await press(guest, 'Join');
  await heading(guest, 'Brands');
  await guest.getByText('Viewer: read-only').waitFor();

  await page.reload();
  await page.getByLabel('Role of Vera Viewer').selectOption('member');
  await page.getByText('Vera Viewer is now a member.').waitFor();
  await rowOf(page, 'Vera Viewer').getByText('Remove').click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Vera Viewer has been removed.').waitFor();
});

test('somebody with a team of their own joins another, and goes back and forth', async () => {
  const other = await app.createAccount();
  const { page, go } = await visit(app.url, {
    cookie: owner.cookie,
    path: TEAM,
    expected: REFUSED,
  });
  await invite(page, other.email, 'member');
  const { pathname, search } = new URL((await copyLink(app, owner, other.email)) ?? '');
  // The address of the mail counts, not the link alone.
  await go(pathname + search);
  await page.getByText('sent to a different address').waitFor();
  await expectAccessible(page);

  const guest = await visit(app.url, { cookie: other.cookie, path: pathname + search });
  await press(guest.page, 'Join');
  await heading(guest.page, 'Brands');
  await guest.go(TEAM);
  await rowOf(guest.page, owner.email).waitFor();
  await press(guest.page, 'Switch to this team');
  await gone(rowOf(guest.page, owner.email));
  await rowOf(guest.page, other.email).getByText('Owner').waitFor();
});

test('a viewer sees all, is told that they only read, and finds nothing that they may not do', async () => {
  const viewer = await app.createAccount();
  await joinTeam(app, owner.accountId, viewer.userId, 'viewer');
  const { page, go } = await visit(app.url, { cookie: viewer.cookie });
  const offers = async () =>
    (await page.locator('main').getByRole('button').allInnerTexts()).filter((words) =>
      /^(add|start|create|invite|delete|save|retry|cancel|revoke|send)\b/i.test(words.trim()),
    );
  for (const [path, words] of [
    ['/dashboard', 'Viewer: read-only'],
    [brandPath, 'No runs yet'],
    [`${brandPath}/prompts`, '12 of 12 prompts'],
    [`${brandPath}/runs`, 'No run'],
    ['/dashboard/keys', 'Only owners and admins can manage keys'],
    ['/dashboard/webhooks', 'Only owners and admins can manage webhooks'],
    [TEAM, viewer.email],
  ] as const) {
    await go(`${path}?environment=test`);
    await page.getByText(words).first().waitFor();
    expect({ path, offers: await offers() }).toEqual({ path, offers: [] });
  }
  await expectAccessible(page);
  await go(`${brandPath}/settings?environment=test`);
  await page.getByText('Your role is read-only').waitFor();
  const saves = await page.getByRole('button', { name: /^Save/ }).all();
  expect(saves.length).toBeGreaterThan(2);
  for (const button of saves) expect(await button.isDisabled()).toBe(true);
});

test('who loses a right while a form is open is told politely, and the page follows', async () => {
  const member = await app.createAccount();
  await joinTeam(app, owner.accountId, member.userId, 'member');
  const path = `${brandPath}/runs?environment=test`;
  const { page } = await visit(app.url, { cookie: member.cookie, path, expected: REFUSED });
  await page.getByRole('button', { name: 'Start a run' }).first().click();
  await dialog(page).getByText('Takes about').waitFor();
  await sql(app.databaseUrl, `update auth."member" set role = 'viewer' where "userId" = $1`, [
    member.userId,
  ]);
  await press(page, 'Start the run');
  const refusal = dialog(page).getByRole('alert');
  await refusal.waitFor();
  expect(await refusal.innerText()).toMatch(/role|viewer|scope|may not/i);
  expect(await refusal.innerText()).toContain('Request');
  await page.keyboard.press('Escape');
  await page.getByText('Viewer: read-only').waitFor();
  expect(await page.getByRole('button', { name: 'Start a run' }).count()).toBe(0);
  expect(await sql(app.databaseUrl, 'select 1 from probe_run')).toEqual([]);
});
