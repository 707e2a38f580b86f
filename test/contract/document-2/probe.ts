import { expect } from '@jest/globals';
import { startApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { ask } from '../../helpers/client/graphql.js';
import { call } from '../../helpers/client/http.js';
import { type EndedRun, waitForRun } from '../../helpers/records/measured.js';
import { PLATFORMS, result, runStatus, stamp, startedRun, type World } from './world.js';

const MAKE_PACK = `mutation ($input: CreatePromptPackInput!) {
  createPromptPack(input: $input) { promptPack { id } }
}`;
const BIND = `mutation ($input: UpdatePromptPackInput!) {
  updatePromptPack(input: $input) { promptPack { isBound } }
}`;
const RUN = 'query ($id: ID!) { probeRun(id: $id) { promptPackId } }';

export const probeAudits: Audit<World>[] = [
  {
    id: 'D2-PROBE-1',
    check: async ({ post, probedId: brandId }) => {
      const answer = await post('/api/v1/probes', { brandId });
      expect([answer.status, answer.json()]).toMatchObject([202, { ...startedRun, brandId }]);
    },
  },
  {
    id: 'D2-PROBE-2',
    check: async ({ post, probedId: brandId }) => {
      const platforms = ['claude', 'chatgpt', 'claude'];
      const answer = await post('/api/v1/probes', { brandId, platforms });
      expect(answer.json()).toMatchObject({ platforms: ['chatgpt', 'claude'] });
    },
  },
  {
    id: 'D2-PROBE-3',
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
    id: 'D2-PROBE-7',
    check: async ({ app, account: { key }, probedId: brandId }) => {
      // A process of the role web runs no probes, so the run stays queued there.
      const idle = await startApp({ ROLE: 'web' });
      try {
        const own = await idle.createAccount();
        const made = await call(idle.url, 'POST', '/api/v1/brands', {
          key: own.key,
          body: { name: 'Marlowe', category: 'raincoats' },
        });
        const { id } = made.json<{ brand: { id: string } }>().brand;
        const started = await call(idle.url, 'POST', '/api/v1/probes', {
          key: own.key,
          body: { brandId: id },
        });
        const { runId } = started.json<{ runId: string }>();
        const queued = await call(idle.url, 'GET', `/api/v1/probes/${runId}`, { key: own.key });
        expect(queued.json()).toMatchObject({ status: 'queued', completedAt: null, results: [] });
      } finally {
        await idle.dispose();
      }
      const started = await call(app.url, 'POST', '/api/v1/probes', { key, body: { brandId } });
      const run = await waitForRun(app, key, started.json<{ runId: string }>().runId);
      expect(run).toMatchObject({ status: 'completed', completedAt: stamp });
      expect(run.results.length).toBeGreaterThan(0);
    },
  },
  {
    id: 'D2-PROBE-8',
    check: async ({ app }) => {
      const { key } = await app.createAccount();
      const body = { name: 'Marlowe', category: 'raincoats' };
      const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
      const brandId = made.json<{ brand: { id: string } }>().brand.id;
      const makePack = async (name: string) => {
        const input = { name, prompts: [{ text: 'Which raincoat keeps dry?' }] };
        const { data } = await ask(app, MAKE_PACK, { key, variables: { input } });
        return (data as { createPromptPack: { promptPack: { id: string } } }).createPromptPack
          .promptPack.id;
      };
      /** The pack of a new run, by id. */
      const packOf = async (promptPackId?: string) => {
        const sent = { brandId, promptPackId, platforms: ['grok'] };
        const started = await call(app.url, 'POST', '/api/v1/probes', { key, body: sent });
        expect(started.status).toBe(202);
        const variables = { id: started.json<{ runId: string }>().runId };
        const { data } = await ask(app, RUN, { key, variables });
        return (data as { probeRun: { promptPackId: string } }).probeRun.promptPackId;
      };
      const [bound, chosen] = [await makePack('Bound'), await makePack('Chosen')];
      const own = await packOf();
      expect([bound, chosen]).not.toContain(own);
      await ask(app, BIND, { key, variables: { input: { id: bound, isBound: true } } });
      expect([await packOf(), await packOf(chosen)]).toEqual([bound, chosen]);
    },
  },
  {
    id: 'D2-PROBE-9',
    check: async ({ post }) => {
      const nameless = await post('/api/v1/probes', {});
      expect([nameless.status, nameless.json()]).toMatchObject([
        400,
        { error: { code: 'BAD_INPUT', details: { field: 'brandId' } } },
      ]);
      expect((await post('/api/v1/probes', { brandId: 'nobody' })).status).toBe(404);
    },
  },
  {
    id: 'D2-PLATFORM-1',
    check: async ({ app, account: { key } }) => {
      const { data } = await ask(app, '{ platforms { platform status } }', { key });
      const platforms = data?.platforms as { platform: string; status: string }[];
      const of = (wanted: string) =>
        platforms.filter(({ status }) => status === wanted).map(({ platform }) => platform);
      expect(of('CONFIGURED')).toEqual(PLATFORMS);
      expect(of('PLANNED').sort()).toEqual([
        ...['copilot', 'doubao', 'kimi', 'llama', 'mistral', 'qwen'],
      ]);
    },
  },
];
