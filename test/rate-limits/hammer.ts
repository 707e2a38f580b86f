import { once } from 'node:events';
import type { Layer } from '../../src/domain/limits/sliding-window.js';
import { createSharedLimiter } from '../../src/rate-limits/shared.js';
import { createStore } from '../../src/rate-limits/store.js';
import { randomFrom } from '../domain/statistics/random.js';
import { openWorkDatabase } from '../helpers/app.js';

/** A process of its own that calls as fast as it can and says when each admitted call was sent and answered. */

export interface HammerOptions {
  url: string;
  seed: number;
  layers: readonly Layer[];
  forMs: number;
}

const nowMs = () => performance.timeOrigin + performance.now();

/** Says that it is ready, and begins when it is told to: all begin together. */
async function hammer({ url, seed, layers, forMs }: HammerOptions): Promise<[number, number][]> {
  const database = await openWorkDatabase(url);
  const store = createStore((statement) => database.pool.query(statement), null);
  const windows = createSharedLimiter(store, () => performance.now());
  const random = randomFrom(seed);
  process.send?.('ready');
  await once(process, 'message');
  const untilMs = Date.now() + forMs;
  const admitted: [number, number][] = [];
  const call = async () => {
    const sentMs = nowMs();
    const permit = await windows.take('hot', layers);
    if (permit.admitted) admitted.push([sentMs, nowMs()]);
  };
  const caller = async () => {
    while (Date.now() < untilMs) {
      // Bursts that empty the window, and pauses that let places in hand grow old.
      for (let left = random.integer(40); left > 0; left -= 1) await call();
      await new Promise((resolve) => setTimeout(resolve, random.pick([0, 5, 30, 200])));
    }
  };
  await Promise.all([caller(), caller(), caller()]);
  await windows.dispose();
  await database.dispose();
  return admitted;
}

process.once('message', async (options: HammerOptions) => {
  process.send?.(await hammer(options));
  process.disconnect();
});
