import { afterAll, afterEach, expect, test } from '@jest/globals';
import {
  createBrand,
  createSmallPack,
  type RunState,
  readRun,
  signUp,
  startProbe,
} from '../helpers/client/customer.js';
import { createProducts, until } from '../helpers/product.js';
import { embeddedUrl, query } from '../helpers/product-database.js';

const products = createProducts();
afterEach(products.rest);
afterAll(products.dispose);

/** Promised: a queued run starts within this time, whatever other accounts' runs take. */
const STARTED_MS = 2_000;

test('a queued run starts within 2 s while others take long, also when one account has many of them', async () => {
  const product = await products.start({ env: { SANDBOX_LATENCY_MS: '30000' } });
  const [greedy, modest] = [await signUp(product.url), await signUp(product.url)];
  const brandId = await createBrand(greedy);
  const promptPackId = await createSmallPack(greedy);
  // More than there are places: 16, of which one account gets half.
  const long: RunState[] = [];
  for (let count = 0; count < 24; count += 1)
    long.push(await startProbe(greedy, { brandId, promptPackId }));
  const statuses = () =>
    Promise.all(long.map(async ({ id }) => (await readRun(greedy, id)).status));
  await until(
    async () => (await statuses()).filter((status) => status === 'RUNNING').length === 8,
    10_000,
    'eight long runs',
  );

  const mine = { brandId: await createBrand(modest), promptPackId: await createSmallPack(modest) };
  for (let count = 0; count < 5; count += 1) {
    const { id, createdAt } = await startProbe(modest, mine);
    const run = await until(
      async () => {
        const found = await readRun(modest, id);
        return found.startedAt === null ? null : found;
      },
      10_000,
      'the start of a run',
    );
    expect(Date.parse(run.startedAt ?? '') - Date.parse(createdAt)).toBeLessThan(STARTED_MS);
  }
  expect((await statuses()).filter((status) => status === 'RUNNING')).toHaveLength(8);
});

test('two hundred queued runs of one answer each are worked off', async () => {
  const env = { DATA_DIR: await products.folder(), SANDBOX_LATENCY_MS: '0' };
  const web = await products.start({ env: { ...env, ROLE: 'web' } });
  const customer = await signUp(web.url);
  const probe = {
    brandId: await createBrand(customer),
    promptPackId: await createSmallPack(customer),
    platforms: ['chatgpt'],
  };
  const queue = async () => {
    for (let count = 0; count < 25; count += 1) await startProbe(customer, probe);
  };
  await Promise.all(Array.from({ length: 8 }, queue));

  await products.start({ env: { ...env, ROLE: 'worker' } });
  const url = await embeddedUrl(env.DATA_DIR);
  const [row] = await until(
    async () => {
      const rows = await query<{ runs: number; seconds: number; answers: number }>(
        url,
        `select count(*)::int as runs, sum(answered)::int as answers,
           extract(epoch from max(completed_at) - min(started_at))::float as seconds
         from probe_run where status = 'completed'`,
      );
      return rows[0]?.runs === 200 ? rows : null;
    },
    30_000,
    'the end of all runs',
    200,
  );
  expect(row?.answers).toBe(200);
  const perSecond = 200 / (row?.seconds ?? 1);
  console.info(`${Math.round(perSecond)} runs of one answer a second`);
  // A quiet machine does well over a hundred; a busy one must not fall to the pace of polling.
  expect(perSecond).toBeGreaterThan(10);
});
