import { expect } from '@jest/globals';
import { setAccountLimits } from '../../../src/services/accounts/account.js';
import { startApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { fillWindow } from '../../helpers/records/window.js';
import { makeAccount } from './limit.js';
import type { World } from './world.js';

/** Repeats each race, since one correct outcome may be chance. */
const ROUNDS = 20;

/** Concurrent requests for the last place of a quota or window. */
export const lastPlaceAudits: Audit<World>[] = [
  {
    id: 'D2-LIMIT-RACE',
    check: async (world) => {
      const { app } = world;
      const second = await startApp({ ROLE: 'web' }, { databaseUrl: app.databaseUrl });
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          const { key, tenant } = await makeAccount(world, 'free');
          await fillWindow(app, tenant, 19, 0);
          const racers = round % 2 === 0 ? 12 : 2;
          const answers = await Promise.all(
            Array.from({ length: racers }, (_, at) =>
              call(at % 2 === 0 ? app.url : second.url, 'GET', '/api/v1/brands', { key }),
            ),
          );
          const statuses = answers.map(({ status }) => status).sort();
          expect([round, ...statuses]).toEqual([round, 200, ...Array(racers - 1).fill(429)]);
        }
      } finally {
        await second.dispose();
      }
    },
  },
  {
    id: 'D2-QUOTA-RACE',
    check: async (world) => {
      const { app } = world;
      const second = await startApp({ ROLE: 'web' }, { databaseUrl: app.databaseUrl });
      try {
        const { key, accountId } = await makeAccount(world, 'enterprise');
        for (let round = 1; round <= ROUNDS; round += 1) {
          // Each round adds one place and has two or eight racers.
          await setAccountLimits(app.deps, accountId, { brands: round, requestsPerMinute: 1_000 });
          const racers = round % 2 === 0 ? 8 : 2;
          const answers = await Promise.all(
            Array.from({ length: racers }, (_, at) =>
              call(at % 2 === 0 ? app.url : second.url, 'POST', '/api/v1/brands', {
                key,
                body: { name: `Brand ${at}`, category: 'raincoats' },
              }),
            ),
          );
          const statuses = answers.map(({ status }) => status).sort();
          expect([round, ...statuses]).toEqual([round, 201, ...Array(racers - 1).fill(402)]);
          const refused = answers.find(({ status }) => status === 402);
          expect(refused?.json()).toMatchObject({ error: { code: 'UPGRADE_NEEDED' } });
          const { brands } = (await call(app.url, 'GET', '/api/v1/brands', { key })).json<{
            brands: unknown[];
          }>();
          expect(brands).toHaveLength(round);
        }
      } finally {
        await second.dispose();
      }
    },
  },
  {
    id: 'D2-QUOTA-TIERS',
    check: async (world) => {
      for (const [tier, brands] of [
        ['free', 1],
        ['starter', 1],
        ['growth', 25],
        ['scale', 100],
        ['enterprise', 2],
      ] as const) {
        const { key, accountId } = await makeAccount(world, tier);
        if (tier === 'enterprise')
          await setAccountLimits(world.app.deps, accountId, { brands, requestsPerMinute: 100 });
        const make = (at: number) =>
          call(world.app.url, 'POST', '/api/v1/brands', {
            key,
            body: { name: `Brand ${at}`, category: 'raincoats' },
          });
        for (let at = 0; at < brands; at += 1) expect((await make(at)).status).toBe(201);
        const refused = await make(brands);
        expect([refused.status, refused.json()]).toMatchObject([
          402,
          { error: { code: 'UPGRADE_NEEDED', details: { tier, quota: brands } } },
        ]);
      }
    },
  },
];
