import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { type CitationList, startedRun, type World } from './world.js';

export const aliasAudits: Audit<World>[] = [
  {
    id: 'D2-ALIAS-1',
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
    check: async ({ post }) => {
      const answer = await post('/api/brands', { name: 'Oldpath', category: 'maps' });
      expect([answer.status, answer.json()]).toMatchObject([201, { brand: { name: 'Oldpath' } }]);
    },
  },
  {
    id: 'D2-ALIAS-3',
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
