import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verify as verifyDigest } from '@octokit/webhooks-methods';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import {
  copyable,
  findInPage,
  startBrowser,
  type Traveller,
  travel,
} from '../helpers/browser/journey.js';
import { dialog, heading, press } from '../helpers/browser/press.js';
import { answer, createReceiver, type Receiver, toPlain } from '../helpers/outside/receiver.js';
import { until } from '../helpers/run/until.js';

/** A webhook from its making to a replay, its signatures judged by libraries of others. */

const LIMIT_MS = 120_000;
const RETRY_SEC = 5;

let receiver: Receiver;
let app: TestApp;
let account: TestAccount;
let browser: Browser;
let at: Traveller;
let secret: string;

beforeAll(async () => {
  receiver = await createReceiver();
  app = await startApp({
    WEBHOOK_ALLOW_HOSTS: receiver.place,
    WEBHOOK_RETRY_DELAYS: `${RETRY_SEC}s,1h`,
  });
  account = await app.createAccount({ tier: 'growth' });
  browser = await startBrowser();
  at = await travel(browser, app.url, account.cookie);
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
  await receiver?.dispose();
});

const newest = () => at.page.getByRole('row').filter({ hasText: 'webhook.test' }).first();

async function sendTest(kind: string): Promise<void> {
  const { page } = at;
  await press(page, 'Send a test');
  const field = dialog(page).getByLabel('Event', { exact: true });
  if ((await field.count()) > 0) await field.selectOption(kind);
  await press(page, 'Send it');
  await dialog(page).waitFor({ state: 'detached' });
}

test('an endpoint is added, and its secret is seen once', async () => {
  const { page } = at;
  await at.go('/dashboard/webhooks?environment=test');
  await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
  await dialog(page).getByLabel('URL').fill(receiver.url);
  await dialog(page).getByRole('button', { name: 'Add the endpoint' }).click();
  secret = await copyable(page, 'Signing secret');
  expect(secret).toMatch(/^whsec_/);
  expect(await findInPage(page, secret)).toEqual(['document', 'memory']);
  await press(page, 'I have copied it');
  await heading(page, receiver.url);
  expect(await findInPage(page, secret)).toEqual([]);
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await page.getByRole('link', { name: receiver.url }).click();
  await heading(page, receiver.url);
  expect(await findInPage(page, secret)).toEqual([]);
  expect(at.faults).toEqual([]);
});

test('a test arrives, shows up by itself, and its signature is genuine', async () => {
  const { page } = at;
  await sendTest('webhook.test');
  await newest().getByText('HTTP 200').waitFor();
  const [received] = receiver.received;
  const { body = '', headers = {} } = received ?? {};
  const plain = toPlain(headers);
  expect(new Webhook(secret).verify(body, plain)).toEqual(JSON.parse(body));
  const signature = plain['x-service-signature'] ?? '';
  if (signature.startsWith('sha256='))
    expect(await verifyDigest(secret, body, signature)).toBe(true);
  else
    expect(
      new Stripe('sk_test_of_nobody').webhooks.constructEvent(body, signature, secret, 300),
    ).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, plain)).toThrow();
  // What the log shows is what was sent.
  await newest().getByRole('link').click();
  await dialog(page).getByText(signature, { exact: true }).waitFor();
  await dialog(page).getByText('answer 200').waitFor();
  expect(await findInPage(page, secret)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(at.faults).toEqual([]);
});

test('a failure is tried again as planned, given a day, and replayed by hand', async () => {
  const { page } = at;
  receiver.behave(answer.status(503));
  await sendTest('webhook.test');
  await newest().getByText('trying again').waitFor();
  await newest().getByText('HTTP 503').waitFor();
  await page.getByText('retrying 1').waitFor();
  await newest().getByRole('link').click();
  // The planned one comes by itself, and the open page tells it.
  await dialog(page).getByText('Attempt 2').waitFor();
  await dialog(page)
    .getByText(/2 attempts · next in/)
    .waitFor();
  const [, first, second] = receiver.received;
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(RETRY_SEC * 800);
  expect(second?.eventId).toBe(first?.eventId);
  expect(second?.body).toBe(first?.body);

  receiver.behave(answer.status(204));
  await press(page, 'Replay');
  await dialog(page).getByText('Attempt 3').waitFor();
  await dialog(page).getByText('arrived', { exact: true }).waitFor();
  const [, , , third] = receiver.received;
  expect(third?.eventId).toBe(first?.eventId);
  expect(third?.body).toBe(first?.body);
  expect(new Webhook(secret).verify(third?.body ?? '', toPlain(third?.headers ?? {}))).toEqual(
    JSON.parse(first?.body ?? ''),
  );
  await press(page, 'Close');
  await dialog(page).waitFor({ state: 'detached' });
  await newest().getByText('arrived').waitFor();
  await page.getByText('retrying 1').waitFor({ state: 'detached' });
  expect(at.faults).toEqual([]);
});

test('after a rotation both secrets sign, and neither stays in the page', async () => {
  const { page } = at;
  await press(page, 'Rotate secret');
  await press(page, 'Rotate the secret');
  const rotated = await copyable(page, 'Signing secret');
  await press(page, 'I have copied it');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await findInPage(page, rotated)).toEqual([]);
  const before = receiver.received.length;
  await sendTest('webhook.test');
  await until(() => receiver.received.length > before, 30_000);
  const { body = '', headers = {} } = receiver.received.at(-1) ?? {};
  for (const key of [secret, rotated])
    expect(new Webhook(key).verify(body, toPlain(headers))).toEqual(JSON.parse(body));
  await newest().getByText('arrived').waitFor();
  expect(at.faults).toEqual([]);
});
