import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Tenant } from '../../src/deps.js';
import { listMail } from '../../src/services/accounts/mail.js';
import { recoverDeliveries, replayDelivery } from '../../src/services/webhooks/replay-delivery.js';
import type { WebhookDeliveryRow } from '../../src/services/webhooks/webhook-delivery.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { scrape } from '../helpers/client/metrics.js';
import { answer, createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { createClock } from '../helpers/run/clock.js';
import { until } from '../helpers/run/until.js';
import { all, deliveriesOf, makeEndpoint, tell, workerRounds } from './fixture.js';

let receiver: Receiver;
let opened: TestApp | undefined;
beforeEach(async () => {
  receiver = await createReceiver();
});
afterEach(async () => {
  await opened?.dispose();
  await receiver.dispose();
});

async function open(now: () => Date): Promise<TestApp> {
  const settings = { WEBHOOK_ALLOW_HOSTS: receiver.place, WEBHOOK_RETRY_DELAYS: '300ms' };
  opened = await startApp(settings, { now });
  return opened;
}

/** An account with an owner, and the subjects of the mails that the owner got. */
async function openOwned() {
  const clock = createClock();
  const app = await open(clock.now);
  const owner = await app.createAccount();
  const tenant: Tenant = { accountId: owner.accountId, environment: 'test' };
  const subjects = async () =>
    (await listMail(app.deps, { recipient: owner.email, limit: 10 })).map((mail) => mail.subject);
  return { clock, app, tenant, subjects };
}

test('what has not arrived a day after its first attempt is mailed to the owners once, stored and counted', async () => {
  const clock = createClock();
  const app = await open(clock.now);
  const owner = await app.createAccount();
  const tenant: Tenant = { accountId: owner.accountId, environment: 'test' };
  receiver.behave(answer.status(500));
  const { id } = await makeEndpoint(app, tenant, receiver.url);
  await tell(app, tenant, 'citation.discovered', { count: 3 });
  await all(app, tenant, (status) => status === 'exhausted');
  const mail = () => listMail(app.deps, { recipient: owner.email, limit: 10 });
  clock.move(23 * 3_600_000);
  await workerRounds(app);
  expect(await mail()).toEqual([]);
  clock.move(3_600_000);
  await until(async () => (await mail()).length > 0, 30_000);
  const isAlerted = async () =>
    (await deliveriesOf(app, tenant, id)).every(({ alertedAt }) => alertedAt !== null);
  await until(isAlerted, 30_000);
  clock.move(86_400_000);
  await workerRounds(app);
  const [message, ...others] = await mail();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ subject: '3 webhooks not delivered' });
  expect(message?.body).toContain(receiver.url);
  const metrics = await scrape(app);
  expect(metrics).toContain('answerscope_webhook_alerts_total 3');
  expect(metrics).toContain('answerscope_webhook_exhausted_total 3');

  receiver.behave(answer.status(200));
  const since = new Date(clock.now().getTime() - 7 * 86_400_000);
  expect(await recoverDeliveries(app.deps, tenant, { endpointId: null, since })).toBe(3);
  await all(app, tenant, (status) => status === 'delivered');
  // What came late stays told of.
  expect(await isAlerted()).toBe(true);
});

test('what is sent again in vain is late from its first attempt on, and told of once', async () => {
  const { clock, app, tenant, subjects } = await openOwned();
  const afterAttempts = async (count: number) => {
    const isOver = ({ status, attemptCount }: WebhookDeliveryRow) =>
      status !== 'pending' && attemptCount === count;
    await until(async () => (await deliveriesOf(app, tenant)).every(isOver), 30_000);
    return (await deliveriesOf(app, tenant)).map(({ firstAttemptAt, alertedAt }) => ({
      firstAttemptAt,
      alertedAt,
    }));
  };
  const recover = () =>
    recoverDeliveries(app.deps, tenant, { endpointId: null, since: new Date(Date.now() - 60_000) });
  receiver.behave(answer.status(500));
  await makeEndpoint(app, tenant, receiver.url);
  await tell(app, tenant, 'citation.discovered', { count: 2 });
  await all(app, tenant, (status) => status === 'exhausted');
  const first = await afterAttempts(2);
  clock.move(12 * 3_600_000);
  expect(await recover()).toBe(2);
  expect(await afterAttempts(4)).toEqual(first);
  clock.move(12 * 3_600_000);
  await until(async () => (await subjects()).length > 0, 30_000);
  expect(await subjects()).toEqual(['2 webhooks not delivered']);
  const isTold = async () =>
    (await deliveriesOf(app, tenant)).every(({ alertedAt }) => alertedAt !== null);
  await until(isTold, 30_000);
  const told = await afterAttempts(4);

  expect(await recover()).toBe(2);
  expect(await afterAttempts(6)).toEqual(told);
  clock.move(30 * 3_600_000);
  await workerRounds(app);
  expect(await subjects()).toHaveLength(1);

  // Once it has arrived, a replay begins anew.
  receiver.behave(answer.status(200));
  const [{ id } = { id: '' }] = await deliveriesOf(app, tenant);
  const one = async () => (await deliveriesOf(app, tenant)).find((row) => row.id === id);
  const replay = async (status: string) => {
    await replayDelivery(app.deps, tenant, id);
    await until(async () => (await one())?.status === status, 30_000);
    return one();
  };
  expect(await replay('delivered')).toMatchObject(told[0] ?? {});
  receiver.behave(answer.status(500));
  const anew = await replay('exhausted');
  expect(anew?.alertedAt).toBeNull();
  expect(anew?.firstAttemptAt?.getTime()).toBeGreaterThan(clock.now().getTime() - 60_000);
  clock.move(86_400_000);
  await until(async () => (await subjects()).length === 2, 30_000);
  expect(await subjects()).toContain('1 webhook not delivered');
});

test('owners hear of an endpoint once a day, also of one that is never done', async () => {
  const { clock, app, tenant, subjects } = await openOwned();
  const alerted = async () =>
    (await deliveriesOf(app, tenant)).filter(({ alertedAt }) => alertedAt !== null).length;
  const fail = async (count: number, inAll: number) => {
    await tell(app, tenant, 'citation.discovered', { count });
    await until(async () => (await deliveriesOf(app, tenant)).length === inAll, 30_000);
    await all(app, tenant, (status) => status === 'exhausted');
  };
  receiver.behave(answer.status(500));
  await makeEndpoint(app, tenant, receiver.url);
  await fail(2, 2);
  clock.move(12 * 3_600_000);
  await fail(3, 5);
  // Something is under way there while the day ends.
  const held: ServerResponse[] = [];
  receiver.behave((res) => void held.push(res));
  await tell(app, tenant, 'citation.discovered');
  await until(() => held.length === 1, 30_000);
  clock.move(12 * 3_600_000);
  await until(async () => (await subjects()).length === 1, 30_000);
  expect(await subjects()).toEqual(['2 webhooks not delivered']);
  expect(held).toHaveLength(1);
  held[0]?.end();
  await until(async () => (await alerted()) === 2, 30_000);

  clock.move(12 * 3_600_000);
  await until(async () => (await alerted()) === 5, 30_000);
  await workerRounds(app);
  expect(await subjects()).toHaveLength(1);
  clock.move(12 * 3_600_000);
  await until(async () => (await subjects()).length === 2, 30_000);
  expect(await subjects()).toContain('3 webhooks not delivered');
});
