import { expect } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { sql } from '../../helpers/run/sql.js';
import { listedBrand, number, PLATFORMS, stamp, type World } from './world.js';

export const brandAudits: Audit<World>[] = [
  {
    id: 'D2-BRAND-1',
    check: async ({ get, brandId }) => {
      const answer = await get('/api/v1/brands');
      expect([answer.status, answer.json()]).toMatchObject([
        200,
        { persisted: true, authed: true },
      ]);
      const { brands } = answer.json<{ brands: { id: string }[] }>();
      expect(brands.find(({ id }) => id === brandId)).toMatchObject({
        ...listedBrand,
        website: 'https://zephyrine.example',
      });
    },
  },
  {
    id: 'D2-BRAND-2',
    check: async ({ app }) => {
      const account = await app.createAccount({ tier: 'enterprise' });
      const { key } = account;
      const body = { name: 'Seed', category: 'seeds' };
      const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
      const { brand } = made.json<{ brand: { id: string } }>();
      await sql(
        app.databaseUrl,
        `insert into brand select (jsonb_populate_record(b, jsonb_build_object('id', made.id, 'name', 'Copy ' || n))).*
         from brand b, unnest($2::uuid[]) with ordinality as made (id, n) where b.id = $1`,
        [brand.id, Array.from({ length: 100 }, newId)],
      );
      const { brands } = (await call(app.url, 'GET', '/api/v1/brands', { key })).json<{
        brands: { id: string }[];
      }>();
      expect(brands).toHaveLength(100);
      const ids = brands.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort().reverse());
      expect(ids).not.toContain(brand.id);
    },
  },
  {
    id: 'D2-BRAND-3',
    check: async ({ post, account }) => {
      const sent = { name: 'Marquist', category: 'bags', website: 'https://marquist.example' };
      const answer = await post('/api/v1/brands', sent);
      expect([answer.status, answer.json()]).toMatchObject([
        201,
        { brand: { ...listedBrand, ...sent, userId: account.userId }, persisted: true },
      ]);
    },
  },
  {
    id: 'D2-BRAND-4',
    check: async ({ post }) => {
      const answer = await post('/api/v1/brands', { name: 'Ternridge', category: 'tents' });
      expect(answer.json()).toMatchObject({ brand: { website: null } });
    },
  },
  {
    id: 'D2-BRAND-5',
    check: async ({ app }) => {
      const { key } = await app.createAccount({ tier: 'free' });
      const make = (name: string) =>
        call(app.url, 'POST', '/api/v1/brands', { key, body: { name, category: 'bags' } });
      expect((await make('First')).status).toBe(201);
      const second = await make('Second');
      expect([second.status, second.json()]).toMatchObject([
        402,
        { error: { code: 'UPGRADE_NEEDED' } },
      ]);
    },
  },
  {
    id: 'D2-BRAND-6',
    check: async ({ get, brandId, runId }) => {
      const answer = await get(`/api/v1/brands/${brandId}`);
      expect([answer.status, answer.json()]).toMatchObject([
        200,
        {
          brand: { id: brandId, name: 'Zephyrine', category: 'running shoes' },
          lastScan: {
            runId,
            completedAt: stamp,
            visibility: number,
            platforms: PLATFORMS,
            sandbox: true,
          },
        },
      ]);
      const { lastScan } = answer.json<{ lastScan: { visibility: number } }>();
      expect(lastScan.visibility).toBeGreaterThan(0);
      expect(lastScan.visibility).toBeLessThanOrEqual(1);
    },
  },
  {
    id: 'D2-BRAND-7',
    check: async ({ get, post }) => {
      const made = await post('/api/v1/brands', { name: 'Quillow', category: 'pens' });
      const { brand } = made.json<{ brand: { id: string } }>();
      expect((await get(`/api/v1/brands/${brand.id}`)).json()).toMatchObject({ lastScan: null });
    },
  },
  {
    id: 'D2-BRAND-8',
    check: async ({ post }) => {
      const sent = { name: 'Halden', category: 'boats', website: 'https://halden.example' };
      for (const [field, value] of [
        ['name', undefined],
        ['category', undefined],
        ['website', 'not a URL'],
      ] as const) {
        const answer = await post('/api/v1/brands', { ...sent, [field]: value });
        expect([answer.status, answer.json()]).toMatchObject([
          400,
          { error: { code: 'BAD_INPUT', details: { field } } },
        ]);
      }
    },
  },
  {
    id: 'D2-BRAND-9',
    check: async ({ app }) => {
      const { key } = await app.createAccount();
      const answer = await call(app.url, 'GET', '/api/v1/brands', { key });
      expect(answer.json()).toMatchObject({ brands: [], authed: true });
    },
  },
];
