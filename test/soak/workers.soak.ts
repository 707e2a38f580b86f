import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import type { Product } from '../helpers/product.js';
import { expectWhole, prepare, runDuring, signUpLarge } from './fixture.js';

const KILLS = 25;
const EVERY_MS = 2_000;
/** Questions that can be on their way when a worker dies: a run has one platform here. */
const UNDER_WAY = 16 * 4;

const soak = await prepare();
afterAll(soak.dispose);

test('workers are killed every 2 s under load: no answer is lost, none is stored twice', async () => {
  const { products, env, vendor } = soak;
  const web = await products.start({ env: { ...env, ROLE: 'web' } });
  const large = await signUpLarge(soak, web.url, 'LIVE');
  const startWorker = () => products.start({ env: { ...env, ROLE: 'worker' } });
  // The oldest of three dies each time, so that each has some seconds to work.
  const workers: Promise<Product>[] = [startWorker(), startWorker(), startWorker()];
  await Promise.all(workers);
  const { started, refused } = await runDuring(large, async () => {
    for (let killed = 0; killed < KILLS; killed += 1) {
      await sleep(EVERY_MS);
      await (await workers.shift())?.kill('SIGKILL');
      workers.push(startWorker());
    }
  });
  expect(refused).toBe(0);
  expect(started).toBeGreaterThan(KILLS);
  const { stored } = await expectWhole(soak, started);
  expect(vendor.requests.length).toBeGreaterThanOrEqual(stored);
  expect(vendor.requests.length).toBeLessThanOrEqual(stored + KILLS * UNDER_WAY);
  console.info(
    `${KILLS} kills: ${started} runs, ${stored} answers, ${vendor.requests.length - stored} asked again`,
  );
}, 300_000);
