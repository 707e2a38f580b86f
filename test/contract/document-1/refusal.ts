import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { QUERY, queried, text, type World } from './world.js';

/** Credentials, paths and origins that are refused. */
export const refusalAudits: Audit<World>[] = [
  {
    id: 'D1-ERR-1',
    check: async ({ app }) => {
      const wrong = ['service_000000000000000000000000', 'sk_test_x', 'x', 'service_'];
      for (const path of ['/api/me', '/api/health', '/api/brands']) {
        for (const key of wrong) {
          const answer = await call(app.url, 'GET', path, { key });
          expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
          expect(answer.json()).toEqual({
            error: {
              code: 'UNAUTHENTICATED',
              message: text,
              requestId: answer.headers.get('x-request-id'),
            },
          });
        }
      }
    },
  },
  {
    id: 'D1-ERR-2',
    check: async ({ app }) => {
      const headers = { authorization: 'Basic dTpw' };
      expect((await call(app.url, 'GET', '/api/me', { headers })).status).toBe(401);
    },
  },
  {
    id: 'D1-ERR-3',
    check: async ({ app, account }) => {
      const answer = await call(app.url, 'GET', '/api/nothing', { key: account.key });
      expect([answer.status, answer.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    },
  },
  {
    id: 'D1-ERR-4',
    check: async ({ app, account }) => {
      const headers = { 'x-environment': 'live' };
      const answer = await call(app.url, 'GET', '/api/me', { key: account.key, headers });
      expect([answer.status, answer.json()]).toMatchObject([
        400,
        { error: { details: { field: 'X-Environment' } } },
      ]);
    },
  },
  {
    id: 'D1-ERR-5',
    check: async ({ app, account }) => {
      const body = { name: 'Forged', category: 'forgeries' };
      const signs = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      for (const [name, value] of Object.entries(signs)) {
        const headers = { cookie: account.cookie, [name]: value };
        const answer = await call(app.url, 'POST', '/api/brands', { headers, body });
        expect([answer.status, answer.json()]).toMatchObject([
          403,
          { error: { code: 'FORBIDDEN' } },
        ]);
      }
    },
  },
  {
    id: 'D1-FORM-1',
    check: async ({ app, account: { key } }) => {
      const body = JSON.stringify(queried);
      for (const [type, status] of [
        ['application/json', 200],
        ['application/json; charset=utf-8', 200],
        ['text/plain', 415],
        ['application/x-www-form-urlencoded', 415],
      ] as const) {
        const headers = { 'content-type': type };
        const answer = await call(app.url, 'POST', QUERY, { key, headers, body });
        expect([type, answer.status]).toEqual([type, status]);
      }
    },
  },
];
