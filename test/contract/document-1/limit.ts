import { expect } from '@jest/globals';
import { startApp, type TestApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { type Call, call } from '../../helpers/client/http.js';
import { QUERY, queried, SCAN, scanned, type World } from './world.js';

const copy = { text: 'Zephyrine makes running shoes.', brand: 'Zephyrine' };
const SERIES = '/api/dashboard/visibility/timeseries';

interface Row {
  path: string;
  by: 'nobody' | 'cookie' | 'key';
  /** How often it is admitted; null without a limit. */
  admits: number | null;
  perSec: number;
}
const DAY_SEC = 86_400;

/** Document 1, Limits, for an account of the tier free; where the document gives a range, its lower end. */
const ROWS: readonly Row[] = [
  { path: SCAN, by: 'nobody', admits: 5, perSec: DAY_SEC },
  { path: SCAN, by: 'cookie', admits: 10, perSec: DAY_SEC },
  { path: SCAN, by: 'key', admits: 10, perSec: DAY_SEC },
  { path: QUERY, by: 'nobody', admits: 5, perSec: DAY_SEC },
  { path: QUERY, by: 'cookie', admits: 3, perSec: DAY_SEC },
  { path: QUERY, by: 'key', admits: 30, perSec: 60 },
  { path: '/api/aeo/rewrite', by: 'cookie', admits: 5, perSec: DAY_SEC },
  { path: '/api/aeo/rewrite', by: 'key', admits: 30, perSec: 60 },
  { path: SERIES, by: 'key', admits: 120, perSec: 60 },
  { path: '/api/health', by: 'nobody', admits: null, perSec: 0 },
  { path: '/api/status', by: 'nobody', admits: null, perSec: 0 },
];
const BODIES: Record<string, object> = {
  [SCAN]: scanned,
  [QUERY]: queried,
  '/api/aeo/rewrite': copy,
};

async function toCaller(app: TestApp, by: Row['by']): Promise<Call & { brandId: string }> {
  if (by === 'nobody') return { brandId: '' };
  const { key, cookie } = await app.createAccount({ tier: 'free' });
  const body = { name: 'Zephyrine', category: 'running shoes' };
  const made = await call(app.url, 'POST', '/api/brands', { key, body });
  const brandId = made.json<{ brand: { id: string } }>().brand.id;
  return by === 'key' ? { key, brandId } : { headers: { cookie, origin: app.url }, brandId };
}

export const limitAudits: Audit<World>[] = ROWS.map(({ path, by, admits, perSec }) => ({
  id: `D1-LIMIT-${path}-${by}`,
  says: `${path} MUST admit ${by} ${admits === null ? 'without a limit' : `${admits} calls in ${perSec} s`}`,
  check: async (world) => {
    // All who send no credential come from one address here, and share its places.
    const own = by === 'nobody' && admits !== null ? await startApp({ ROLE: 'web' }) : null;
    try {
      await hold(own ?? world.app, { path, by, admits, perSec });
    } finally {
      await own?.dispose();
    }
  },
}));

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
      expect(answer.headers.has('x-ratelimit-limit')).toBe(false);
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
