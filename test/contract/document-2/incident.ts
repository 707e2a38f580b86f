import { expect } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { createMeasured } from '../../helpers/records/measured.js';
import { sql } from '../../helpers/run/sql.js';
import { number, stamp, text, type World } from './world.js';

export const incidentAudits: Audit<World>[] = [
  {
    id: 'D2-INCIDENT-1',
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
    id: 'D2-INCIDENT-3',
    check: async ({ app }) => {
      const { account, brandId } = await createMeasured(app);
      const [early, late] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
      // Severity, type, opened at, status; deliberately not in the expected order.
      const rows = [
        ['low', 'platform_shift', late, 'open'],
        ['critical', 'ranking_collapse', early, 'resolved'],
        ['medium', 'negative_surge', early, 'open'],
        ['medium', 'impersonation', late, 'investigating'],
        ['critical', 'impersonation', early, 'resolved'],
        ['high', 'ranking_collapse', early, 'investigating'],
        ['critical', 'negative_surge', late, 'resolved'],
        ['critical', 'platform_shift', early, 'resolved'],
      ] as const;
      const stored: { id: string; severity: string; openedAt: string; status: string }[] = [];
      for (const [severity, type, openedAt, status] of rows) {
        const [row] = await sql<{ id: string }>(
          app.databaseUrl,
          `insert into incident select account_id, environment, gen_random_uuid(), id, $2, $3, $4, 'It fell', 9,
             true, '{}', $5, case when $4 = 'resolved' then now() end from brand where id = $1 returning id`,
          [brandId, type, severity, status, openedAt],
        );
        stored.push({ id: row?.id ?? '', severity, openedAt, status });
      }
      const rank = ['critical', 'high', 'medium', 'low'];
      const expected = (isResolved: boolean) =>
        stored
          .filter(({ status }) => (status === 'resolved') === isResolved)
          .sort(
            (a, b) =>
              rank.indexOf(a.severity) - rank.indexOf(b.severity) ||
              b.openedAt.localeCompare(a.openedAt) ||
              (a.id < b.id ? -1 : 1),
          )
          .map(({ id }) => id);
      const list = async (query = '') => {
        const path = `/api/v1/sentinel/incidents?brandId=${brandId}${query}`;
        const { incidents } = (await call(app.url, 'GET', path, { key: account.key })).json<{
          incidents: { id: string }[];
        }>();
        return incidents.map(({ id }) => id);
      };
      expect(await list()).toEqual(expected(false));
      expect(await list('&status=resolved')).toEqual(expected(true));
      expect(await list('&status=investigating&severity=high')).toEqual([
        stored.find(({ severity }) => severity === 'high')?.id,
      ]);
    },
  },
  {
    id: 'D2-INCIDENT-2',
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
