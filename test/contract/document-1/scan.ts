import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { number, SCAN, type Scan, scanned, uuid, type World } from './world.js';

export const scanAudits: Audit<World>[] = [
  {
    id: 'D1-SCAN-1',
    check: async ({ app }) => {
      const answer = await call(app.url, 'POST', SCAN, { body: scanned });
      const platforms = ['chatgpt', 'gemini', 'perplexity'];
      expect([answer.status, answer.json()]).toEqual([
        200,
        {
          runId: uuid,
          platforms,
          summary: platforms.map((platform) => ({
            platform,
            total: 4,
            mentions: number,
            positive: number,
          })),
          rateLimitRemaining: number,
          failures: [],
          sandbox: true,
        },
      ]);
      for (const { total, mentions, positive } of answer.json<Scan>().summary) {
        expect(total).toBeGreaterThanOrEqual(mentions);
        expect(mentions).toBeGreaterThanOrEqual(positive);
      }
    },
  },
  {
    id: 'D1-SCAN-2',
    check: async ({ app }) => {
      const scan = (await call(app.url, 'POST', SCAN, { body: scanned })).json<Scan>();
      const again = await call(app.url, 'GET', `/api/runs/${scan.runId}`);
      expect([again.status, again.json()]).toEqual([200, { ...scan, status: 'completed' }]);
    },
  },
  {
    id: 'D1-SCAN-3',
    check: async ({ app, account }) => {
      const stranger = await app.createAccount();
      const own = [{ key: account.key }, { headers: { cookie: account.cookie } }];
      for (const credential of own) {
        const { status, json } = await call(app.url, 'POST', SCAN, {
          ...credential,
          body: scanned,
        });
        expect(status).toBe(200);
        const path = `/api/runs/${json<Scan>().runId}`;
        expect((await call(app.url, 'GET', path, credential)).status).toBe(200);
        for (const other of [{}, { key: stranger.key }, own.find((each) => each !== credential)])
          expect((await call(app.url, 'GET', path, other)).status).toBe(404);
      }
    },
  },
  {
    id: 'D1-SCAN-4',
    check: async ({ app, account: { key } }) => {
      const { competitors: _, ...rest } = scanned;
      const answer = await call(app.url, 'POST', SCAN, { key, body: rest });
      expect([answer.status, answer.json<Scan>().summary.length]).toEqual([200, 3]);
      const body = { ...rest, competitors: 'Globex' };
      const refused = await call(app.url, 'POST', SCAN, { key, body });
      expect([refused.status, refused.json()]).toMatchObject([
        400,
        { error: { details: { field: 'competitors' } } },
      ]);
    },
  },
];
