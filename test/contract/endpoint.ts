import { createHmac } from 'node:crypto';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { createReceiver, type Receiver } from '../helpers/outside/receiver.js';

/** Longer than a delivery takes, also on a busy machine. */
export const LIMIT_MS = 30_000;

interface Endpoint {
  id: string;
  secret: string;
}

export interface Registered extends Endpoint {
  app: TestApp;
  account: TestAccount;
  receiver: Receiver;
}

/** Starts a receiver and a server, and registers the one with the other. */
export async function withEndpoint(
  register: (app: TestApp, key: string, url: string) => Promise<Endpoint>,
  work: (registered: Registered) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const receiver = await createReceiver();
  const app = await startApp({ WEBHOOK_ALLOW_HOSTS: receiver.place, ...settings });
  try {
    const account = await app.createAccount();
    const endpoint = await register(app, account.key, receiver.url);
    await work({ app, account, receiver, ...endpoint });
  } finally {
    await app.dispose();
    await receiver.dispose();
  }
}

const TEST = `mutation ($id: ID!, $event: String) {
  sendTestEvent(input: { id: $id, event: $event }) { webhookDelivery { eventId } }
}`;

/** Sends an example of an event. @returns its `eventId` */
export async function sendTest({ app, account, id }: Registered, event: string): Promise<string> {
  const { data } = await ask(app, TEST, { key: account.key, variables: { id, event } });
  const sent = data as { sendTestEvent: { webhookDelivery: { eventId: string } } };
  return sent.sendTestEvent.webhookDelivery.eventId;
}

const LAST = '{ webhookDeliveries(first: 1) { nodes { status attemptCount nextAttemptAt } } }';

interface Last {
  status: string;
  attemptCount: number;
  nextAttemptAt: string | null;
}

/** The state of the newest delivery. */
export async function readLast({ app, account: { key } }: Registered): Promise<Last | undefined> {
  const { data } = await ask(app, LAST, { key });
  return (data as { webhookDeliveries: { nodes: Last[] } }).webhookDeliveries.nodes[0];
}

export const hexOf = (secret: string, signed: string): string =>
  createHmac('sha256', secret).update(signed).digest('hex');
