import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { readPostmaster } from '../../src/postgres/postmaster.js';
import { expectWhole, prepare, runDuring, signUpLarge } from './fixture.js';

const KILLS = 10;
const EVERY_MS = 4_000;

const soak = await prepare();
afterAll(soak.dispose);

test('the database is killed again and again under load: the product stays up, and every run is whole', async () => {
  const { products, env, vendor, dataDir } = soak;
  const product = await products.start({ env });
  const large = await signUpLarge(soak, product.url, 'LIVE');
  const { started, refused } = await runDuring(large, async () => {
    for (let killed = 0; killed < KILLS; killed += 1) {
      await sleep(EVERY_MS);
      const postmaster = await readPostmaster(join(dataDir, 'postgres', 'data'));
      // In turn as a crash and as an operator would.
      process.kill(postmaster?.pid ?? 0, killed % 2 === 0 ? 'SIGKILL' : 'SIGINT');
    }
  });
  expect(started).toBeGreaterThan(KILLS);
  const { stored } = await expectWhole(soak, started);
  expect(vendor.requests.length).toBeGreaterThanOrEqual(stored);
  console.info(
    `${KILLS} restarts: ${started} runs, ${refused} refused meanwhile, ${stored} answers, ${vendor.requests.length - stored} asked again`,
  );
}, 300_000);
