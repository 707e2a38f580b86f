import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createBrand, readRun, signUp, startProbe } from '../helpers/client/customer.js';
import { connect, expectWhole, type Follower, followRun } from '../helpers/client/follower.js';
import { createProducts, until } from '../helpers/product.js';
import { embeddedUrl, readAnswers } from '../helpers/product-database.js';
import { createTestDatabase, type TestDatabase } from '../helpers/run/database.js';

const products = createProducts();
const databases: TestDatabase[] = [];
const followers: Follower[] = [];
afterEach(async () => {
  await Promise.all(followers.splice(0).map((follower) => follower.dispose()));
  await products.rest();
  await Promise.all(databases.splice(0).map((database) => database.dispose()));
});
afterAll(products.dispose);

const TAKEN_UP_MS = 30_000;
const ANSWERS = 72;

/** Settings by which several processes share one database, and how to look into it. */
const places = {
  async 'one DATABASE_URL'() {
    const database = await createTestDatabase();
    databases.push(database);
    const env = { DATABASE_URL: database.url, SECRET_KEY: 'the same for all of its processes' };
    return { env, url: async () => database.url };
  },
  async 'one embedded DATA_DIR'() {
    const dataDir = await products.folder();
    return { env: { DATA_DIR: dataDir }, url: () => embeddedUrl(dataDir) };
  },
};

async function takeOver(makePlace: (typeof places)[keyof typeof places]): Promise<void> {
  const { env, url } = await makePlace();
  const dead = await products.start({ env: { ...env, SANDBOX_LATENCY_MS: '5000' } });
  const customer = await signUp(dead.url);
  const run = await startProbe(customer, { brandId: await createBrand(customer) });
  // It is the only one yet, so the run is its own.
  await until(
    async () => (await readRun(customer, run.id)).status === 'RUNNING',
    10_000,
    'the run',
  );
  const alive = await products.start({ env: { ...env, SANDBOX_LATENCY_MS: '500' } });
  const follower = followRun(connect(alive.url, customer.key), run.id);
  followers.push(follower);
  await follower.begun;
  await until(async () => (await readRun(customer, run.id)).answered >= 6, 20_000, 'answers');
  await dead.kill('SIGKILL');
  const stored = (await readAnswers(await url(), run.id)).length;
  expect(stored).toBeLessThan(ANSWERS);
  await until(
    async () => (await readAnswers(await url(), run.id)).length > stored,
    TAKEN_UP_MS,
    'the take-over',
    200,
  );
  await follower.done;
  expectWhole(follower.steps, ANSWERS);
  expect(await readAnswers(await url(), run.id)).toHaveLength(ANSWERS);
}

test('of two whole products the one that works on a run is killed, and the other takes it over', async () => {
  // Most of it is waiting, so both ways of sharing are tried at the same time.
  const ends = await Promise.allSettled(Object.values(places).map(takeOver));
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
}, 120_000);
