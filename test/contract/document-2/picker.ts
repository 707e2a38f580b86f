import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { number, text, type World } from './world.js';

interface PickerBody {
  items: { promptId: string; priorityScore: number }[];
  total: number;
}

export const pickerAudits: Audit<World>[] = [
  {
    id: 'D2-PICK-1',
    says: 'GET /picker MUST answer about 5 percent of the prompts, ordered by information gain',
    check: async ({ get, brandId }) => {
      const answer = await get(`/api/v1/picker?brandId=${brandId}`);
      expect(answer.status).toBe(200);
      const body = answer.json<PickerBody>();
      const item = {
        promptId: text,
        prompt: text,
        priorityScore: number,
        lastSampledAt: text,
        reason: text,
      };
      expect(body).toEqual({ brandId, total: 1, items: [item] });
      expect(body.items[0]?.priorityScore).toBeGreaterThan(0);
      expect(body.items[0]?.priorityScore).toBeLessThanOrEqual(1);
    },
  },
  {
    id: 'D2-PICK-2',
    says: 'limit MUST be 1 to 200 and is refused beyond; brandId MUST be given and known',
    check: async ({ get, brandId }) => {
      const ask = (query: string) => get(`/api/v1/picker${query}`);
      for (const limit of ['1', '200'])
        expect((await ask(`?brandId=${brandId}&limit=${limit}`)).status).toBe(200);
      for (const limit of ['0', '201', '-1', '1.5', 'all', '']) {
        const answer = await ask(`?brandId=${brandId}&limit=${limit}`);
        expect([answer.status, answer.json()]).toMatchObject([
          400,
          { error: { details: { field: 'limit' } } },
        ]);
      }
      expect((await ask('')).json()).toMatchObject({ error: { details: { field: 'brandId' } } });
      expect((await ask('?brandId=nobody')).status).toBe(404);
    },
  },
  {
    id: 'D2-PICK-3',
    says: 'GET /api/brands/:id/picker MUST answer the same',
    check: async ({ get, brandId }) => {
      const [own, alias] = await Promise.all([
        get(`/api/v1/picker?brandId=${brandId}&limit=1`),
        get(`/api/brands/${brandId}/picker?limit=1`),
      ]);
      const shown = (answer: typeof own) => {
        const body = answer.json<PickerBody>();
        // Scores fall with every moment that passes between the two.
        return body.items.map(({ promptId }) => [promptId, body.total]);
      };
      expect(shown(alias)).toEqual(shown(own));
    },
  },
];
