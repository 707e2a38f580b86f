import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createBrand, readRun, signUp, startProbe } from '../helpers/client/customer.js';
import { connect, type Follower, followRun, type Step } from '../helpers/client/follower.js';
import { createProducts, until } from '../helpers/product.js';
import { createTestDatabase, type TestDatabase } from '../helpers/run/database.js';
import { embeddedUrl, readAnswers } from './ground.js';

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

/** From the snapshot to the end: each answer once, in a growing sequence. */
function expectWhole(steps: readonly Step[], answered: number): void {
  const sequences = steps.map((step) => step.sequence);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  const keys = steps.flatMap(({ answer }) => (answer === null ? [] : [JSON.stringify(answer)]));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length + (steps[0]?.probeRun.answered ?? 0)).toBe(answered);
  expect(steps.at(-1)?.probeRun).toEqual({ status: 'COMPLETED', answered, failed: 0 });
}

test.each(Object.entries(places))(
  'a run started on one process and worked on another is followed on the first: %s',
  async (_, makePlace) => {
    const { env, url } = await makePlace();
    // At once, on an empty place: they agree on who makes the database.
    const [web, worker] = await Promise.all([
      products.start({ env: { ...env, ROLE: 'web' } }),
      products.start({ env: { ...env, ROLE: 'worker', SANDBOX_LATENCY_MS: '300' } }),
    ]);
    expect(worker.url).toBe('');
    const customer = await signUp(web.url);
    const run = await startProbe(customer, { brandId: await createBrand(customer) });
    const follower = followRun(connect(web.url, customer.key), run.id);
    followers.push(follower);
    await follower.done;
    expectWhole(follower.steps, ANSWERS);
    expect(await readAnswers(await url(), run.id)).toHaveLength(ANSWERS);
    expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    // One of two leaves; the other and its database stay.
    expect((await readRun(customer, run.id)).status).toBe('COMPLETED');
    expect(await web.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  },
  90_000,
);

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
