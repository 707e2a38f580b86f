import { afterAll, beforeAll, expect } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { type Audit, runAudits } from '../helpers/audit.js';
import { type Answer, type Call, call } from '../helpers/http.js';
import { createMeasured, type EndedRun, waitForRun } from '../helpers/measured.js';
import { execute } from '../helpers/sql.js';

/** Document 2, sentence by sentence, over real sockets and a real database. */

interface World {
  app: TestApp;
  account: TestAccount;
  brandId: string;
  runId: string;
  /** A brand that audits may probe; the other one's numbers stand still. */
  probedId: string;
  get(path: string, options?: Call): Promise<Answer>;
  post(path: string, body?: unknown, options?: Call): Promise<Answer>;
}

const PLATFORMS = ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok', 'deepseek'];
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const text = expect.any(String);
const number = expect.any(Number);
const flag = expect.any(Boolean);
const stamp = expect.stringMatching(STAMP);

const health = {
  status: 'ok',
  service: text,
  version: text,
  env: text,
  region: text,
  timestamp: stamp,
  checks: { db: { ok: true, latency_ms: number } },
  took_ms: number,
};
const listedBrand = { id: text, name: text, category: text, createdAt: stamp };
const startedRun = {
  runId: text,
  status: 'queued',
  platforms: PLATFORMS,
  estimatedCompletionMs: number,
  sandbox: true,
};
const runStatus = {
  runId: text,
  status: 'completed',
  completedAt: stamp,
  failures: [],
  sandbox: true,
};
const result = { platform: text, mentioned: flag, rank: number, snippet: text, tokensUsed: number };
const citation = {
  id: text,
  brandId: text,
  platform: text,
  sourceUrl: expect.stringMatching(/^https?:\/\//),
  sourceDomain: text,
  promptHash: text,
  discoveredAt: stamp,
  context: text,
  sandbox: true,
};

interface CitationList {
  citations: { id: string; discoveredAt: string; platform: string }[];
  total: number;
  windowDays: number;
}

const audits: Audit<World>[] = [
  {
    id: 'D2-HEALTH-1',
    says: 'GET /health MUST answer the health object without a credential',
    check: async ({ app }) => {
      const answer = await call(app.url, 'GET', '/api/v1/health');
      expect([answer.status, answer.json()]).toEqual([200, health]);
    },
  },
  {
    id: 'D2-HEALTH-2',
    says: 'GET /health MUST refuse a credential that does not hold with 401',
    check: async ({ app }) => {
      const { status } = await call(app.url, 'GET', '/api/v1/health', { key: 'sk_live_wrong' });
      expect(status).toBe(401);
    },
  },
  {
    id: 'D2-FORM-1',
    says: 'all responses MUST be JSON and name their request',
    check: async ({ get }) => {
      for (const path of ['/api/v1/brands', '/api/v1/brands/none', '/api/v1/nowhere']) {
        const { headers } = await get(path);
        expect(headers.get('content-type')).toMatch(/^application\/json/);
        expect(headers.get('x-request-id')).toEqual(text);
        expect(headers.get('etag')).toBeNull();
      }
    },
  },
  {
    id: 'D2-FORM-2',
    says: 'an answer to a caller MUST NOT be kept by anyone',
    check: async ({ get }) => {
      expect((await get('/api/v1/brands')).headers.get('cache-control')).toBe('no-store');
    },
  },
  {
    id: 'D2-AUTH-1',
    says: 'every path but health MUST answer 401 without a credential, whatever else is wrong',
    check: async ({ app }) => {
      const paths = ['brands', 'brands/x', 'probes/x', 'citations', 'citations?days=x'];
      for (const path of paths) {
        const { status, headers } = await call(app.url, 'GET', `/api/v1/${path}`);
        expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
      }
      for (const path of ['brands', 'probes']) {
        const { status } = await call(app.url, 'POST', `/api/v1/${path}`, { body: {} });
        expect([path, status]).toEqual([path, 401]);
      }
    },
  },
  {
    id: 'D2-AUTH-2',
    says: 'GET MUST need the scope read and POST the scope write, and write MUST include read',
    check: async ({ app, account, probedId: brandId }) => {
      const body = { brandId };
      const reader = await account.makeKey({ scopes: ['read'] });
      const writer = await account.makeKey({ scopes: ['write'] });
      expect((await call(app.url, 'GET', '/api/v1/brands', { key: reader })).status).toBe(200);
      const refused = await call(app.url, 'POST', '/api/v1/probes', { key: reader, body });
      expect([refused.status, refused.json()]).toMatchObject([
        403,
        { error: { code: 'FORBIDDEN' } },
      ]);
      expect((await call(app.url, 'GET', '/api/v1/brands', { key: writer })).status).toBe(200);
      const { status } = await call(app.url, 'POST', '/api/v1/probes', { key: writer, body });
      expect(status).toBe(202);
    },
  },
  {
    id: 'D2-AUTH-3',
    says: 'a missing scope MUST be told before what is wrong with the fields',
    check: async ({ app, account }) => {
      const key = await account.makeKey({ scopes: ['read'] });
      expect((await call(app.url, 'POST', '/api/v1/brands', { key, body: {} })).status).toBe(403);
    },
  },
  {
    id: 'D2-AUTH-4',
    says: 'the session cookie MUST be taken where a key is',
    check: async ({ app, account }) => {
      const headers = { cookie: account.cookie };
      expect((await call(app.url, 'GET', '/api/v1/brands', { headers })).status).toBe(200);
    },
  },
  {
    id: 'D2-AUTH-5',
    says: 'a live key MUST NOT see what belongs to the test environment',
    check: async ({ app, account, brandId }) => {
      const key = await account.makeKey({ environment: 'live' });
      expect((await call(app.url, 'GET', '/api/v1/brands', { key })).json()).toMatchObject({
        brands: [],
      });
      expect((await call(app.url, 'GET', `/api/v1/brands/${brandId}`, { key })).status).toBe(404);
    },
  },
  {
    id: 'D2-BRAND-1',
    says: 'GET /brands MUST answer brands, persisted and authed',
    check: async ({ get, brandId }) => {
      const answer = await get('/api/v1/brands');
      expect([answer.status, answer.json()]).toMatchObject([
        200,
        { persisted: true, authed: true },
      ]);
      const { brands } = answer.json<{ brands: { id: string }[] }>();
      expect(brands.find(({ id }) => id === brandId)).toMatchObject({
        ...listedBrand,
        website: 'https://zephyrine.example',
      });
    },
  },
  {
    id: 'D2-BRAND-2',
    says: 'GET /brands MUST list the newest first and at most 100',
    check: async ({ app }) => {
      const account = await app.createAccount({ tier: 'enterprise' });
      const { key } = account;
      const body = { name: 'Seed', category: 'seeds' };
      const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
      const { brand } = made.json<{ brand: { id: string } }>();
      await execute(
        app.databaseUrl,
        `insert into brand select (jsonb_populate_record(b, jsonb_build_object('id', uuidv7(), 'name', 'Copy ' || n))).*
         from brand b, generate_series(1, 100) n where b.id = $1`,
        [brand.id],
      );
      const { brands } = (await call(app.url, 'GET', '/api/v1/brands', { key })).json<{
        brands: { id: string }[];
      }>();
      expect(brands).toHaveLength(100);
      const ids = brands.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort().reverse());
      expect(ids).not.toContain(brand.id);
    },
  },
  {
    id: 'D2-BRAND-3',
    says: 'POST /brands MUST answer 201 with the brand, its userId and persisted',
    check: async ({ post, account }) => {
      const sent = { name: 'Marquist', category: 'bags', website: 'https://marquist.example' };
      const answer = await post('/api/v1/brands', sent);
      expect([answer.status, answer.json()]).toMatchObject([
        201,
        { brand: { ...listedBrand, ...sent, userId: account.userId }, persisted: true },
      ]);
    },
  },
  {
    id: 'D2-BRAND-4',
    says: 'website MUST be null when it was left out',
    check: async ({ post }) => {
      const answer = await post('/api/v1/brands', { name: 'Ternridge', category: 'tents' });
      expect(answer.json()).toMatchObject({ brand: { website: null } });
    },
  },
  {
    id: 'D2-BRAND-5',
    says: 'POST /brands MUST answer 402 beyond the quota of the tier',
    check: async ({ app }) => {
      const { key } = await app.createAccount({ tier: 'free' });
      const make = (name: string) =>
        call(app.url, 'POST', '/api/v1/brands', { key, body: { name, category: 'bags' } });
      expect((await make('First')).status).toBe(201);
      const second = await make('Second');
      expect([second.status, second.json()]).toMatchObject([
        402,
        { error: { code: 'UPGRADE_NEEDED' } },
      ]);
    },
  },
  {
    id: 'D2-BRAND-6',
    says: 'GET /brands/:id MUST answer the brand with its last scan',
    check: async ({ get, brandId, runId }) => {
      const answer = await get(`/api/v1/brands/${brandId}`);
      expect([answer.status, answer.json()]).toMatchObject([
        200,
        {
          brand: { id: brandId, name: 'Zephyrine', category: 'running shoes' },
          lastScan: {
            runId,
            completedAt: stamp,
            visibility: number,
            platforms: PLATFORMS,
            sandbox: true,
          },
        },
      ]);
      const { lastScan } = answer.json<{ lastScan: { visibility: number } }>();
      expect(lastScan.visibility).toBeGreaterThan(0);
      expect(lastScan.visibility).toBeLessThanOrEqual(1);
    },
  },
  {
    id: 'D2-BRAND-7',
    says: 'lastScan MUST be null until a run is completed',
    check: async ({ get, post }) => {
      const made = await post('/api/v1/brands', { name: 'Quillow', category: 'pens' });
      const { brand } = made.json<{ brand: { id: string } }>();
      expect((await get(`/api/v1/brands/${brand.id}`)).json()).toMatchObject({ lastScan: null });
    },
  },
  {
    id: 'D2-PROBE-1',
    says: 'POST /probes MUST answer 202 at once with a queued run of all configured platforms',
    check: async ({ post, probedId: brandId }) => {
      const answer = await post('/api/v1/probes', { brandId });
      expect([answer.status, answer.json()]).toMatchObject([202, { ...startedRun, brandId }]);
    },
  },
  {
    id: 'D2-PROBE-2',
    says: 'POST /probes MUST ask only the platforms that are named, and ask each once',
    check: async ({ post, probedId: brandId }) => {
      const platforms = ['claude', 'chatgpt', 'claude'];
      const answer = await post('/api/v1/probes', { brandId, platforms });
      expect(answer.json()).toMatchObject({ platforms: ['chatgpt', 'claude'] });
    },
  },
  {
    id: 'D2-PROBE-3',
    says: 'a platform that is not configured MUST be refused with the valid ones',
    check: async ({ post, probedId: brandId }) => {
      for (const platforms of [['nobody'], ['copilot'], []]) {
        const answer = await post('/api/v1/probes', { brandId, platforms });
        expect([answer.status, answer.json()]).toMatchObject([
          400,
          { error: { code: 'BAD_INPUT', details: { field: 'platforms', valid: PLATFORMS } } },
        ]);
      }
    },
  },
  {
    id: 'D2-PROBE-4',
    says: 'GET /probes/:id MUST answer one result per platform once the run is completed',
    check: async ({ get, runId }) => {
      const answer = await get(`/api/v1/probes/${runId}`);
      expect([answer.status, answer.json()]).toMatchObject([200, { ...runStatus, runId }]);
      const { results } = answer.json<EndedRun>();
      expect(results.map(({ platform }) => platform)).toEqual(PLATFORMS);
      for (const entry of results) expect(entry).toMatchObject(result);
    },
  },
  {
    id: 'D2-PROBE-5',
    says: 'rank MUST be 0 exactly where the brand is not mentioned',
    check: async ({ app, account, post }) => {
      const made = await post('/api/v1/brands', { name: 'Nobodyknowsit', category: 'sundials' });
      const { brand } = made.json<{ brand: { id: string } }>();
      const { runId } = (await post('/api/v1/probes', { brandId: brand.id })).json<{
        runId: string;
      }>();
      const { results } = await waitForRun(app, account.key, runId);
      for (const { mentioned, rank } of results) expect(rank > 0).toBe(mentioned);
    },
  },
  {
    id: 'D2-PROBE-6',
    says: 'an Idempotency-Key MUST answer the same run again, and 422 with another body',
    check: async ({ post, probedId: brandId }) => {
      const options = { headers: { 'idempotency-key': 'probe-6' } };
      const first = (await post('/api/v1/probes', { brandId }, options)).json();
      const again = await post('/api/v1/probes', { brandId }, options);
      expect([again.status, again.json().runId]).toEqual([202, first.runId]);
      const other = { brandId, platforms: ['claude'] };
      expect((await post('/api/v1/probes', other, options)).status).toBe(422);
    },
  },
  {
    id: 'D2-CITE-1',
    says: 'GET /citations MUST answer citations, total and windowDays, newest first, of 7 days',
    check: async ({ get, brandId }) => {
      const answer = await get(`/api/v1/citations?brandId=${brandId}`);
      expect(answer.status).toBe(200);
      const list = answer.json<CitationList>();
      expect(list.windowDays).toBe(7);
      expect(list.total).toBe(list.citations.length);
      expect(list.total).toBeGreaterThan(0);
      for (const entry of list.citations) expect(entry).toMatchObject({ ...citation, brandId });
      const times = list.citations.map(({ discoveredAt }) => discoveredAt);
      expect(times).toEqual([...times].sort().reverse());
    },
  },
  {
    id: 'D2-CITE-2',
    says: 'days MUST be 1 to 90 and is refused beyond, not clamped',
    check: async ({ get, brandId }) => {
      const ask = (days: string) => get(`/api/v1/citations?brandId=${brandId}&days=${days}`);
      for (const days of ['1', '90']) {
        expect((await ask(days)).json()).toMatchObject({ windowDays: Number(days) });
      }
      for (const days of ['0', '91', '-1', '7.5', 'week', '']) {
        const answer = await ask(days);
        expect([answer.status, answer.json()]).toMatchObject([
          400,
          { error: { details: { field: 'days' } } },
        ]);
      }
    },
  },
  {
    id: 'D2-CITE-3',
    says: 'platform MUST leave only what that platform cited',
    check: async ({ get, brandId }) => {
      const answer = await get(`/api/v1/citations?brandId=${brandId}&platform=grok`);
      const { citations } = answer.json<CitationList>();
      expect(new Set(citations.map(({ platform }) => platform))).toEqual(new Set(['grok']));
    },
  },
  {
    id: 'D2-CITE-4',
    says: 'the array SHOULD hold 1,000 citations at most while total counts all',
    check: async ({ app }) => {
      const { account, brandId } = await createMeasured(app);
      await execute(
        app.databaseUrl,
        `insert into citation select (jsonb_populate_record(c, jsonb_build_object('id', uuidv7(), 'source_url', c.source_url || '/' || n))).*
         from citation c, generate_series(1, 1000) n
         where c.id = (select id from citation where brand_id = $1 limit 1)`,
        [brandId],
      );
      const { key } = account;
      const answer = await call(app.url, 'GET', `/api/v1/citations?brandId=${brandId}`, { key });
      const { citations, total } = answer.json<CitationList>();
      expect(citations).toHaveLength(1_000);
      expect(total).toBeGreaterThan(1_000);
    },
  },
  {
    id: 'D2-ERR-1',
    says: 'a record of another account MUST answer as one that never was',
    check: async ({ app, brandId, runId }) => {
      const { key } = await app.createAccount();
      const never = '01900000-0000-7000-8000-000000000000';
      const paths = (brand: string, run: string) => [
        `/api/v1/brands/${brand}`,
        `/api/v1/probes/${run}`,
        `/api/v1/citations?brandId=${brand}`,
      ];
      const shown = async (path: string) => {
        const { status, text: body } = await call(app.url, 'GET', path, { key });
        return [status, body.replace(/"requestId":"[^"]+"/, '')];
      };
      const foreign = await Promise.all(paths(brandId, runId).map(shown));
      expect(foreign).toEqual(await Promise.all(paths(never, never).map(shown)));
      expect(foreign.map(([status]) => status)).toEqual([404, 404, 404]);
      const body = { brandId };
      expect((await call(app.url, 'POST', '/api/v1/probes', { key, body })).status).toBe(404);
    },
  },
  {
    id: 'D2-ERR-2',
    says: 'another method MUST answer 405 and name those that are answered',
    check: async ({ app, account }) => {
      const allowed = {
        brands: 'GET, HEAD, OPTIONS, POST',
        citations: 'GET, HEAD, OPTIONS',
        probes: 'OPTIONS, POST',
      };
      for (const [path, allow] of Object.entries(allowed)) {
        const answer = await call(app.url, 'DELETE', `/api/v1/${path}`, { key: account.key });
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
        expect(answer.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
      }
    },
  },
  {
    id: 'D2-ERR-3',
    says: 'HEAD SHOULD answer as GET does, without the body',
    check: async ({ app, account }) => {
      const answer = await call(app.url, 'HEAD', '/api/v1/brands', { key: account.key });
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(2);
    },
  },
  {
    id: 'D2-ALIAS-1',
    says: 'the current paths MUST answer as their v1 paths do',
    check: async ({ get, brandId, runId }) => {
      const pairs = [
        ['/api/v1/brands', '/api/brands'],
        [`/api/v1/brands/${brandId}`, `/api/brands/${brandId}`],
        [`/api/v1/probes/${runId}`, `/api/runs/${runId}`],
        ['/api/v1/health', '/api/health'],
      ];
      for (const [v1 = '', current = ''] of pairs) {
        const [one, other] = await Promise.all([get(v1), get(current)]);
        expect([other.status, other.json()]).toEqual([one.status, one.json()]);
      }
    },
  },
  {
    id: 'D2-ALIAS-2',
    says: 'POST /api/brands MUST make a brand',
    check: async ({ post }) => {
      const answer = await post('/api/brands', { name: 'Oldpath', category: 'maps' });
      expect([answer.status, answer.json()]).toMatchObject([201, { brand: { name: 'Oldpath' } }]);
    },
  },
  {
    id: 'D2-ALIAS-3',
    says: 'POST /api/brands/:id/scan MUST queue a run of that brand, with a body or without',
    check: async ({ post, probedId: brandId }) => {
      const bare = await post(`/api/brands/${brandId}/scan`);
      expect([bare.status, bare.json()]).toMatchObject([202, { ...startedRun, brandId }]);
      const body = { platforms: ['grok'], brandId: 'another', id: 'another' };
      const chosen = await post(`/api/brands/${brandId}/scan`, body);
      expect(chosen.json()).toMatchObject({ brandId, platforms: ['grok'] });
    },
  },
  {
    id: 'D2-ALIAS-4',
    says: 'GET /api/knowledge/citation-attribution/daily MUST add the counts of each day',
    check: async ({ get, brandId }) => {
      const path = `/api/knowledge/citation-attribution/daily?brandId=${brandId}&days=3`;
      const { daily, ...list } = (await get(path)).json<
        CitationList & { daily: { date: string; count: number }[] }
      >();
      expect(list).toEqual((await get(`/api/v1/citations?brandId=${brandId}&days=3`)).json());
      expect(daily).toHaveLength(3);
      expect(daily.reduce((sum, { count }) => sum + count, 0)).toBe(list.total);
    },
  },
];

let world: World;

beforeAll(async () => {
  const app = await startApp();
  const measured = await createMeasured(app);
  const { key } = measured.account;
  const body = { name: 'Marlowe', category: 'raincoats' };
  const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
  world = {
    app,
    probedId: made.json<{ brand: { id: string } }>().brand.id,
    ...measured,
    get: (path, options) => call(app.url, 'GET', path, { key, ...options }),
    post: (path, body, options) => call(app.url, 'POST', path, { key, body, ...options }),
  };
});

afterAll(() => world.app.dispose());

runAudits(audits, () => world);
