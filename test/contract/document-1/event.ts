import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { ask } from '../../helpers/client/graphql.js';
import { call } from '../../helpers/client/http.js';
import { until } from '../../helpers/run/until.js';
import { hexOf, LIMIT_MS, type Registered, sendTest, withEndpoint } from '../endpoint.js';
import { number, stamp, text, uuid, type World } from './world.js';

/** The five events of document 1, sent to an endpoint that is registered as in the dashboard. */
const EVENTS = [
  'wiki.page.created',
  'wiki.page.updated',
  'lint.issue.detected',
  'aeo.batch.completed',
  'citation.gap.alert',
];
const REGISTER = `mutation ($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) { webhookEndpoint { id } secret }
}`;
const CREATE = `mutation ($input: CreateWikiPageInput!) {
  createWikiPage(input: $input) { wikiPage { id } }
}`;
const UPDATE = `mutation ($input: UpdateWikiPageInput!) {
  updateWikiPage(input: $input) { wikiPage { id } }
}`;

const withRegistered = (work: (registered: Registered) => Promise<void>, events = EVENTS) =>
  withEndpoint(async (app, key, url) => {
    const { data } = await ask(app, REGISTER, { key, variables: { input: { url, events } } });
    const { createWebhookEndpoint } = data as {
      createWebhookEndpoint: { webhookEndpoint: { id: string }; secret: string };
    };
    const { webhookEndpoint, secret } = createWebhookEndpoint;
    return { id: webhookEndpoint.id, secret };
  }, work);

export const eventAudits: Audit<World>[] = [
  {
    id: 'D1-EVENT-1',
    check: () =>
      withRegistered(async (registered) => {
        const { receiver } = registered;
        for (const event of EVENTS) await sendTest(registered, event);
        await until(() => receiver.received.length === EVENTS.length, LIMIT_MS);
        for (const { headers, body, event, eventId } of receiver.received) {
          expect(headers['content-type']).toBe('application/json');
          expect(JSON.parse(body)).toEqual({
            event,
            eventId,
            brandId: uuid,
            timestamp: stamp,
            data: expect.anything(),
          });
        }
        expect(receiver.received.map(({ event }) => event).sort()).toEqual([...EVENTS].sort());
      }),
  },
  {
    id: 'D1-EVENT-2',
    check: () =>
      withRegistered(
        async ({ app, account: { key }, receiver }) => {
          const brand = { name: 'Zephyrine', category: 'running shoes' };
          const made = await call(app.url, 'POST', '/api/brands', { key, body: brand });
          const brandId = made.json<{ brand: { id: string } }>().brand.id;
          const page = { brandId, title: 'Facts', body: 'Zephyrine is a running shoe.' };
          const { data } = await ask(app, CREATE, { key, variables: { input: page } });
          const { createWikiPage } = data as { createWikiPage: { wikiPage: { id: string } } };
          const change = { id: createWikiPage.wikiPage.id, body: 'Zephyrine is a shoe.' };
          await ask(app, UPDATE, { key, variables: { input: change } });
          await until(() => receiver.received.length > 0, LIMIT_MS);
          expect(receiver.received.map(({ event }) => event)).toEqual(['wiki.page.updated']);
        },
        ['wiki.page.updated'],
      ),
  },
  {
    id: 'D1-EVENT-3',
    check: () =>
      withRegistered(async (registered) => {
        const { receiver, secret } = registered;
        await sendTest(registered, 'wiki.page.created');
        await until(() => receiver.received.length === 1, LIMIT_MS);
        const [{ headers = {}, body = '' } = {}] = receiver.received;
        const pairs = String(headers['x-service-signature']).split(',');
        const { t = '', v1 } = Object.fromEntries(pairs.map((pair) => pair.split('=')));
        expect(v1).toBe(hexOf(secret, `${t}.${body}`));
        expect(Math.abs(Number(t) - Date.now() / 1_000)).toBeLessThan(60);
      }),
  },
  {
    id: 'D1-EVENT-4',
    check: () =>
      withRegistered(async (registered) => {
        const { receiver } = registered;
        await sendTest(registered, 'aeo.batch.completed');
        await until(() => receiver.received.length === 1, LIMIT_MS);
        expect(JSON.parse(receiver.received[0]?.body ?? '').data).toEqual({
          batchId: text,
          successCount: number,
          failureCount: number,
        });
      }),
  },
];
