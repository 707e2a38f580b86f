import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { limited } from '../../resolvers/limited.js';
import type { Context } from '../../src/context.js';
import type { Allowance } from '../../src/limits.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { createAskers } from '../helpers/asker.js';
import { whileLocked } from '../helpers/lock.js';
import { createTenant } from '../helpers/probe.js';

let app: TestApp;
let askers: ReturnType<typeof createAskers>;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  askers = createAskers(app);
});
afterAll(async () => {
  askers.dispose();
  await app.dispose();
});

const draw = (context: Context, allowance: Allowance): Promise<unknown> =>
  limited(context, allowance, async ({ remaining }) => remaining).catch(({ code }) => code);

test('without the store reads go on, counted here, and what spends money does not', async () => {
  const key = askers.key(await createTenant(app));
  expect(await draw(key, 'dashboard')).toBe(119);
  await whileLocked(app.databaseUrl, 'auth.rate_window', async () => {
    const startedMs = performance.now();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => draw(key, 'dashboard')));
    expect(performance.now() - startedMs).toBeLessThan(1_500);
    expect(outcomes).toEqual(Array.from({ length: 10 }, (_, at) => 119 - at));
    // Nobody waits again for what was just seen not to answer, and the limit holds here too.
    const again = performance.now();
    for (let left = 110; left > 0; left -= 1) await draw(askers.again(key), 'dashboard');
    expect(performance.now() - again).toBeLessThan(400);
    expect(await draw(key, 'dashboard')).toBe('RATE_LIMITED');
    expect(await draw(key, 'query')).toBe('DEGRADED');
  });
  expect(await draw(key, 'query')).toBe(29);
});

test('without the quotas’ table nothing that spends money is begun', async () => {
  const stranger = askers.stranger();
  await whileLocked(app.databaseUrl, 'auth.daily_quota', async () => {
    expect(await draw(stranger, 'scan')).toBe('DEGRADED');
  });
  expect(await draw(stranger, 'scan')).toBe(4);
});
