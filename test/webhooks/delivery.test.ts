import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Tenant } from '../../src/deps.js';
import {
  recoverDeliveries,
  replayDelivery,
  sendTestEvent,
} from '../../src/services/webhooks/replay-delivery.js';
import {
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '../../src/services/webhooks/webhook-endpoint.js';
import { verify } from '../../src/webhooks/verify.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { answer, createReceiver, type Receiver, toPlain } from '../helpers/outside/receiver.js';
import { createTenant } from '../helpers/records/probe.js';
import { until } from '../helpers/run/until.js';
import { attemptsOf, deliveriesOf, makeEndpoint, tell, workerRounds } from './fixture.js';

/** Three attempts, close together. */
const DELAYS = '200ms,300ms';

let app: TestApp;
let tenant: Tenant;
const receivers: Receiver[] = [];
let taken = 0;

beforeAll(async () => {
  for (let i = 0; i < 8; i += 1) receivers.push(await createReceiver());
  app = await startApp({
    WEBHOOK_ALLOW_HOSTS: receivers.map(({ place }) => place).join(),
    WEBHOOK_RETRY_DELAYS: DELAYS,
  });
  tenant = await createTenant(app);
});
afterAll(async () => {
  await app.dispose();
  for (const receiver of receivers) await receiver.dispose();
});

const take = (): Receiver => {
  const receiver = receivers[taken];
  taken += 1;
  if (receiver === undefined) throw new Error('no receiver left');
  return receiver;
};
const ended = async (endpointId: string, count = 1) => {
  await until(async () => {
    const rows = await deliveriesOf(app, tenant, endpointId);
    return rows.length === count && rows.every(({ status }) => status !== 'pending');
  }, 15_000);
  return deliveriesOf(app, tenant, endpointId);
};

test('a fact reaches every endpoint that asked for it, signed by the scheme of its kind, and is logged', async () => {
  const [first, second] = [take(), take()];
  const one = await makeEndpoint(app, tenant, first.url);
  const two = await makeEndpoint(app, tenant, second.url, ['aeo.batch.completed']);
  const data = { batchId: 'b_1', successCount: 9, failureCount: 1 };
  const brandId = '5b1e6b9a-1111-4222-8333-444455556666';
  const [batch] = await tell(app, tenant, 'aeo.batch.completed', { data, brandId });
  const [citation] = await tell(app, tenant, 'citation.discovered', { brandId });
  await until(() => first.received.length === 2 && second.received.length === 1, 30_000);

  const [got] = second.received;
  expect(got?.body).toMatch(
    new RegExp(
      `^\\{"event":"aeo.batch.completed","eventId":"${batch}","brandId":"${brandId}","timestamp":"[^"]+Z","data":\\{`,
    ),
  );
  expect(JSON.parse(got?.body ?? '').data).toEqual(data);
  const other = first.received.find(({ event }) => event === 'citation.discovered');
  expect(other?.body).toMatch(new RegExp(`^\\{"eventId":"${citation}","event":"citation`));
  expect(other?.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
  expect(got?.headers['x-service-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
  expect(got?.headers['webhook-id']).toBe(batch);
  for (const [endpoint, received] of [
    [one, first.received],
    [two, second.received],
  ] as const)
    for (const { headers, body } of received)
      expect(verify(toPlain(headers), body, endpoint.secret, new Date())).toMatchObject({
        isGenuine: true,
        isStandardGenuine: true,
      });

  const [delivery] = await ended(two.id);
  expect(delivery).toMatchObject({
    eventId: batch,
    event: 'aeo.batch.completed',
    brandId,
    body: got?.body,
    status: 'delivered',
    attemptCount: 1,
    nextAttemptAt: null,
    deliveredAt: expect.any(Date),
  });
  const [attempt] = await attemptsOf(app, tenant, delivery?.id ?? '');
  expect(attempt).toMatchObject({
    number: 1,
    statusCode: 200,
    error: null,
    responseBody: 'answer 200',
    responseTruncated: false,
  });
  const sent = Object.fromEntries(attempt?.requestHeaders.map((h) => [h.name, h.value]) ?? []);
  expect(got?.headers).toMatchObject(sent);
});

test('a failure is tried again by the schedule, with the same bytes and id, until it is exhausted', async () => {
  const receiver = take();
  receiver.behave(answer.status(500));
  const { id, secret } = await makeEndpoint(app, tenant, receiver.url);
  const [eventId] = await tell(app, tenant, 'citation.discovered');
  const [delivery] = await ended(id);
  expect(delivery).toMatchObject({ status: 'exhausted', attemptCount: 3, nextAttemptAt: null });
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([eventId]),
  );
  const attempts = await attemptsOf(app, tenant, delivery?.id ?? '');
  expect(attempts.map(({ number, statusCode, error }) => [number, statusCode, error])).toEqual(
    [1, 2, 3].map((number) => [number, 500, 'it answered 500']),
  );
  const gap = (at: number) =>
    (attempts[at]?.attemptedAt.getTime() ?? 0) - (attempts[at - 1]?.attemptedAt.getTime() ?? 0);
  expect(gap(1)).toBeGreaterThanOrEqual(180);
  expect(gap(2)).toBeGreaterThanOrEqual(270);

  receiver.behave(answer.status(202));
  await replayDelivery(app.deps, tenant, delivery?.id ?? '');
  const [replayed] = await ended(id);
  expect(replayed).toMatchObject({
    id: delivery?.id,
    eventId,
    status: 'delivered',
    attemptCount: 4,
  });
  const last = receiver.received.at(-1);
  expect(last?.body).toBe(delivery?.body);
  expect(verify(toPlain(last?.headers ?? {}), last?.body ?? '', secret, new Date()).isGenuine).toBe(
    true,
  );
});

test('what was lost in an outage is recovered since a time', async () => {
  const receiver = take();
  receiver.behave(answer.status(503));
  const { id } = await makeEndpoint(app, tenant, receiver.url);
  const since = new Date();
  const events = await tell(app, tenant, 'citation.discovered', { count: 7 });
  await ended(id, 7);
  receiver.behave(answer.status(200));
  receiver.received.length = 0;
  expect(await recoverDeliveries(app.deps, tenant, { endpointId: id, since: new Date() })).toBe(0);
  expect(await recoverDeliveries(app.deps, tenant, { endpointId: id, since })).toBe(7);
  expect((await ended(id, 7)).every(({ status }) => status === 'delivered')).toBe(true);
  expect(receiver.received.map(({ eventId }) => eventId).sort()).toEqual([...events].sort());
});

test('while a secret is rotated both sign what has a time, and the new one the rest', async () => {
  const receiver = take();
  const { id, secret: old } = await makeEndpoint(app, tenant, receiver.url);
  const { secret } = await rotateWebhookSecret(app.deps, tenant, id, null);
  await tell(app, tenant, 'aeo.batch.completed');
  await tell(app, tenant, 'citation.discovered');
  await until(() => receiver.received.length === 2, 30_000);
  for (const { event, headers, body } of receiver.received) {
    const judge = (key: string) => verify(toPlain(headers), body, key, new Date());
    expect(judge(secret ?? '')).toMatchObject({ isGenuine: true, isStandardGenuine: true });
    const isTimed = event === 'aeo.batch.completed';
    expect(judge(old)).toMatchObject({ isGenuine: isTimed, isStandardGenuine: true });
    if (isTimed) expect(headers['x-service-signature']).toMatch(/^t=\d+,v1=\w{64},v1=\w{64}$/);
  }
});

test('an endpoint that is switched off gets nothing, and what waited once it is on again', async () => {
  const receiver = take();
  receiver.behave(answer.status(500));
  const { id } = await makeEndpoint(app, tenant, receiver.url);
  await tell(app, tenant, 'citation.discovered');
  await until(() => receiver.received.length === 1, 30_000);
  await updateWebhookEndpoint(app.deps, tenant, id, { enabled: false });
  await tell(app, tenant, 'citation.discovered');
  receiver.behave(answer.status(200));
  await workerRounds(app);
  const sent = receiver.received.length;
  expect(sent).toBeLessThanOrEqual(2);
  await expect(sendTestEvent(app.deps, tenant, { id, event: null }, null)).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await updateWebhookEndpoint(app.deps, tenant, id, { enabled: true });
  expect(await ended(id)).toMatchObject([{ status: 'delivered' }]);
});

test('a try is sent to the one endpoint, with an example of any kind', async () => {
  const receiver = take();
  const { id } = await makeEndpoint(app, tenant, receiver.url);
  await sendTestEvent(app.deps, tenant, { id, event: null }, null);
  await sendTestEvent(app.deps, tenant, { id, event: 'priority.changed' }, null);
  await ended(id, 2);
  expect(receiver.received.map(({ event }) => event).sort()).toEqual([
    'priority.changed',
    'webhook.test',
  ]);
  await deleteWebhookEndpoint(app.deps, tenant, id);
  await expect(deliveriesOf(app, tenant, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('what is asked to be sent again during its last attempt is sent again', async () => {
  const receiver = take();
  const { id } = await makeEndpoint(app, tenant, receiver.url);
  const held: ServerResponse[] = [];
  // The third attempt is the last one.
  receiver.behave((res, _, count) =>
    count === 3 ? void held.push(res) : void res.writeHead(count > 3 ? 200 : 500).end(),
  );
  await tell(app, tenant, 'citation.discovered');
  await until(() => held.length === 1, 30_000);
  const [delivery] = await deliveriesOf(app, tenant, id);
  await replayDelivery(app.deps, tenant, delivery?.id ?? '');
  held[0]?.writeHead(500).end();
  await ended(id);
  expect(await deliveriesOf(app, tenant, id)).toMatchObject([
    { status: 'delivered', attemptCount: 4 },
  ]);
});
