import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { Client } from 'undici';
import {
  type Customer,
  createBrand,
  readRun,
  signUp,
  startProbe,
} from '../helpers/client/customer.js';
import { connect, followRun } from '../helpers/client/follower.js';
import { createProducts, type Product, until } from '../helpers/product.js';

const products = createProducts();
afterEach(products.rest);
afterAll(products.dispose);

/** Promised: a stopping process is gone within this time. */
const STOP_LIMIT_MS = 20_000;

interface Load {
  answered: number;
  /** Of /readyz. */
  statuses: Set<number>;
  /** What went wrong with requests on connections that were open. */
  failures: string[];
  /** Ends when nobody listens any more. */
  done: Promise<unknown>;
}

/** Clients that keep their connections open and ask one thing after another until nobody listens. */
function load(product: Product, customer: Customer, clients: number): Load {
  const result: Load = { answered: 0, statuses: new Set(), failures: [], done: Promise.resolve() };
  const ask = async (client: Client): Promise<boolean> => {
    try {
      const ready = await client.request({ path: '/readyz', method: 'GET' });
      await ready.body.dump();
      result.statuses.add(ready.statusCode);
      const brands = await client.request({
        path: '/graphql',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${customer.key}`,
        },
        body: JSON.stringify({ query: '{ brands { nodes { name lastScan { id } } } }' }),
      });
      const body = await brands.body.text();
      if (brands.statusCode !== 200 || body.includes('errors')) result.failures.push(body);
      result.answered += 1;
      return true;
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (code !== 'ECONNREFUSED') result.failures.push(`${code} ${message}`);
      return false;
    }
  };
  const run = async () => {
    const client = new Client(product.url, { pipelining: 1, headersTimeout: 10_000 });
    while (await ask(client)) await sleep(2);
    await client.destroy();
  };
  result.done = Promise.all(Array.from({ length: clients }, run));
  return result;
}

/** On a machine with much else to do, a poll of the job queue may wait in vain for a connection: the next one finds it. */
const isWait = ({ msg, err }: Product['lines'][number]): boolean =>
  msg === 'job queue' && JSON.stringify(err).includes('timeout exceeded when trying to connect');

test('told to stop, it fails no request, hands its run back and is gone; the next one completes the run', async () => {
  const cwd = await products.folder();
  const first = await products.start({ cwd, env: { SANDBOX_LATENCY_MS: '4000' } });
  const customer = await signUp(first.url);
  const brandId = await createBrand(customer);
  const run = await startProbe(customer, { brandId });
  const follower = followRun(connect(first.url, customer.key), run.id);
  await follower.begun;
  await until(async () => (await readRun(customer, run.id)).answered >= 6, 20_000, 'answers');
  const clients = load(first, customer, 6);
  await until(() => clients.answered > 50, 10_000, 'load');

  const startedMs = performance.now();
  const exit = first.kill('SIGTERM');
  await expect(follower.done).rejects.toMatchObject({ code: 1001 });
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedMs).toBeLessThan(STOP_LIMIT_MS);
  await clients.done;
  expect(clients.failures).toEqual([]);
  // Whoever watches saw it before the doors closed.
  expect(clients.statuses).toEqual(new Set([200, 503]));
  expect(first.lines.filter((line) => line.level >= 50 && !isWait(line))).toEqual([]);

  const second = await products.start({ cwd, env: { SANDBOX_LATENCY_MS: '3000' } });
  const readyMs = performance.now();
  const here = customer.at(second.url);
  const handedBack = await readRun(here, run.id);
  expect(handedBack.status).toBe('RUNNING');
  await until(
    async () => (await readRun(here, run.id)).answered > handedBack.answered,
    8_000,
    'more answers',
  );
  // Handed back, it need not be found dead first, which takes 10 s.
  expect(performance.now() - readyMs).toBeLessThan(8_000);
  await until(async () => (await readRun(here, run.id)).status === 'COMPLETED', 20_000, 'its end');
  expect(await readRun(here, run.id)).toMatchObject({ answered: 72, failed: 0 });
});

test('a second signal ends it at once', async () => {
  const product = await products.start({ env: { SANDBOX_LATENCY_MS: '20000' } });
  const customer = await signUp(product.url);
  const run = await startProbe(customer, { brandId: await createBrand(customer) });
  await until(async () => (await readRun(customer, run.id)).status === 'RUNNING', 5_000, 'the run');
  const exit = product.kill('SIGINT');
  await until(() => product.lines.some((line) => line.msg === 'stopping'), 5_000, 'the stop');
  await sleep(1_000);
  const startedMs = performance.now();
  await product.kill('SIGTERM');
  expect(await exit).toEqual({ code: 1, signal: null });
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});
