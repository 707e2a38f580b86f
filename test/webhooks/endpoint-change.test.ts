import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '../../src/services/webhooks/webhook-endpoint.js';
import { verify } from '../../src/webhooks/verify.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { answer, createReceiver, type Receiver, toPlain } from '../helpers/outside/receiver.js';
import { createTenant, type Tenant } from '../helpers/records/probe.js';
import { until } from '../helpers/run/until.js';
import { all, attemptsOf, deliveriesOf, makeEndpoint, tell, workerRounds } from './fixture.js';

const AT_ONCE = 5;
const WAITING = 7;

let here: Receiver;
let there: Receiver;
let app: TestApp;
let tenant: Tenant;
let endpoint: { id: string; secret: string };
beforeAll(async () => {
  [here, there] = await Promise.all([createReceiver(), createReceiver()]);
  app = await startApp({ WEBHOOK_ALLOW_HOSTS: [here, there].map(({ place }) => place).join() });
});
afterAll(async () => {
  await app.dispose();
  await Promise.all([here.dispose(), there.dispose()]);
});

/** Five posts are open, and the others are in memory behind them. */
beforeEach(async () => {
  tenant = await createTenant(app);
  endpoint = await makeEndpoint(app, tenant, here.url, [
    'citation.discovered',
    'lint.issue.detected',
  ]);
  await tell(app, tenant, 'citation.discovered');
  await all(app, tenant, (status) => status === 'delivered');
  here.received.length = 0;
  here.behave(answer.late(1_500));
  await tell(app, tenant, 'citation.discovered', { count: AT_ONCE + WAITING });
  await until(() => here.received.length === AT_ONCE, 30_000);
});
afterEach(async () => {
  await all(app, tenant, (status) => status === 'delivered');
  here.behave(answer.status(200));
  there.received.length = 0;
});

test('what waits goes to the new URL, and the log says which post went where', async () => {
  await updateWebhookEndpoint(app.deps, tenant, endpoint.id, { url: there.url });
  await all(app, tenant, (status) => status === 'delivered');
  expect([here, there].map(({ received }) => received.length)).toEqual([AT_ONCE, WAITING]);
  const rows = await deliveriesOf(app, tenant, endpoint.id);
  const attempts = await Promise.all(rows.map(({ id }) => attemptsOf(app, tenant, id)));
  const urls = attempts.flat().map(({ url }) => url);
  expect(urls.filter((url) => url === there.url)).toHaveLength(WAITING);
  expect(urls.filter((url) => url === here.url)).toHaveLength(1 + AT_ONCE);
});

test('what waits waits on while the endpoint is switched off', async () => {
  await updateWebhookEndpoint(app.deps, tenant, endpoint.id, { enabled: false });
  await until(async () => {
    const rows = await deliveriesOf(app, tenant, endpoint.id);
    return rows.filter(({ status }) => status === 'pending').length === WAITING;
  }, 30_000);
  await workerRounds(app);
  expect(here.received).toHaveLength(AT_ONCE);
  await updateWebhookEndpoint(app.deps, tenant, endpoint.id, { enabled: true });
  await all(app, tenant, (status) => status === 'delivered');
  expect(here.received).toHaveLength(AT_ONCE + WAITING);
});

test('what waits is signed with the new secret, and with each that was rotated within a day', async () => {
  await tell(app, tenant, 'lint.issue.detected', { count: 2 });
  const rotate = async () =>
    (await rotateWebhookSecret(app.deps, tenant, endpoint.id, null)).secret ?? '';
  const [second, third] = [await rotate(), await rotate()];
  await all(app, tenant, (status) => status === 'delivered');
  const isBy = (secret: string) => (one: Receiver['received'][number]) =>
    verify(toPlain(one.headers), one.body, secret, new Date());
  const later = here.received.slice(AT_ONCE);
  expect(later).toHaveLength(WAITING + 2);
  for (const secret of [endpoint.secret, second, third])
    expect(later.map(isBy(secret)).every((one) => one.isStandardGenuine)).toBe(true);
  // The documents' digest has room for one.
  const digests = later.filter(({ event }) => event === 'citation.discovered');
  expect(digests.map(isBy(third)).every(({ isGenuine }) => isGenuine)).toBe(true);
  const stamped = later.filter(({ event }) => event === 'lint.issue.detected');
  for (const secret of [endpoint.secret, second, third])
    expect(stamped.map(isBy(secret)).map(({ isGenuine }) => isGenuine)).toEqual([true, true]);
});

test('six rotations within a day are one too many, and leave all as it is', async () => {
  const rotate = () => rotateWebhookSecret(app.deps, tenant, endpoint.id, null);
  for (let times = 1; times <= 5; times += 1) await rotate();
  await expect(rotate()).rejects.toMatchObject({ code: 'CONFLICT' });
});
