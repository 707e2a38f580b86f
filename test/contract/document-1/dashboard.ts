import { expect } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { number as count, text, type World } from './world.js';

/** The seven dashboard endpoints of document 1. */

const PATHS = [
  '/api/dashboard/visibility/timeseries',
  '/api/dashboard/competitors/breakdown',
  '/api/dashboard/prompts/breakdown',
  '/api/dashboard/prompts/aida',
  '/api/brands/compare',
  '/api/sentiment/overview',
  '/api/crisis/incidents',
];
const COMPARE = '/api/brands/compare';
const INCIDENTS = '/api/crisis/incidents';
const OF_BRAND = PATHS.filter((path) => path !== COMPARE);
const WINDOWED = PATHS.filter((path) => path !== INCIDENTS);

const flag = expect.any(Boolean);
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);

const ask = ({ app, account }: World, path: string, query: Record<string, string> = {}) =>
  call(app.url, 'GET', `${path}?${new URLSearchParams(query)}`, { key: account.key });
const bodyOf = async (world: World, path: string, days?: string) => {
  const query = { ...(path !== COMPARE && { brand_id: world.brandId }), ...(days && { days }) };
  const answer = await ask(world, path, query);
  expect(answer.status).toBe(200);
  return answer.json();
};

/** Whether the value is a rate: a number with at most four decimals, or null. */
const isRate = (value: unknown, least = 0): boolean =>
  value === null ||
  (typeof value === 'number' && value >= least && value <= 1 && Number(value.toFixed(4)) === value);

const rates = (entry: Record<string, unknown>, ...names: string[]) => {
  for (const name of names) expect([name, isRate(entry[name])]).toEqual([name, true]);
};

type Entry = Record<string, unknown>;

export const dashboardAudits: Audit<World>[] = [
  {
    id: 'D1-DASH-1',
    check: async ({ app }) => {
      for (const path of PATHS) {
        const answer = await call(app.url, 'GET', `${path}?days=week`);
        expect([path, answer.status]).toEqual([path, 401]);
      }
    },
  },
  {
    id: 'D1-DASH-2',
    check: async (world) => {
      const other = await world.app.createAccount();
      for (const path of OF_BRAND) {
        const bare = await ask(world, path);
        expect([path, bare.status, bare.json()]).toMatchObject([
          path,
          400,
          { error: { code: 'BAD_INPUT', details: { field: 'brand_id' } } },
        ]);
        const query = new URLSearchParams({ brand_id: world.brandId });
        const foreign = await call(world.app.url, 'GET', `${path}?${query}`, { key: other.key });
        const missing = [newId(), 'no-id', ''].map((brand_id) => ask(world, path, { brand_id }));
        for (const answer of [foreign, ...(await Promise.all(missing))])
          expect([path, answer.status, answer.json()]).toMatchObject([
            path,
            404,
            { error: { code: 'NOT_FOUND', message: 'brand not found' } },
          ]);
      }
    },
  },
  {
    id: 'D1-DASH-3',
    check: async (world) => {
      for (const path of WINDOWED) {
        for (const brand_id of [world.brandId, newId()]) {
          for (const days of ['0', '91', '-1', '7.5', '1e1', 'week', '', '99999999999999999999']) {
            const answer = await ask(world, path, { brand_id, days });
            expect([path, days, answer.status, answer.json()]).toMatchObject([
              path,
              days,
              400,
              { error: { code: 'BAD_INPUT', details: { field: 'days' } } },
            ]);
          }
        }
        for (const days of ['1', '90'])
          expect(await bodyOf(world, path, days)).toMatchObject({ days: Number(days) });
        expect(await bodyOf(world, path)).toMatchObject({ days: 30 });
      }
    },
  },
  {
    id: 'D1-DASH-4',
    check: async (world) => {
      const body = await bodyOf(world, PATHS[0] ?? '', '3');
      expect(body).toEqual({
        brandId: world.brandId,
        days: 3,
        sandbox: true,
        points: expect.any(Array),
      });
      const points = body.points as (Entry & { platforms: Entry[] })[];
      expect(points).toHaveLength(3);
      for (const point of points) {
        expect(point).toMatchObject({ date, answers: count, mentions: count, partial: flag });
        rates(point, 'visibility', 'low', 'high');
        expect(point.platforms).toHaveLength(6);
        for (const entry of point.platforms) {
          expect(entry).toMatchObject({ platform: text, answers: count, mentions: count });
          rates(entry, 'visibility');
        }
      }
      expect(points[0]).toMatchObject({ visibility: null, low: null, high: null, answers: 0 });
      expect(points[2]).toMatchObject({ visibility: count, answers: 72 });
    },
  },
  {
    id: 'D1-DASH-5',
    check: async (world) => {
      const body = await bodyOf(world, PATHS[1] ?? '');
      expect(body).toMatchObject({ brandId: world.brandId, sandbox: true });
      const platforms = body.platforms as { platform: string; entries: Entry[] }[];
      expect(platforms).toHaveLength(6);
      for (const { platform, entries } of platforms) {
        expect(platform).toEqual(text);
        expect(entries[0]).toMatchObject({ name: 'Zephyrine', isBrand: true, answers: 12 });
        for (const entry of entries) {
          expect(entry).toMatchObject({ name: text, isBrand: flag, mentions: count });
          expect([null, count]).toContainEqual(entry.averageRank);
          rates(entry, 'visibility', 'shareOfVoice');
        }
      }
    },
  },
  {
    id: 'D1-DASH-6',
    check: async (world) => {
      const body = await bodyOf(world, PATHS[2] ?? '');
      expect(body).toMatchObject({ brandId: world.brandId, sandbox: true });
      rates(body, 'hitRate', 'coverage');
      const prompts = body.prompts as Entry[];
      expect(prompts).toHaveLength(12);
      for (const prompt of prompts) {
        expect(prompt).toMatchObject({ promptId: text, prompt: text, answers: 6, mentions: count });
        expect(['awareness', 'interest', 'desire', 'action']).toContain(prompt.stage);
        expect(prompt.state).toBe('insufficient');
        rates(prompt, 'hitRate', 'low', 'high');
      }
    },
  },
  {
    id: 'D1-DASH-7',
    check: async (world) => {
      const body = await bodyOf(world, PATHS[3] ?? '');
      const stages = body.stages as Entry[];
      expect(stages.map(({ stage }) => stage)).toEqual([
        'awareness',
        'interest',
        'desire',
        'action',
      ]);
      for (const stage of stages) {
        expect(stage).toMatchObject({ prompts: 3, answers: 18, mentions: count });
        rates(stage, 'hitRate', 'low', 'high');
        expect(isRate(stage.netSentiment, -1)).toBe(true);
      }
    },
  },
  {
    id: 'D1-DASH-8',
    check: async (world) => {
      const body = await bodyOf(world, COMPARE);
      const [brand = {}] = (body.brands as Entry[]).filter(
        ({ brandId }) => brandId === world.brandId,
      );
      expect(brand).toMatchObject({ name: 'Zephyrine', answers: 72 });
      for (const entry of [brand, brand.previous as Entry]) {
        rates(entry, 'visibility', 'low', 'high', 'shareOfVoice', 'citationShare');
        expect(isRate(entry.netSentiment, -1)).toBe(true);
        expect([null, count]).toContainEqual(entry.averageRank);
      }
      expect(brand.previous).toMatchObject({ visibility: null, answers: 0, averageRank: null });
    },
  },
  {
    id: 'D1-DASH-9',
    check: async (world) => {
      const body = await bodyOf(world, '/api/sentiment/overview', '2');
      const counts = { positive: count, neutral: count, negative: count };
      expect(body).toMatchObject({ brandId: world.brandId, days: 2, ...counts, alerts: [] });
      const series = body.series as Entry[];
      expect(series).toHaveLength(2);
      for (const entry of [body, ...series]) {
        expect(entry).toMatchObject(counts);
        expect(isRate(entry.netSentiment, -1)).toBe(true);
      }
      expect(series[0]).toMatchObject({ date, positive: 0, netSentiment: null });
    },
  },
  {
    id: 'D1-DASH-10',
    check: async (world) => {
      const { brandId } = world;
      const v1 = await ask(world, '/api/v1/sentinel/incidents', { brandId });
      expect([v1.status, v1.json()]).toEqual([200, { incidents: [], total: 0 }]);
      for (const name of ['brand_id', 'brandId']) {
        const answer = await ask(world, INCIDENTS, { [name]: brandId });
        expect([answer.status, answer.json()]).toEqual([200, v1.json()]);
      }
      for (const [field, value] of Object.entries({ severity: 'worst', status: 'closed' })) {
        const answer = await ask(world, INCIDENTS, { brandId, [field]: value });
        expect([answer.status, answer.json()]).toMatchObject([
          400,
          { error: { details: { field } } },
        ]);
      }
    },
  },
  {
    id: 'D1-DASH-11',
    check: async (world) => {
      const { app, account, brandId } = world;
      const path = `/api/dashboard/prompts/aida?brand_id=${brandId}`;
      const { cookie } = account;
      const live = await call(app.url, 'GET', path, { headers: { cookie } });
      const headers = { cookie, 'x-environment': 'test' };
      const other = await call(app.url, 'GET', path, { headers });
      expect([live.status, other.status]).toEqual([404, 200]);
    },
  },
];
