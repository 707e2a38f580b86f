import { expect } from '@jest/globals';
import { startApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { stamp, text, type World } from './world.js';

const PATH = '/api/v1/webhooks';
const body = {
  url: 'https://192.0.1.1/hook',
  events: ['citation.discovered', 'uplift.measured'],
  description: 'ours',
};

export const webhookAudits: Audit<World>[] = [
  {
    id: 'D2-WEBHOOK-1',
    check: async ({ app, account }) => {
      for (const sent of [body, {}]) {
        const answer = await call(app.url, 'POST', PATH, { key: account.key, body: sent });
        expect([answer.status, answer.json()]).toMatchObject([501, { error: { code: 'ROADMAP' } }]);
      }
      expect((await call(app.url, 'POST', PATH, { body })).status).toBe(401);
      const writer = await account.makeKey({ scopes: ['write'] });
      expect((await call(app.url, 'POST', PATH, { key: writer, body })).status).toBe(403);
    },
  },
  {
    id: 'D2-WEBHOOK-2',
    check: async () => {
      const app = await startApp({ ROADMAP_WEBHOOKS: 'on', ROLE: 'web' });
      try {
        const { key } = await app.createAccount();
        const headers = { 'idempotency-key': 'hook-1' };
        const post = (sent: object) => call(app.url, 'POST', PATH, { key, body: sent, headers });
        const made = await post(body);
        expect(made.status).toBe(201);
        expect(made.json()).toEqual({
          webhookId: text,
          url: body.url,
          events: body.events,
          description: 'ours',
          secret: expect.stringMatching(/^whsec_/),
          createdAt: stamp,
        });
        const again = await post(body);
        expect(again.json()).toEqual({ ...made.json<object>(), secret: null });
        const list = await call(app.url, 'POST', '/graphql', {
          key,
          body: { query: '{ webhookEndpoints { id url } }' },
        });
        expect(list.json()).toMatchObject({
          data: {
            webhookEndpoints: [{ id: made.json<{ webhookId: string }>().webhookId, url: body.url }],
          },
        });
        const faults: [object, string][] = [
          [{ ...body, url: 'http://192.0.1.1/hook' }, 'url'],
          [{ ...body, url: 'https://127.0.0.1/' }, 'url'],
          [{ ...body, events: [] }, 'events'],
          [{ ...body, events: ['odd'] }, 'events'],
          [{ url: body.url }, 'events'],
          [{ events: body.events }, 'url'],
        ];
        for (const [sent, field] of faults) {
          const refused = await call(app.url, 'POST', PATH, { key, body: sent });
          expect([refused.status, refused.json()]).toMatchObject([
            400,
            { error: { code: 'BAD_INPUT', details: { field } } },
          ]);
        }
      } finally {
        await app.dispose();
      }
    },
  },
];
