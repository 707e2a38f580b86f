import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { number, stamp, text, type World } from './world.js';

interface AuthorityBody {
  geoScore: number;
  subscores: Record<string, number>;
  coverage: Record<string, number>;
  states: Record<string, string>;
}

const four = {
  experience: number,
  expertise: number,
  authoritativeness: number,
  trustworthiness: number,
};

export const authorityAudits: Audit<World>[] = [
  {
    id: 'D2-SCORE-1',
    check: async ({ get, brandId }) => {
      const answer = await get(`/api/v1/authority?brandId=${brandId}`);
      expect(answer.status).toBe(200);
      const body = answer.json<AuthorityBody>();
      expect(body).toEqual({
        brandId,
        scoredAt: stamp,
        geoScore: number,
        eeatScore: number,
        citationDensity: number,
        subscores: four,
        trend7d: 0,
        coverage: four,
        states: { trend7d: 'none' },
        version: text,
        sandbox: true,
      });
      for (const score of [body.geoScore, ...Object.values(body.subscores)]) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(100);
      }
    },
  },
  {
    id: 'D2-SCORE-2',
    check: async ({ get }) => {
      const nameless = await get('/api/v1/authority');
      expect([nameless.status, nameless.json()]).toMatchObject([
        400,
        { error: { code: 'BAD_INPUT', details: { field: 'brandId' } } },
      ]);
      expect((await get('/api/v1/authority?brandId=nobody')).status).toBe(404);
    },
  },
  {
    id: 'D2-SCORE-3',
    check: async ({ get, post }) => {
      const made = await post('/api/v1/brands', { name: 'Untold', category: 'lamps' });
      const { id } = made.json<{ brand: { id: string } }>().brand;
      const answer = await get(`/api/v1/authority?brandId=${id}`);
      expect(answer.json()).toMatchObject({
        geoScore: 0,
        eeatScore: 0,
        citationDensity: 0,
        trend7d: 0,
        subscores: { authoritativeness: 0 },
        coverage: { authoritativeness: 0 },
        states: {
          geoScore: 'none',
          eeatScore: 'none',
          citationDensity: 'none',
          trend7d: 'none',
          authoritativeness: 'none',
        },
      });
    },
  },
  {
    id: 'D2-SCORE-4',
    check: async ({ get, brandId }) => {
      const paths = [
        `/api/v1/authority?brandId=${brandId}`,
        `/api/brands/${brandId}/geo-score`,
        `/api/brands/${brandId}/eeat-score`,
      ];
      const bodies = await Promise.all(paths.map(async (path) => (await get(path)).json<object>()));
      const [own] = bodies;
      for (const body of bodies) expect(body).toEqual({ ...own, scoredAt: stamp });
    },
  },
];
