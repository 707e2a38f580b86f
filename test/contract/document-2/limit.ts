import { expect } from '@jest/globals';
import { v1Routes } from '../../../rest/v1.js';
import type { Limits, Tier } from '../../../src/domain/accounts/tier.js';
import { setAccountLimits } from '../../../src/services/accounts/account.js';
import { startApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { type Answer, call } from '../../helpers/client/http.js';
import { emptyWindow, fillWindow } from '../../helpers/records/window.js';
import type { World } from './world.js';

const HOUR_MS = 3_600_000;

/** Requests per hour, day and minute of each tier; an operator sets those of an enterprise account. */
const TIERS: [tier: Tier, hourly: number, daily: number, burst: number][] = [
  ['free', 100, 1_000, 20],
  ['starter', 1_000, 20_000, 100],
  ['growth', 10_000, 200_000, 500],
  ['scale', 100_000, 2_000_000, 2_000],
  ['enterprise', 700, 9_000, 60],
];
const CUSTOM: Partial<Limits> = {
  requestsPerHour: 700,
  requestsPerDay: 9_000,
  requestsPerMinute: 60,
};

const told = ({ headers }: Answer) => ({
  limit: Number(headers.get('x-ratelimit-limit') ?? Number.NaN),
  remaining: Number(headers.get('x-ratelimit-remaining') ?? Number.NaN),
  reset: Number(headers.get('x-ratelimit-reset') ?? Number.NaN),
});

export async function makeAccount({ app }: World, tier: Tier) {
  const account = await app.createAccount({ tier });
  if (tier === 'enterprise') await setAccountLimits(app.deps, account.accountId, CUSTOM);
  const list = (options = {}) =>
    call(app.url, 'GET', '/api/v1/brands', { key: account.key, ...options });
  return {
    ...account,
    list,
    tenant: { accountId: account.accountId, environment: 'test' as const },
  };
}

/** Each audit leaves one place in its layer and many in the shorter layers. */
const layerAudits: Audit<World>[] = TIERS.flatMap(([tier, hourly, daily, burst]) =>
  (
    [
      ['burst', burst, 0, 60],
      ['hourly', hourly, 2 * 60_000, 3_600],
      ['daily', daily, 2 * HOUR_MS, 86_400],
    ] as const
  ).map(([layer, limit, agoMs, windowSec]) => ({
    id: `D2-LIMIT-${tier}-${layer}`,
    check: async (world: World) => {
      const { list, tenant } = await makeAccount(world, tier);
      await fillWindow(world.app, tenant, limit - 1, agoMs);
      const last = await list();
      expect([last.status, told(last)]).toMatchObject([200, { limit, remaining: 0 }]);
      const refused = await list();
      expect([refused.status, told(refused)]).toMatchObject([429, { limit, remaining: 0 }]);
      expect(refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED', details: { limit } } });
      const waitSec = Number(refused.headers.get('retry-after'));
      expect(Number.isInteger(waitSec)).toBe(true);
      expect(waitSec).toBeGreaterThanOrEqual(1);
      expect(waitSec).toBeLessThanOrEqual(windowSec * (61 / 60) + 1);
      // The reset is in Unix seconds: when the next place frees.
      const aheadSec = told(refused).reset - Date.now() / 1_000;
      expect(Number.isInteger(told(refused).reset)).toBe(true);
      expect(Math.abs(aheadSec - waitSec)).toBeLessThan(10);
    },
  })),
);

/** A request with all fields that any path needs, so that only the limit can refuse it. */
const request = (method: string, path: string, brandId: string, key: string, url: string) =>
  method === 'GET'
    ? call(url, 'GET', `${path}?brandId=${brandId}&brand_id=${brandId}`, { key })
    : call(url, 'POST', path, {
        key,
        body: {
          ...{ name: 'Marlowe', category: 'raincoats', brandId, content: 'It keeps rain out.' },
          prompts: ['Which raincoat keeps dry?'],
        },
      });

export const limitAudits: Audit<World>[] = [
  ...layerAudits,
  {
    id: 'D2-LIMIT-COUNT',
    check: async (world) => {
      const { list } = await makeAccount(world, 'free');
      for (let remaining = 19; remaining >= 0; remaining -= 1) {
        const answer = await list();
        expect([answer.status, told(answer)]).toMatchObject([200, { limit: 20, remaining }]);
      }
      expect((await list()).status).toBe(429);
    },
  },
  {
    id: 'D2-LIMIT-PATHS',
    check: async () => {
      const own = await startApp({ ROADMAP_WEBHOOKS: 'on', ROLE: 'web' });
      try {
        const { key } = await own.createAccount();
        const made = await call(own.url, 'POST', '/api/brands', {
          key,
          body: { name: 'Marlowe', category: 'raincoats' },
        });
        const { id } = made.json<{ brand: { id: string } }>().brand;
        let left = told(made).remaining;
        const paths = v1Routes.flatMap(({ method, path, aliases = [] }) =>
          [path, ...aliases].map((one) => [method, one] as const),
        );
        expect(paths.length).toBeGreaterThan(20);
        for (const [method, path] of [...paths, ['GET', '/api/crisis/incidents'] as const]) {
          const answer =
            path === '/api/v1/webhooks'
              ? await call(own.url, 'POST', path, {
                  key,
                  body: { url: 'https://192.0.1.1/hook', events: ['citation.discovered'] },
                })
              : await request(method, path.replace(':id', id), id, key, own.url);
          if (path.endsWith('/health')) {
            expect(answer.headers.has('x-ratelimit-limit')).toBe(false);
            continue;
          }
          left -= 1;
          expect([method, path, told(answer)]).toMatchObject([
            method,
            path,
            { limit: 500, remaining: left },
          ]);
        }
      } finally {
        await own.dispose();
      }
    },
  },
  {
    id: 'D2-LIMIT-SHARED',
    check: async (world) => {
      const { list, makeKey } = await makeAccount(world, 'free');
      await list();
      expect(told(await list({ key: await makeKey() })).remaining).toBe(18);
      const live = await makeKey({ environment: 'live' });
      expect(told(await list({ key: live })).remaining).toBe(19);
      const other = await makeAccount(world, 'free');
      expect(told(await other.list()).remaining).toBe(19);
    },
  },
  {
    id: 'D2-LIMIT-STEP-UP',
    check: async (world) => {
      const { list, key, tenant } = await makeAccount(world, 'free');
      // The places were taken 30 s ago, so the first one frees in about 30 s.
      await fillWindow(world.app, tenant, 20, 30_000);
      const wait = (answer: Answer) => Number(answer.headers.get('retry-after'));
      const backoff = (answer: Answer) => answer.headers.get('x-ratelimit-backoff');
      const advised: (string | null)[] = [];
      for (let times = 0; times < 7; times += 1) {
        const answer = await list();
        expect(answer.status).toBe(429);
        expect(wait(answer)).toBeLessThanOrEqual(32);
        expect(Math.abs(told(answer).reset - Date.now() / 1_000 - wait(answer))).toBeLessThan(5);
        advised.push(backoff(answer));
      }
      expect(advised).toEqual([null, null, null, '60', '60', '60', '300']);
      const elsewhere = await call(world.app.url, 'GET', '/api/v1/picker?brandId=x', { key });
      expect([elsewhere.status, backoff(elsewhere)]).toEqual([429, null]);
      // With places free again, the next request is admitted and carries no advice.
      await emptyWindow(world.app, tenant);
      expect([(await list()).status, backoff(await list())]).toEqual([200, null]);
    },
  },
  {
    id: 'D2-LIMIT-WAIT',
    check: async (world) => {
      const { list, tenant } = await makeAccount(world, 'free');
      await fillWindow(world.app, tenant, 20, 55_000);
      const refused = await list();
      expect(refused.status).toBe(429);
      const waitSec = Number(refused.headers.get('retry-after'));
      expect(waitSec).toBeLessThanOrEqual(7);
      await new Promise((resolve) => setTimeout(resolve, waitSec * 1_000));
      expect((await list()).status).toBe(200);
    },
  },
  {
    id: 'D2-LIMIT-ORDER',
    check: async (world) => {
      const { app } = world;
      const { key, makeKey, tenant } = await makeAccount(world, 'free');
      await fillWindow(app, tenant, 20, 0);
      const reader = await makeKey({ scopes: ['read'] });
      const ask = (method: string, path: string, body?: object, by = key) =>
        call(app.url, method, path, { key: by, body }).then(({ status }) => status);
      expect(await ask('POST', '/api/v1/brands', { name: 'A', category: 'b' }, reader)).toBe(403);
      expect(await ask('POST', '/api/v1/brands', { name: ' ', category: 'b' })).toBe(400);
      expect(await ask('POST', '/api/v1/probes', { brandId: 'x', platforms: [] })).toBe(400);
      expect(await ask('POST', '/api/v1/suggest', { brandId: 'x', content: ' ' })).toBe(400);
      expect(await ask('GET', '/api/v1/citations?brandId=x&days=91')).toBe(400);
      expect(await ask('GET', '/api/v1/picker?brandId=x&limit=201')).toBe(400);
      expect(await ask('GET', '/api/v1/brands/x')).toBe(429);
    },
  },
  {
    id: 'D2-LIMIT-UNCHARGED',
    check: async (world) => {
      const { list, key } = await makeAccount(world, 'free');
      const { remaining } = told(await list());
      for (const path of [
        'citations?brandId=x&days=0',
        'picker',
        'sentinel/incidents?brandId=x&severity=odd',
      ])
        expect((await call(world.app.url, 'GET', `/api/v1/${path}`, { key })).status).toBe(400);
      expect(told(await list()).remaining).toBe(remaining - 1);
    },
  },
];
