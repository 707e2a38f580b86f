import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { answer } from '../../helpers/outside/receiver.js';
import { until } from '../../helpers/run/until.js';
import { hexOf, LIMIT_MS, type Registered, readLast, sendTest, withEndpoint } from '../endpoint.js';
import { type CitationList, stamp, text, type World } from './world.js';

/** The four events of document 2, sent to an endpoint that is registered through `POST /api/v1/webhooks`. */
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

const withRegistered = (
  work: (registered: Registered) => Promise<void>,
  settings: Record<string, string> = {},
) =>
  withEndpoint(
    async (app, key, url) => {
      const body = { url, events: EVENTS };
      const made = await call(app.url, 'POST', '/api/v1/webhooks', { key, body });
      expect(made.status).toBe(201);
      const { webhookId, secret } = made.json<{ webhookId: string; secret: string }>();
      return { id: webhookId, secret };
    },
    work,
    { ROADMAP_WEBHOOKS: 'on', ...settings },
  );

export const eventAudits: Audit<World>[] = [
  {
    id: 'D2-EVENT-1',
    check: () =>
      withRegistered(async (registered) => {
        const { receiver } = registered;
        for (const event of EVENTS) await sendTest(registered, event);
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
    check: () =>
      withRegistered(async (registered) => {
        const { receiver, secret } = registered;
        await sendTest(registered, 'sentinel.triggered');
        await until(() => receiver.received.length === 1, LIMIT_MS);
        const [{ headers = {}, body = '' } = {}] = receiver.received;
        expect(headers['x-service-signature']).toBe(`sha256=${hexOf(secret, body)}`);
        expect(headers['content-type']).toBe('application/json');
      }),
  },
  {
    id: 'D2-EVENT-3',
    check: () =>
      withRegistered(
        async (registered) => {
          const { receiver } = registered;
          receiver.behave(answer.status(500));
          const eventId = await sendTest(registered, 'uplift.measured');
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
    check: () =>
      withRegistered(async (registered) => {
        const { app, receiver } = registered;
        const { retryDelaysMs } = app.deps.config.webhooks;
        expect(retryDelaysMs.map((ms) => ms / 1_000)).toEqual([30, 120, 600, 3_600, 21_600]);
        receiver.behave(answer.status(404));
        const beforeMs = Date.now();
        await sendTest(registered, 'priority.changed');
        await until(async () => (await readLast(registered))?.attemptCount === 1, LIMIT_MS);
        const atMs = Date.parse((await readLast(registered))?.nextAttemptAt ?? '');
        expect(atMs).toBeGreaterThanOrEqual(beforeMs + 27_000);
        expect(atMs).toBeLessThanOrEqual(Date.now() + 33_000);
      }),
  },
  {
    id: 'D2-EVENT-5',
    check: () =>
      withRegistered(async ({ app, account: { key }, receiver }) => {
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
