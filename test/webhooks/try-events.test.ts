import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { until } from '../helpers/run/until.js';

let receiver: Receiver;
let app: TestApp;
beforeAll(async () => {
  receiver = await createReceiver();
  app = await startApp({ WEBHOOK_ALLOW_HOSTS: receiver.place });
});
afterAll(async () => {
  await app?.dispose();
  await receiver?.dispose();
});

const CREATE = `mutation ($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) { webhookEndpoint { id } } }`;
const TRY =
  'mutation ($input: SendTestEventInput!) { sendTestEvent(input: $input) { webhookDelivery { id } } }';

test('a test key can try every event there is', async () => {
  const { key } = await app.createAccount();
  const tell = async (query: string, variables = {}) => {
    const { data, codes } = await ask(app, query, { key, variables });
    expect(codes).toEqual([]);
    return data as never;
  };
  const { webhookEventKinds: kinds }: { webhookEventKinds: { name: string }[] } = await tell(
    '{ webhookEventKinds { name } }',
  );
  const names = kinds.map(({ name }) => name);
  expect(names).toHaveLength(10);
  const input = { url: receiver.url, events: [names[0]] };
  const made: { createWebhookEndpoint: { webhookEndpoint: { id: string } } } = await tell(CREATE, {
    input,
  });
  const { id } = made.createWebhookEndpoint.webhookEndpoint;
  for (const event of names) await tell(TRY, { input: { id, event } });
  await until(() => receiver.received.length === names.length, 30_000);
  expect(receiver.received.map(({ event }) => event).sort()).toEqual(names.sort());
});
