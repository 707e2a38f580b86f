import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { startBrowser, travel } from '../helpers/browser/journey.js';
import { press } from '../helpers/browser/press.js';
import { call } from '../helpers/client/http.js';
import { signUp } from '../helpers/client/sign-in.js';
import { createMailServer, type MailServer, readMail } from '../helpers/outside/mail-server.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';
import { until } from '../helpers/run/until.js';

/** What somebody new sees of live engines until their address is confirmed, and of the server's budget after. */

const LIMIT_MS = 120_000;
const NOTICE = /Confirm your address: open the link in the mail to/;

let vendor: OpenAiServer;
let mail: MailServer;
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  vendor = await createOpenAiServer(behave.answer());
  mail = await createMailServer();
  app = await startApp({
    ...behind(vendor, ['chatgpt']),
    SMTP_URL: mail.url,
    TRUST_PROXY: '1',
    DAILY_ENGINE_CALLS: '5',
  });
  browser = await startBrowser();
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
  await mail?.dispose();
  await vendor?.dispose();
});

test(
  'a new account is asked to confirm its address, and its engines say how much of the budget is used',
  async () => {
    const { email, cookie } = await signUp(app);
    const { page, go } = await travel(browser, app.url, cookie);
    await go('/dashboard');
    await page.getByText(NOTICE).waitFor();
    await press(page, 'Send it again');
    await page.getByText(`A mail to ${email} is under way.`).waitFor();
    await until(() => mail.received.filter(({ to }) => to.includes(email)).length === 2, 10_000);

    const link = /\/api\/auth\/verify-email\S+/.exec(readMail(mail, email))?.[0];
    await go(link ?? '');
    await page.getByRole('heading', { name: 'Address confirmed' }).waitFor();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText(NOTICE).count()).toBe(0);

    const scan = () =>
      call(app.url, 'POST', '/api/check/run', {
        headers: { cookie },
        body: { brand_name: 'Acme', industry: 'CRM' },
      });
    expect((await scan()).status).toBe(200);
    await go('/dashboard/settings/engines');
    await page
      .getByText('80% of what this server may spend on live engines today is used.')
      .waitFor();
    await scan();
    await press(page, 'Test the engines');
    await page.getByText(/today is used up\. They are asked again in \d+/).waitFor();
  },
  LIMIT_MS,
);
