import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { health, stamp, text, type World } from './world.js';

export const generalAudits: Audit<World>[] = [
  {
    id: 'D2-HEALTH-1',
    check: async ({ app }) => {
      const answer = await call(app.url, 'GET', '/api/v1/health');
      expect([answer.status, answer.json()]).toEqual([200, health]);
    },
  },
  {
    id: 'D2-HEALTH-2',
    check: async ({ app }) => {
      const { status } = await call(app.url, 'GET', '/api/v1/health', { key: 'sk_live_wrong' });
      expect(status).toBe(401);
    },
  },
  {
    id: 'D2-FORM-1',
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
    check: async ({ get }) => {
      expect((await get('/api/v1/brands')).headers.get('cache-control')).toBe('no-store');
    },
  },
  {
    id: 'D2-ERR-1',
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
    check: async ({ app, account }) => {
      const answer = await call(app.url, 'HEAD', '/api/v1/brands', { key: account.key });
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(2);
    },
  },
  {
    id: 'D2-FORM-3',
    check: async ({ get, brandId, runId }) => {
      const paths = [
        '/api/v1/health',
        '/api/v1/brands',
        `/api/v1/brands/${brandId}`,
        `/api/v1/probes/${runId}`,
        `/api/v1/citations?brandId=${brandId}`,
        `/api/v1/picker?brandId=${brandId}`,
        `/api/v1/authority?brandId=${brandId}`,
      ];
      for (const path of paths) {
        const { text: body } = await get(path);
        const found = [...body.matchAll(/"(timestamp|\w+At)":("[^"]*"|[^",}]+)/g)];
        expect([path, found.length > 0]).toEqual([path, true]);
        for (const [, name, value = ''] of found)
          expect([name, JSON.parse(value)]).toEqual([name, stamp]);
      }
    },
  },
  {
    id: 'D2-FORM-4',
    check: async ({ get, brandId, runId }) => {
      expect([brandId, runId]).toEqual([text, text]);
      for (const id of ['1', 'x', '%00', brandId.slice(1), `${brandId}0`]) {
        const paths = [`brands/${id}`, `probes/${id}`, `citations?brandId=${id}`];
        for (const path of paths)
          expect([path, (await get(`/api/v1/${path}`)).status]).toEqual([path, 404]);
      }
    },
  },
];
