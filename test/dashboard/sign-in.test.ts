import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toResetLink } from '../../src/domain/accounts/links.js';
import { resetPassword } from '../../src/services/accounts/user.js';
import { ensureDemoBrand } from '../../src/services/demo/demo.js';
import { ensureDemoAccount, makeDemoLink } from '../../src/services/demo/demo-account.js';
import { startApp, type TestApp } from '../helpers/app.js';
import type { Visit, VisitOptions } from '../helpers/browser/browser.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import {
  expireSessions,
  fillBrand,
  fillSignIn,
  fillSignUp,
  heading,
  pathOf,
  press,
} from '../helpers/browser/steps.js';
import { call } from '../helpers/client/http.js';
import { newAddress } from '../helpers/client/sign-in.js';
import { createMailServer, type MailServer, readMail } from '../helpers/outside/mail-server.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';
import { makeBrand } from '../helpers/records/probe.js';
import { freePort } from '../helpers/run/port.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';

/** The ways in, by password, link and mail; the way out; and what is between them when a session ends. */

const REFUSED = /40[13] \(/;

let vendor: OpenAiServer;
let mail: MailServer;
let app: TestApp;
const visit = useBrowser();

beforeAll(async () => {
  vendor = await createOpenAiServer(behave.answer());
  mail = await createMailServer();
  app = await startApp({
    ...behind(vendor, ['chatgpt']),
    SMTP_URL: mail.url,
    TRUST_PROXY: '1',
    DAILY_ENGINE_CALLS: '5',
    // The mail leads where the product is known to be.
    PORT: String(await freePort()),
  });
});
afterAll(async () => {
  await app?.dispose();
  await mail?.dispose();
  await vendor?.dispose();
});

/** Somebody who calls from an address of their own: sign-in is throttled by it. */
async function open(path: string, options: VisitOptions = {}): Promise<Visit> {
  const at = await visit(app.url, options);
  await at.context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() });
  await at.go(path);
  return at;
}

const linkOf = async (email: string, pattern: RegExp): Promise<string> => {
  const find = () => pattern.exec(readMail(mail, email))?.[0];
  await until(() => find() !== undefined, 30_000);
  return find() ?? '';
};

test('the dashboard leads to sign-in, which says no in general words and goes on where one was', async () => {
  const account = await app.createAccount();
  const { page } = await open('/dashboard?environment=test', { expected: REFUSED });
  await heading(page, 'Sign in');
  await fillSignIn(page, account.email, 'not the password');
  await page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).waitFor();
  await fillSignIn(page, account.email, account.password);
  await heading(page, 'Brands');
  expect(new URL(page.url()).search).toBe('?environment=test');

  // Whoever signs out leaves nothing to go back to.
  await press(page, 'Sign out');
  await page.getByText('You have signed out.').waitFor();
  await page.goBack();
  await heading(page, 'Sign in');
  expect(await page.content()).not.toMatch(/User \d/);
  expect(await page.context().cookies()).toEqual([]);
});

test('the demo’s link signs in once, to its data; who comes back too late is told how to get in again', async () => {
  await ensureDemoBrand(app.deps, await ensureDemoAccount(app.deps));
  const link = new URL(await makeDemoLink(app.deps, app.url));
  const { page } = await open(link.pathname + link.search, { expected: REFUSED });
  const brand = page.getByRole('link', { name: 'Fernwood Demo' });
  await brand.waitFor();
  await page.getByText('Sandbox data, separate from live data').waitFor();
  expect(page.url()).not.toContain('token');
  await page.reload();
  await brand.waitFor();
  await expireSessions(app.databaseUrl, 'demo@answerscope.example');
  await page.reload();
  await page.getByText('Your session has ended').waitFor();
  await page.getByText('The demo has no password.').waitFor();

  await page.goto(`${app.url}/dashboard/sign-in?token=${link.searchParams.get('token')}`);
  await page.getByRole('alert').filter({ hasText: 'already been used' }).waitFor();
  expect(page.url()).not.toContain('token');
  await page.goto(await makeDemoLink(app.deps, app.url));
  await brand.waitFor();
});

test('a new account has nothing and is asked to confirm its address; its engines say how much of the budget is used', async () => {
  const email = 'nina@example.com';
  const { page, go, context } = await open('/dashboard/sign-up');
  await fillSignUp(page, 'Nina New', email, 'a long enough password');
  await page.getByText('No brands yet').waitFor();
  const notice = page.getByText(/Confirm your address/);
  await notice.waitFor();
  await press(page, 'Resend email');
  await page.getByText(`Confirmation email sent to ${email}.`).waitFor();
  await until(() => mail.received.filter(({ to }) => to.includes(email)).length === 2, 30_000);
  await go(await linkOf(email, /\/api\/auth\/verify-email\S+/));
  await heading(page, 'Address confirmed');
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await heading(page, 'Brands');
  expect(await notice.count()).toBe(0);

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const body = { brand_name: 'Acme', industry: 'CRM' };
  const scan = () => call(app.url, 'POST', '/api/check/run', { headers: { cookie }, body });
  expect((await scan()).status).toBe(200);
  await go('/dashboard/settings/engines');
  await page.getByText('80% of this server’s live engine budget for today is used.').waitFor();
  await scan();
  await press(page, 'Test engines');
  await page.getByText(/today is used up\. Live engines are available again in \d+/).waitFor();
});

test('a forgotten password is set anew by the link of a mail, once, and ends what was open', async () => {
  const email = 'nora@example.com';
  const [first, second] = ['the first long password', 'the second long password'];
  const other = await open('/dashboard/sign-up', { expected: REFUSED });
  await fillSignUp(other.page, 'Nora New', email, first);
  await other.page.getByText('No brands yet').waitFor();

  const { page, go } = await open('/dashboard/sign-in', { expected: /40[01] \(/ });
  // Whoever asks is told the same, known or not.
  for (const address of ['nobody@example.com', email]) {
    await go('/dashboard/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Reset your password');
    await page.getByLabel('E-mail').fill(address);
    await page.keyboard.press('Enter');
    await page
      .getByText('If an account with this address exists, an e-mail is on its way.')
      .waitFor();
  }
  const link = await linkOf(email, /http:\/\/\S+reset-password\S+/);
  expect(mail.received.filter(({ to }) => to.includes('nobody@example.com'))).toEqual([]);
  expect(new URL(link).origin).toBe(app.url);
  await page.goto(link);
  await heading(page, 'New password');
  expect(page.url()).not.toContain('token');
  await page.getByLabel('New password').fill(second);
  await page.keyboard.press('Enter');
  await page.getByText('Your password has been changed. Sign in with the new password.').waitFor();
  await fillSignIn(page, email, first);
  await page.getByRole('alert').getByText('Invalid email or password').waitFor();
  await fillSignIn(page, email, second);
  await heading(page, 'Brands');
  await page.goto(link);
  await page
    .getByText('This link has already been used, or is more than an hour old.')
    .first()
    .waitFor();

  await fillBrand(other.page, 'Acme');
  await other.page.getByText('Your session has ended').waitFor();
  await fillSignIn(other.page, email, second);
  await heading(other.page, 'Brands');
});

test('the link of a reset that a terminal prints sets a password', async () => {
  const { userId, email } = await app.createAccount();
  const { token } = await resetPassword(app.deps, userId, null);
  const link = new URL(toResetLink(app.url, token ?? ''));
  const { page } = await open(link.pathname + link.search + link.hash);
  await page.getByLabel('New password').fill('typed by a person');
  await press(page, 'Set password');
  await page.getByText('Your password is set').waitFor();
  await page.goto(`${app.url}/dashboard/sign-in`);
  await fillSignIn(page, email, 'typed by a person');
  await heading(page, 'Brands');
});

test('a session that ends, wherever one is, leads to sign-in and back', async () => {
  const account = await app.createAccount();
  const tenant = { accountId: account.accountId, environment: 'test' as const };
  const brand = `/dashboard/brands/${(await makeBrand(app, tenant)).id}`;
  const { page, go } = await open('/dashboard', { cookie: account.cookie, expected: REFUSED });
  const follow = (name: string) => () => page.getByRole('link', { name, exact: true }).click();
  for (const [path, title, act, next, kept] of [
    [`${brand}/visibility?days=7`, 'Visibility', follow('Prompts'), 'Prompts', 'days=7'],
    [`${brand}/prompts?stage=DESIRE`, 'Prompts', () => page.reload(), 'Prompts', 'stage=DESIRE'],
    ['/dashboard?', 'Brands', () => fillBrand(page, 'Acme'), 'Brands', 'environment=test'],
    // A page that asks the sign-in library only.
    ['/dashboard/settings?', 'Settings', follow('Team'), 'Settings', '/settings/team'],
  ] as const) {
    await go(`${path}&environment=test`);
    await heading(page, title);
    // What the page itself still asks for would be refused before anybody does anything.
    await page.waitForLoadState('networkidle');
    await expireSessions(app.databaseUrl, account.email);
    await act();
    await heading(page, 'Sign in');
    await page.getByText('Your session has ended').waitFor();
    await fillSignIn(page, account.email, account.password);
    await heading(page, next);
    expect(pathOf(page)).toContain(kept);
  }
  expect(
    await sql(app.databaseUrl, `select 1 from brand where account_id = $1`, [account.accountId]),
  ).toHaveLength(1);
});

test('whoever guesses is told to wait, and how long', async () => {
  const { page } = await open('/dashboard/sign-in', { expected: /4(01|29) \(/ });
  const wait = page.getByRole('alert').getByText(/^Try again in .+\.$/);
  for (let left = 15; left > 0 && !(await wait.isVisible()); left -= 1) {
    const answered = page.waitForResponse('**/sign-in/email');
    await fillSignIn(page, 'nora@example.com', `a guess, ${left} left`);
    await answered;
  }
  await wait.waitFor();
});
