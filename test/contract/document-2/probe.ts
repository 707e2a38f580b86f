import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { type EndedRun, waitForRun } from '../../helpers/records/measured.js';
import { PLATFORMS, result, runStatus, startedRun, type World } from './world.js';

export const probeAudits: Audit<World>[] = [
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
];
