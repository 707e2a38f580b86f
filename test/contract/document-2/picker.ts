import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { createMeasured } from '../../helpers/records/measured.js';
import { askUnevenly, PICKED } from '../../helpers/records/picks.js';
import { number, text, type World } from './world.js';

interface PickerBody {
  items: { promptId: string; priorityScore: number }[];
  total: number;
}

export const pickerAudits: Audit<World>[] = [
  {
    id: 'D2-PICK-1',
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
    id: 'D2-PICK-4',
    check: async ({ app }) => {
      const { account, brandId } = await createMeasured(app);
      const tenant = { accountId: account.accountId, environment: 'test' as const };
      const expected = await askUnevenly(app, tenant, brandId);
      const list = async (query = '') => {
        const path = `/api/v1/picker?brandId=${brandId}${query}`;
        return (await call(app.url, 'GET', path, { key: account.key })).json<PickerBody>();
      };
      const ids = ({ items }: PickerBody) => items.map(({ promptId }) => promptId);
      const all = await list('&limit=200');
      expect([ids(all), all.total]).toEqual([expected, PICKED]);
      const scores = all.items.map(({ priorityScore }) => priorityScore);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(new Set(scores).size).toBeGreaterThan(1);
      const usual = await list();
      expect([ids(usual), usual.total]).toEqual([expected.slice(0, 50), PICKED]);
      const few = await list('&limit=3');
      expect([ids(few), few.total]).toEqual([expected.slice(0, 3), PICKED]);
    },
  },
  {
    id: 'D2-PICK-2',
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
    check: async ({ get, brandId }) => {
      const [own, alias] = await Promise.all([
        get(`/api/v1/picker?brandId=${brandId}&limit=1`),
        get(`/api/brands/${brandId}/picker?limit=1`),
      ]);
      const shown = (answer: typeof own) => {
        const body = answer.json<PickerBody>();
        // Scores fall between the two requests, so only ids and totals are compared.
        return body.items.map(({ promptId }) => [promptId, body.total]);
      };
      expect(shown(alias)).toEqual(shown(own));
    },
  },
];
