import { expect } from '@jest/globals';
import { routes } from '../../../rest/routes.js';
import type { Audit } from '../../helpers/audit.js';
import { type Call, call } from '../../helpers/client/http.js';
import { number, text, type World } from './world.js';

/** Sends an empty request to each authenticated path. The credential is accepted; the fields may be refused. */
async function expectAllTake({ app }: World, credential: Call): Promise<void> {
  for (const { method, path, aliases = [], auth } of routes) {
    if (auth !== undefined) continue;
    for (const one of [path, ...aliases]) {
      const body = method === 'POST' ? {} : undefined;
      const answer = await call(app.url, method, one.replace(':id', 'x'), { ...credential, body });
      expect([401, 403, 405, 415, 500]).not.toContain(answer.status);
      const bare = await call(app.url, method, one.replace(':id', 'x'), { body });
      expect([one, bare.status]).toEqual([one, 401]);
    }
  }
}

/** Keys, sessions and roles. */
export const accessAudits: Audit<World>[] = [
  {
    id: 'D1-AUTH-1',
    check: (world) => expectAllTake(world, { key: world.account.key }),
  },
  {
    id: 'D1-AUTH-2',
    check: (world) => expectAllTake(world, { headers: { cookie: world.account.cookie } }),
  },
  {
    id: 'D1-ME-1',
    check: async ({ app, account }) => {
      const answer = await call(app.url, 'GET', '/api/me', { key: account.key });
      expect([answer.status, answer.json()]).toEqual([
        200,
        {
          user: { id: account.userId, email: account.email, name: text },
          account: { id: account.accountId, name: text, tier: 'growth', role: null },
          auth: {
            type: 'key',
            keyId: text,
            prefix: expect.stringMatching(/^sk_test_/),
            environment: 'test',
            scopes: ['read', 'write', 'admin'],
          },
          limits: {
            brands: 25,
            scansPerDay: 200,
            queriesPerDay: 10,
            rewritesPerDay: 50,
            requestsPerMinute: 500,
            requestsPerHour: 10_000,
            requestsPerDay: 200_000,
            engineCallsPerDay: number,
          },
        },
      ]);
      expect(answer.text).not.toContain(account.key);
    },
  },
  {
    id: 'D1-ME-2',
    check: async ({ app, account }) => {
      const headers = { cookie: account.cookie };
      const answer = await call(app.url, 'GET', '/api/me', { headers });
      expect([answer.status, answer.json()]).toMatchObject([
        200,
        {
          account: { role: 'owner' },
          auth: { type: 'session', keyId: null, prefix: null, environment: 'live' },
        },
      ]);
    },
  },
  {
    id: 'D1-KEY-1',
    check: async ({ app, account }) => {
      const key = await account.makeKey({ format: 'service', environment: 'live' });
      expect(key).toMatch(/^service_[0-9a-f]{24}$/);
      const me = await call(app.url, 'GET', '/api/me', { key });
      expect(me.json()).toMatchObject({ auth: { environment: 'live', scopes: ['read', 'write'] } });
      const body = { name: 'Vellum', category: 'paper' };
      expect((await call(app.url, 'POST', '/api/brands', { key, body })).status).toBe(201);
    },
  },
];
