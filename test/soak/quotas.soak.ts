import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { limitsOf } from '../../src/domain/accounts/tier.js';
import { toV1Layers, windowKey } from '../../src/request/allowances.js';
import { takeDaily } from '../../src/services/limits/daily-quota.js';
import { startApp } from '../helpers/app.js';
import { until } from '../helpers/run/until.js';
import { createFixture, pidOf, query, signalServer } from '../postgres/fixture.js';

const fixture = createFixture();
afterAll(fixture.dispose);

/** Twice what the database takes at most to write what nobody waits for. */
const WRITTEN_MS = 1_500;

test('a crash of the database forgets no daily quota, and of the windows the last moment at most', async () => {
  const dataDir = await fixture.folder();
  const { connectionString } = await fixture.start(dataDir);
  await query(connectionString, 'select 1');
  const app = await startApp({ ROLE: 'web' }, { databaseUrl: connectionString });
  try {
    const key = windowKey('v1', 'an account/test');
    const layers = toV1Layers(limitsOf('free'));
    for (let times = 0; times < 7; times += 1) await app.deps.windows.take(key, layers, true);
    await sleep(WRITTEN_MS);
    const quota = { allowance: 'scan', holder: 'an account/test', limit: 10 };
    for (let times = 0; times < 3; times += 1) await takeDaily(app.deps, quota);
    const before = await signalServer(dataDir, 'SIGKILL');
    await until(async () => {
      if ((await pidOf(dataDir)) === before) return false;
      return app.deps.windows.peek(key, layers).then(
        () => true,
        () => false,
      );
    }, 30_000);
    const states = await app.deps.windows.peek(key, layers);
    const used = states.map(({ limit, remaining }) => limit - remaining);
    // A minute may have ended meanwhile; the hour and the day have not.
    expect(used.slice(1)).toEqual([7, 7]);
    expect(await takeDaily(app.deps, quota)).toMatchObject({ granted: true, remaining: 6 });
  } finally {
    await app.dispose();
  }
});
