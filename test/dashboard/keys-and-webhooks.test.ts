import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { startApp, type TestApp } from '../helpers/app.js';
import { expectAccessible } from '../helpers/browser/audit.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import {
  closed,
  copyable,
  dialog,
  findInPage,
  gone,
  heading,
  press,
} from '../helpers/browser/steps.js';
import { call } from '../helpers/client/http.js';
import { answer, createReceiver, type Receiver, toPlain } from '../helpers/outside/receiver.js';
import { createClock } from '../helpers/run/clock.js';
import { until } from '../helpers/run/until.js';

/** What programs are let in and told by: keys and webhooks, whose secrets are seen once. */

const RETRY_MS = 600_000;
const clock = createClock();
let receiver: Receiver;
let app: TestApp;
const visit = useBrowser();

beforeAll(async () => {
  receiver = await createReceiver();
  app = await startApp(
    { WEBHOOK_ALLOW_HOSTS: receiver.place, WEBHOOK_RETRY_DELAYS: `${RETRY_MS / 60_000}m,1h` },
    { now: clock.now },
  );
});
afterAll(async () => {
  await app?.dispose();
  await receiver?.dispose();
});

test('a key is made, seen once and nowhere after, and works; then it is rotated and revoked', async () => {
  const { cookie } = await app.createAccount();
  const { page } = await visit(app.url, { cookie, path: '/dashboard/keys?environment=test' });
  await heading(page, 'API keys');
  await press(page, 'Create a key');
  await dialog(page).getByLabel('Name').fill('Nightly report');
  await dialog(page).getByText('change brands and start runs').click();
  await expectAccessible(page);
  await press(page, 'Create key');
  await dialog(page).getByText('API key created').waitFor();
  const secret = await copyable(page, 'Nightly report');
  expect(secret).toMatch(/^sk_test_\w{34}$/);
  expect(await copyable(page, 'For your .env file')).toBe(`ANSWERSCOPE_KEY=${secret}`);
  // The search itself finds what is there.
  expect(await findInPage(page, secret)).toEqual(['document', 'memory']);
  // A slip of the pointer does not lose it.
  await page.mouse.click(5, 5);
  const curl = await copyable(page, 'Try it with curl');
  const [, url = '', header = ''] = /curl -s (\S+) -H 'Authorization: (.+)'/.exec(curl) ?? [];
  const me = await fetch(url, { headers: { authorization: header } });
  expect(await me.json()).toMatchObject({
    auth: { environment: 'test', scopes: ['read', 'write'] },
  });
  await expectAccessible(page);
  await press(page, 'I have copied it');
  await closed(page);
  const row = page.getByRole('row').filter({ hasText: 'Nightly report' });
  await row.getByText('active').waitFor();
  await row.getByText(/^User \d+$/).waitFor();

  await row.getByRole('button', { name: 'Rotate' }).click();
  await press(page, 'Rotate key');
  const rotated = await copyable(page, 'Nightly report');
  expect(rotated).not.toBe(secret);
  await press(page, 'I have copied it');
  await closed(page);
  await page.getByText(rotated.slice(0, 12)).waitFor();
  expect(await findInPage(page, secret, rotated)).toEqual([]);
  const tryKey = async (key: string) => (await call(app.url, 'GET', '/api/me', { key })).status;
  // The one before it works on for its day, unless it is revoked.
  expect([await tryKey(secret), await tryKey(rotated)]).toEqual([200, 200]);
  await row.filter({ hasText: 'expires soon' }).getByRole('button', { name: 'Revoke' }).click();
  await press(page, 'Revoke key');
  await page.getByText('Inactive keys (1)').waitFor();
  expect([await tryKey(secret), await tryKey(rotated)]).toEqual([401, 200]);
});

test('a key of the older format is made where its document sends people', async () => {
  const { cookie } = await app.createAccount();
  const { page } = await visit(app.url, { cookie, path: '/dashboard/keys' });
  await heading(page, 'API keys');
  await press(page, 'Create a key');
  await dialog(page).getByLabel('Name').fill('Shop plugin');
  await dialog(page).getByLabel('Format').selectOption('SERVICE');
  await dialog(page).getByText('A service key has read and write access.').waitFor();
  expect(await dialog(page).getByRole('radio').count()).toBe(0);
  await expectAccessible(page);
  await press(page, 'Create key');
  const key = await copyable(page, 'Shop plugin');
  expect(key).toMatch(/^service_[0-9a-f]{24}$/);
  const me = await call(app.url, 'GET', '/api/me', { key });
  expect(me.json()).toMatchObject({ auth: { environment: 'live', scopes: ['read', 'write'] } });
});

test('an endpoint is added, its secret seen once; its deliveries are followed, tried again and replayed; it changes and goes', async () => {
  const { cookie } = await app.createAccount();
  const { page } = await visit(app.url, { cookie, path: '/dashboard/webhooks?environment=test' });
  await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
  await dialog(page).getByLabel('URL').fill(receiver.url);
  await dialog(page).getByLabel('Description').fill('Alerts');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add endpoint' }).click();
  const secret = await copyable(page, 'Signing secret');
  expect(secret).toMatch(/^whsec_/);
  await press(page, 'I have copied it');
  await heading(page, receiver.url);

  const newest = page.getByRole('row').filter({ hasText: 'webhook.test' }).first();
  const sendTest = async () => {
    await press(page, 'Send a test');
    await press(page, 'Send test');
    await closed(page);
  };
  const close = async () => {
    await press(page, 'Close');
    await closed(page);
  };

  // It arrives and shows up by itself, and the log shows what was sent.
  await sendTest();
  await newest.getByText('HTTP 200').waitFor();
  await newest.getByText('delivered').waitFor();
  const [arrived] = receiver.received;
  const { body: sent = '', headers: signed = {} } = arrived ?? {};
  const signature = String(signed['x-service-signature']);
  // By the libraries of others.
  expect(new Webhook(secret).verify(sent, toPlain(signed))).toEqual(JSON.parse(sent));
  expect(() => new Webhook(secret).verify(`${sent} `, toPlain(signed))).toThrow();
  const stripe = new Stripe('sk_test_of_nobody');
  expect(stripe.webhooks.constructEvent(sent, signature, secret, 300)).toEqual(JSON.parse(sent));
  await newest.getByRole('link').click();
  await dialog(page).getByText(signature, { exact: true }).waitFor();
  await dialog(page).getByText('answer 200').waitFor();
  await dialog(page)
    .getByText(arrived?.eventId ?? '')
    .first()
    .waitFor();
  await expectAccessible(page);
  await close();

  // After a rotation both secrets sign, and neither stays in the page.
  await press(page, 'Rotate secret');
  await dialog(page).getByRole('button', { name: 'Rotate secret' }).click();
  const rotated = await copyable(page, 'Signing secret');
  await press(page, 'I have copied it');
  await closed(page);
  await page.getByText('signed with the previous secret until').waitFor();
  expect(await findInPage(page, secret, rotated)).toEqual([]);
  const before = receiver.received.length;
  await sendTest();
  await until(() => receiver.received.length > before, 30_000);
  const { body = '', headers = {} } = receiver.received.at(-1) ?? {};
  for (const key of [secret, rotated])
    expect(new Webhook(key).verify(body, toPlain(headers))).toEqual(JSON.parse(body));

  // A failure waits for its retry, which the open page tells of; then it is replayed by hand.
  receiver.behave(answer.status(503));
  await sendTest();
  await newest.getByText('retrying').waitFor();
  await newest.getByText('HTTP 503').waitFor();
  await newest.getByText(/^in (9|10|11) min/).waitFor();
  await page.getByText('retrying 1').waitFor();
  await newest.getByRole('link').click();
  await dialog(page).getByText('answer 503').waitFor();
  expect(receiver.received).toHaveLength(3);
  clock.move(RETRY_MS * 2);
  await dialog(page).getByText('Attempt 2').waitFor();
  await dialog(page)
    .getByText(/2 attempts · next in/)
    .waitFor();
  receiver.behave(answer.status(204));
  await press(page, 'Replay');
  await dialog(page).getByText('Attempt 3').waitFor();
  await dialog(page).getByText('delivered', { exact: true }).waitFor();
  const tries = receiver.received.slice(2);
  expect(tries.map(({ eventId, body }) => ({ eventId, body }))).toEqual(
    Array.from({ length: 3 }, () => ({ eventId: tries[0]?.eventId, body: tries[0]?.body })),
  );
  await close();
  await newest.getByText('delivered').waitFor();
  await gone(page.getByText('retrying 1'));

  // What failed is recovered.
  receiver.behave(answer.status(500));
  await sendTest();
  await page.getByText('retrying 1').waitFor();
  receiver.behave(answer.status(200));
  await press(page, 'Resend failed');
  await expectAccessible(page);
  await press(page, 'Resend');
  await page.getByText('Resending 1 delivery.').waitFor();
  await gone(page.getByText('retrying 1'));

  await press(page, 'Edit');
  await page.getByLabel('Description').fill('Alerts of the night');
  await press(page, 'Save');
  await page.getByText('Alerts of the night').waitFor();
  await expectAccessible(page);
  const off = page.getByText('disabled', { exact: true });
  await press(page, 'Disable');
  await press(page, 'Disable endpoint');
  await off.waitFor();
  expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true);
  await press(page, 'Enable');
  await gone(off);
  await press(page, 'Delete');
  await press(page, 'Delete endpoint');
  await page.getByText('No endpoints yet').waitFor();
});
