import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { createMeasured } from '../../helpers/records/measured.js';
import { sql } from '../../helpers/run/sql.js';
import { type CitationList, citation, type World } from './world.js';

export const citationAudits: Audit<World>[] = [
  {
    id: 'D2-CITE-1',
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
    check: async ({ get, brandId }) => {
      const answer = await get(`/api/v1/citations?brandId=${brandId}&platform=grok`);
      const { citations } = answer.json<CitationList>();
      expect(new Set(citations.map(({ platform }) => platform))).toEqual(new Set(['grok']));
    },
  },
  {
    id: 'D2-CITE-4',
    check: async ({ app }) => {
      const { account, brandId } = await createMeasured(app);
      await sql(
        app.databaseUrl,
        `with made as (
           insert into citation select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'source_url', c.source_url || '/' || n))).*
           from citation c, generate_series(1, 1000) n
           where c.id = (select id from citation where brand_id = $1 limit 1)
           returning id
         )
         insert into result_citation select (jsonb_populate_record(rc, jsonb_build_object('citation_id', made.id,
           'ordinal', 1000 + row_number() over ()))).*
         from made, result_citation rc where (rc.run_id, rc.platform, rc.ordinal)
           = (select run_id, platform, ordinal from result_citation where brand_id = $1 limit 1)`,
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
    id: 'D2-CITE-5',
    check: async ({ get }) => {
      const nameless = await get('/api/v1/citations');
      expect([nameless.status, nameless.json()]).toMatchObject([
        400,
        { error: { code: 'BAD_INPUT', details: { field: 'brandId' } } },
      ]);
      expect((await get('/api/v1/citations?brandId=nobody')).status).toBe(404);
    },
  },
];
