import { afterAll, beforeAll, expect } from '@jest/globals';
import { startApp } from '../helpers/app.js';
import { type Audit, runAudits } from '../helpers/audit.js';
import { call } from '../helpers/client/http.js';
import { createMeasured } from '../helpers/records/measured.js';
import { checkAudits } from './document-1/check.js';
import { dashboardAudits } from './document-1/dashboard.js';
import { errorAudits } from './document-1/error.js';
import { limitAudits } from './document-1/limit.js';
import { queryAudits } from './document-1/query.js';
import { rewriteAudits } from './document-1/rewrite.js';
import { scanAudits } from './document-1/scan.js';
import type { World } from './document-1/world.js';

/** Document 1, sentence by sentence, over real sockets and a real database. */

const text = expect.any(String);
const number = expect.any(Number);

const audits: Audit<World>[] = [
  {
    id: 'D1-HEALTH-1',
    says: 'GET /api/health MUST answer 200 and the health report without a credential',
    check: async ({ app }) => {
      const answer = await call(app.url, 'GET', '/api/health');
      expect([answer.status, answer.json()]).toEqual([
        200,
        {
          status: 'ok',
          service: text,
          version: text,
          env: text,
          region: text,
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          checks: { db: { ok: true, latency_ms: number } },
          took_ms: number,
        },
      ]);
    },
  },
  {
    id: 'D1-HEALTH-2',
    says: 'GET /api/health MUST be cached for 30 s and say so',
    check: async ({ app }) => {
      const first = await call(app.url, 'GET', '/api/health');
      const second = await call(app.url, 'GET', '/api/health');
      expect(second.json().timestamp).toBe(first.json().timestamp);
      expect(second.headers.get('cache-control')).toBe('public, max-age=30');
    },
  },
  {
    id: 'D1-STATUS-1',
    says: 'GET /api/status MUST answer 200 and the status report without a credential',
    check: async ({ app }) => {
      const answer = await call(app.url, 'GET', '/api/status');
      const platforms = [
        ['chatgpt', 'ChatGPT'],
        ['gemini', 'Gemini'],
        ['perplexity', 'Perplexity'],
        ['claude', 'Claude'],
        ['grok', 'Grok'],
        ['deepseek', 'DeepSeek'],
      ].map(([platform, name]) => ({ platform, name, ok: true, latency_ms: number }));
      expect([answer.status, answer.json()]).toEqual([
        200,
        {
          status: 'ok',
          sandbox: true,
          db: { ok: true, latency_ms: number },
          llms: { up: 6, total: 6, up_rate: 1, platforms },
        },
      ]);
    },
  },
  {
    id: 'D1-STATUS-2',
    says: 'GET /api/status MUST be cached for 60 s and say so',
    check: async ({ app }) => {
      const first = await call(app.url, 'GET', '/api/status');
      const second = await call(app.url, 'GET', '/api/status');
      expect(second.text).toBe(first.text);
      expect(second.headers.get('cache-control')).toBe('public, max-age=60');
    },
  },
  {
    id: 'D1-ME-1',
    says: 'GET /api/me MUST verify a key and say who it stands for',
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
    says: 'GET /api/me MUST take the session cookie as well',
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
    says: 'a key MUST be service_ and 24 hexadecimal characters, and MUST read and write',
    check: async ({ app, account }) => {
      const key = await account.makeKey({ format: 'service', environment: 'live' });
      expect(key).toMatch(/^service_[0-9a-f]{24}$/);
      const me = await call(app.url, 'GET', '/api/me', { key });
      expect(me.json()).toMatchObject({ auth: { environment: 'live', scopes: ['read', 'write'] } });
      const body = { name: 'Vellum', category: 'paper' };
      expect((await call(app.url, 'POST', '/api/brands', { key, body })).status).toBe(201);
    },
  },
  {
    id: 'D1-ERR-1',
    says: 'a wrong key MUST be 401 everywhere, with an error body',
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
    says: 'another scheme than Bearer MUST be 401',
    check: async ({ app }) => {
      const headers = { authorization: 'Basic dTpw' };
      expect((await call(app.url, 'GET', '/api/me', { headers })).status).toBe(401);
    },
  },
  {
    id: 'D1-ERR-3',
    says: 'a path that is not there MUST be 404 with an error body',
    check: async ({ app, account }) => {
      const answer = await call(app.url, 'GET', '/api/nothing', { key: account.key });
      expect([answer.status, answer.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    },
  },
  {
    id: 'D1-ERR-4',
    says: 'the environment of a key MUST NOT be changed by a header',
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
    says: 'a POST with a cookie from another site MUST be 403',
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
];

let world: World;

beforeAll(async () => {
  const app = await startApp();
  const { account, brandId } = await createMeasured(app);
  world = { app, account, brandId };
});

afterAll(() => world.app.dispose());

runAudits(
  [
    ...audits,
    ...scanAudits,
    ...queryAudits,
    ...checkAudits,
    ...dashboardAudits,
    ...errorAudits,
    ...limitAudits,
    ...rewriteAudits,
  ],
  () => world,
);
