import { expect } from '@jest/globals';
import type { Tier } from '../../../src/domain/accounts/tier.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { type Call, call } from '../../helpers/client/http.js';
import { QUERY, queried, SCAN, scanned, type World } from './world.js';

const copy = { text: 'Zephyrine makes running shoes.', brand: 'Zephyrine' };
const SERIES = '/api/dashboard/visibility/timeseries';

interface Row {
  path: string;
  by: 'nobody' | 'cookie' | 'key';
  /** Calls within `perSec`; null without a limit. */
  admits: number | null;
  perSec: number;
}
const DAY_SEC = 86_400;
/** Root fields a session may request per minute. */
const GENERAL_CAP = '600';
const SHARED = [
  SERIES,
  '/api/dashboard/competitors/breakdown',
  '/api/dashboard/prompts/breakdown',
  '/api/dashboard/prompts/aida',
  '/api/brands/compare',
  '/api/sentiment/overview',
];
/** Scans, queries and rewrites per day of each tier. */
const QUOTAS: readonly (readonly [Tier, number, number, number])[] = [
  ['free', 10, 3, 5],
  ['starter', 50, 5, 20],
  ['growth', 200, 10, 50],
  ['scale', 1_000, 20, 100],
  ['enterprise', 1_000, 20, 100],
];

/** The limits of an account on Free, the lower ends of the documented ranges. */
const ROWS: readonly Row[] = [
  { path: SCAN, by: 'nobody', admits: 5, perSec: DAY_SEC },
  { path: SCAN, by: 'cookie', admits: 10, perSec: DAY_SEC },
  { path: SCAN, by: 'key', admits: 10, perSec: DAY_SEC },
  { path: QUERY, by: 'nobody', admits: 5, perSec: DAY_SEC },
  { path: QUERY, by: 'cookie', admits: 3, perSec: DAY_SEC },
  { path: QUERY, by: 'key', admits: 30, perSec: 60 },
  { path: '/api/aeo/rewrite', by: 'cookie', admits: 5, perSec: DAY_SEC },
  { path: '/api/aeo/rewrite', by: 'key', admits: 30, perSec: 60 },
  { path: SERIES, by: 'cookie', admits: null, perSec: 0 },
  { path: SERIES, by: 'key', admits: 120, perSec: 60 },
  ...(['nobody', 'cookie', 'key'] as const).flatMap((by): Row[] => [
    { path: '/api/health', by, admits: null, perSec: 0 },
    { path: '/api/status', by, admits: null, perSec: 0 },
  ]),
];
const BODIES: Record<string, object> = {
  [SCAN]: scanned,
  [QUERY]: queried,
  '/api/aeo/rewrite': copy,
};

async function makeBrand(app: TestApp, caller: Call): Promise<string> {
  const body = { name: 'Zephyrine', category: 'running shoes' };
  const made = await call(app.url, 'POST', '/api/brands', { ...caller, body });
  return made.json<{ brand: { id: string } }>().brand.id;
}

async function toCaller(app: TestApp, by: Row['by']): Promise<Call & { brandId: string }> {
  if (by === 'nobody') return { brandId: '' };
  const { key, cookie } = await app.createAccount({ tier: 'free' });
  const caller = by === 'key' ? { key } : { headers: { cookie, origin: app.url } };
  return { ...caller, brandId: await makeBrand(app, caller) };
}

const rowAudits: Audit<World>[] = ROWS.map(({ path, by, admits, perSec }) => ({
  id: `D1-LIMIT-${path}-${by}`,
  check: async (world) => {
    // Anonymous callers of one server share one address here, and its quota.
    const own = by === 'nobody' && admits !== null ? await startApp({ ROLE: 'web' }) : null;
    try {
      await hold(own ?? world.app, { path, by, admits, perSec });
    } finally {
      await own?.dispose();
    }
  },
}));

export const limitAudits: Audit<World>[] = [
  ...rowAudits,
  {
    id: 'D1-LIMIT-DASHBOARD',
    check: async ({ app }) => {
      const { key } = await app.createAccount();
      const brandId = await makeBrand(app, { key });
      const read = async (path: string) => {
        const { headers } = await call(app.url, 'GET', `${path}?brand_id=${brandId}`, { key });
        return ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`));
      };
      for (const [at, path] of SHARED.entries())
        expect([path, ...(await read(path))]).toEqual([path, '120', String(119 - at)]);
      expect((await read('/api/crisis/incidents'))[0]).toBe('500');
    },
  },
  {
    id: 'D1-LIMIT-TIERS',
    check: async ({ app }) => {
      for (const [tier, scansPerDay, queriesPerDay, rewritesPerDay] of QUOTAS) {
        const { key } = await app.createAccount({ tier });
        const me = await call(app.url, 'GET', '/api/me', { key });
        const limits = { scansPerDay, queriesPerDay, rewritesPerDay };
        expect(me.json()).toMatchObject({ account: { tier }, limits });
      }
    },
  },
];

async function hold(app: TestApp, { path, by, admits, perSec }: Row): Promise<void> {
  const { brandId, ...caller } = await toCaller(app, by);
  const body = BODIES[path];
  const once = () =>
    body === undefined
      ? call(app.url, 'GET', path === SERIES ? `${path}?brand_id=${brandId}&days=1` : path, caller)
      : call(app.url, 'POST', path, { ...caller, body });
  if (admits === null) {
    const answers = await Promise.all(Array.from({ length: 150 }, once));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-ratelimit-limit')).toBe(path === SERIES ? GENERAL_CAP : null);
    }
    return;
  }
  for (let call = 1; call <= admits; call += 1) {
    const answer = await once();
    expect([call, answer.status]).toEqual([call, 200]);
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(admits));
    expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(admits - call));
    if (path === SCAN) expect(answer.json().rateLimitRemaining).toBe(admits - call);
  }
  const refused = await once();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  const waitSec = Number(refused.headers.get('retry-after'));
  expect(Number.isInteger(waitSec) && waitSec >= 1 && waitSec <= perSec + 1).toBe(true);
}
