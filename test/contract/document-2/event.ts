import { createHmac } from 'node:crypto';
import { expect } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { ask } from '../../helpers/client/graphql.js';
import { call } from '../../helpers/client/http.js';
import { answer, createReceiver, type Receiver } from '../../helpers/outside/receiver.js';
import { until } from '../../helpers/run/until.js';
import { type CitationList, stamp, text, type World } from './world.js';

/** Document 2, Events: the table of its four kinds, and its rules. */
const FIELDS = {
  'citation.discovered': [
    ...['brandId', 'platform', 'sourceUrl', 'sourceDomain', 'promptHash', 'discoveredAt'],
  ],
  'priority.changed': ['brandId', 'platform', 'before', 'after', 'delta', 'observedAt'],
  'sentinel.triggered': ['brandId', 'incidentId', 'severity', 'type', 'title', 'openedAt'],
  'uplift.measured': [
    ...['brandId', 'suggestionId', 'metric', 'before', 'after', 'lift', 'measuredAt'],
  ],
};
const EVENTS = Object.keys(FIELDS);
const LIMIT_MS = 30_000;

interface Registered {
  app: TestApp;
  account: TestAccount;
  receiver: Receiver;
  id: string;
  secret: string;
}

/** With an endpoint that was registered as the document says, which an operator has opened. */
async function withEndpoint(
  work: (registered: Registered) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const receiver = await createReceiver();
  const app = await startApp({
    ROADMAP_WEBHOOKS: 'on',
    WEBHOOK_ALLOW_HOSTS: receiver.place,
    ...settings,
  });
  try {
    const account = await app.createAccount();
    const body = { url: receiver.url, events: EVENTS };
    const made = await call(app.url, 'POST', '/api/v1/webhooks', { key: account.key, body });
    expect(made.status).toBe(201);
    const { webhookId, secret } = made.json<{ webhookId: string; secret: string }>();
    await work({ app, account, receiver, id: webhookId, secret });
  } finally {
    await app.dispose();
    await receiver.dispose();
  }
}

const TRY = `mutation ($id: ID!, $event: String) {
  sendTestEvent(input: { id: $id, event: $event }) { webhookDelivery { eventId } }
}`;

async function tryOut({ app, account, id }: Registered, event: string): Promise<string> {
  const { data } = await ask(app, TRY, { key: account.key, variables: { id, event } });
  const tried = data as { sendTestEvent: { webhookDelivery: { eventId: string } } };
  return tried.sendTestEvent.webhookDelivery.eventId;
}

const LAST = '{ webhookDeliveries(first: 1) { nodes { status attemptCount nextAttemptAt } } }';

interface Last {
  status: string;
  attemptCount: number;
  nextAttemptAt: string | null;
}

/** How the newest delivery stands. */
async function readLast({ app, account: { key } }: Registered): Promise<Last | undefined> {
  const { data } = await ask(app, LAST, { key });
  return (data as { webhookDeliveries: { nodes: Last[] } }).webhookDeliveries.nodes[0];
}

const hexOf = (secret: string, body: string) =>
  createHmac('sha256', secret).update(body).digest('hex');

export const eventAudits: Audit<World>[] = [
  {
    id: 'D2-EVENT-1',
    says: 'each of the four events MUST carry its fields, under an eventId of its own',
    check: () =>
      withEndpoint(async (registered) => {
        const { receiver } = registered;
        for (const event of EVENTS) await tryOut(registered, event);
        await until(() => receiver.received.length === EVENTS.length, LIMIT_MS);
        for (const { event, body } of receiver.received) {
          const sent = JSON.parse(body);
          expect(sent).toEqual({
            eventId: text,
            event,
            brandId: text,
            timestamp: stamp,
            data: expect.anything(),
          });
          expect([event, Object.keys(sent.data)]).toEqual([
            event,
            FIELDS[event as keyof typeof FIELDS],
          ]);
        }
        expect(receiver.received.map(({ event }) => event).sort()).toEqual([...EVENTS].sort());
        expect(new Set(receiver.received.map(({ eventId }) => eventId)).size).toBe(EVENTS.length);
      }),
  },
  {
    id: 'D2-EVENT-2',
    says: 'a delivery MUST be signed sha256=<hex>, over the raw body with the webhook’s secret',
    check: () =>
      withEndpoint(async (registered) => {
        const { receiver, secret } = registered;
        await tryOut(registered, 'sentinel.triggered');
        await until(() => receiver.received.length === 1, LIMIT_MS);
        const [{ headers = {}, body = '' } = {}] = receiver.received;
        expect(headers['x-service-signature']).toBe(`sha256=${hexOf(secret, body)}`);
        expect(headers['content-type']).toBe('application/json');
      }),
  },
  {
    id: 'D2-EVENT-3',
    says: 'a delivery that is not answered 2xx MUST be tried again 5 times, with the same eventId and body',
    check: () =>
      withEndpoint(
        async (registered) => {
          const { receiver } = registered;
          receiver.behave(answer.status(500));
          const eventId = await tryOut(registered, 'uplift.measured');
          await until(async () => (await readLast(registered))?.status === 'EXHAUSTED', LIMIT_MS);
          expect(await readLast(registered)).toMatchObject({ attemptCount: 6 });
          expect(receiver.received).toHaveLength(6);
          expect(new Set(receiver.received.map((one) => one.eventId))).toEqual(new Set([eventId]));
          expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
        },
        { WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms,50ms' },
      ),
  },
  {
    id: 'D2-EVENT-4',
    says: 'the pauses between attempts MUST be 30 s, 2 min, 10 min, 1 h and 6 h, with jitter',
    check: () =>
      withEndpoint(async (registered) => {
        const { app, receiver } = registered;
        const { retryDelaysMs } = app.deps.config.webhooks;
        expect(retryDelaysMs.map((ms) => ms / 1_000)).toEqual([30, 120, 600, 3_600, 21_600]);
        receiver.behave(answer.status(404));
        const beforeMs = Date.now();
        await tryOut(registered, 'priority.changed');
        await until(async () => (await readLast(registered))?.attemptCount === 1, LIMIT_MS);
        const atMs = Date.parse((await readLast(registered))?.nextAttemptAt ?? '');
        expect(atMs).toBeGreaterThanOrEqual(beforeMs + 27_000);
        expect(atMs).toBeLessThanOrEqual(Date.now() + 33_000);
      }),
  },
  {
    id: 'D2-EVENT-5',
    says: 'a page that answers of a run cite for the first time MUST be told once, as GET /citations lists it',
    check: () =>
      withEndpoint(async ({ app, account: { key }, receiver }) => {
        const body = { name: 'Marlowe', category: 'raincoats' };
        const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
        const brandId = made.json<{ brand: { id: string } }>().brand.id;
        await call(app.url, 'POST', '/api/v1/probes', { key, body: { brandId } });
        const list = async () =>
          (
            await call(app.url, 'GET', `/api/v1/citations?brandId=${brandId}`, { key })
          ).json<CitationList>();
        await until(async () => {
          const { citations } = await list();
          const pages = new Set(citations.map(({ sourceUrl }) => sourceUrl));
          return pages.size > 0 && receiver.received.length === pages.size;
        }, LIMIT_MS);
        const told = receiver.received.map(({ body: sent }) => JSON.parse(sent).data);
        const seen = (facts: object[]) =>
          facts
            .map((fact) =>
              FIELDS['citation.discovered'].map((name) => (fact as Record<string, unknown>)[name]),
            )
            .sort((one, other) => (String(one) < String(other) ? -1 : 1));
        expect(new Set(told.map(({ sourceUrl }) => sourceUrl)).size).toBe(told.length);
        expect(seen((await list()).citations)).toEqual(expect.arrayContaining(seen(told)));
      }),
  },
];
