import { expect } from '@jest/globals';
import { newId } from '../../../src/domain/id.js';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/http.js';
import { createMeasured } from '../../helpers/measured.js';
import { sql } from '../../helpers/sql.js';
import { number, stamp, text, type World } from './world.js';

export const incidentAudits: Audit<World>[] = [
  {
    id: 'D2-INCIDENT-1',
    says: 'GET /sentinel/incidents MUST answer unresolved incidents, the highest severity first, and their total',
    check: async ({ app }) => {
      const { account, brandId } = await createMeasured(app);
      for (const [severity, status] of [
        ['low', 'open'],
        ['critical', 'investigating'],
        ['high', 'resolved'],
        ['medium', 'open'],
      ])
        await sql(
          app.databaseUrl,
          `insert into incident select account_id, environment, gen_random_uuid(), id, 'ranking_collapse', $2, $3, 'It fell', 9,
             true, '{}', now(), case when $3 = 'resolved' then now() end from brand where id = $1`,
          [brandId, severity, status],
        );
      const { key } = account;
      const path = `/api/v1/sentinel/incidents?brandId=${brandId}`;
      const list = async (query: string) =>
        (await call(app.url, 'GET', path + query, { key })).json<{
          incidents: { severity: string; status: string }[];
          total: number;
        }>();
      const { incidents, total } = await list('');
      expect(total).toBe(3);
      expect(incidents.map(({ severity }) => severity)).toEqual(['critical', 'medium', 'low']);
      for (const incident of incidents)
        expect(incident).toMatchObject({
          id: text,
          brandId,
          type: 'ranking_collapse',
          title: 'It fell',
          openedAt: stamp,
          evidenceCount: number,
        });
      expect(await list('&status=resolved')).toMatchObject({
        incidents: [{ severity: 'high', status: 'resolved' }],
        total: 1,
      });
      expect(await list('&severity=medium')).toMatchObject({ total: 1 });
    },
  },
  {
    id: 'D2-INCIDENT-2',
    says: 'brandId MUST be given and one’s own, severity and status MUST be one of their words',
    check: async ({ get, brandId }) => {
      const path = '/api/v1/sentinel/incidents';
      for (const [query, field] of [
        ['', 'brandId'],
        [`brandId=${brandId}&severity=HIGH`, 'severity'],
        [`brandId=${brandId}&status=over`, 'status'],
      ]) {
        const answer = await get(`${path}?${query}`);
        expect([answer.status, answer.json()]).toMatchObject([
          400,
          { error: { details: { field } } },
        ]);
      }
      expect((await get(`${path}?brandId=${newId()}`)).status).toBe(404);
    },
  },
];
