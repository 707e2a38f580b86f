import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'undici';
import { createMigratedDatabase } from '../helpers/app.js';
import {
  type Customer,
  createBrand,
  readRun,
  signUp,
  startProbe,
} from '../helpers/client/customer.js';
import { connect, followRun } from '../helpers/client/follower.js';
import { createProducts, type Product, until } from '../helpers/product.js';
import { query } from '../helpers/product-database.js';
import type { TestDatabase } from '../helpers/run/database.js';

const LIMIT_MS = 60_000;
const products = createProducts();
let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createMigratedDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: 'a secret of this test, long enough' };
});
afterEach(products.rest);
afterAll(async () => {
  await products.dispose();
  await database.dispose();
});

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
  const first = await products.start({ env: { ...env, SANDBOX_LATENCY_MS: '2000' } });
  const customer = await signUp(first.url);
  const brandId = await createBrand(customer);
  const run = await startProbe(customer, { brandId });
  const follower = followRun(connect(first.url, customer.key), run.id);
  await follower.begun;
  await until(async () => (await readRun(customer, run.id)).answered >= 6, LIMIT_MS, 'answers');
  const clients = load(first, customer, 6);
  await until(() => clients.answered > 50, LIMIT_MS, 'load');

  const exit = first.kill('SIGTERM');
  await expect(follower.done).rejects.toMatchObject({ code: 1001 });
  // What takes longer than 20 s is ended with 1.
  expect(await exit).toEqual({ code: 0, signal: null });
  await clients.done;
  expect(clients.failures).toEqual([]);
  // Whoever watches saw it before the doors closed.
  expect(clients.statuses).toEqual(new Set([200, 503]));
  expect(first.lines.filter((line) => line.level >= 50 && !isWait(line))).toEqual([]);
  // Handed back, the run need not wait until its worker is found dead.
  const jobs = await query(
    database.url,
    `select state from pgboss.job where name = 'probe-run' and data->>'runId' = $1`,
    [run.id],
  );
  expect(jobs).toEqual([{ state: 'retry' }]);

  const second = await products.start({ env: { ...env, SANDBOX_LATENCY_MS: '0' } });
  const here = customer.at(second.url);
  const isCompleted = async () => (await readRun(here, run.id)).status === 'COMPLETED';
  await until(isCompleted, LIMIT_MS, 'its end');
  expect(await readRun(here, run.id)).toMatchObject({ answered: 72, failed: 0 });
});

test('a second signal ends it at once', async () => {
  const product = await products.start({ env: { ...env, SANDBOX_LATENCY_MS: '20000' } });
  const customer = await signUp(product.url);
  const run = await startProbe(customer, { brandId: await createBrand(customer) });
  const isRunning = async () => (await readRun(customer, run.id)).status === 'RUNNING';
  await until(isRunning, LIMIT_MS, 'the run');
  const exit = product.kill('SIGINT');
  await until(() => product.lines.some((line) => line.msg === 'stopping'), LIMIT_MS, 'the stop');
  await product.kill('SIGTERM');
  expect(await exit).toEqual({ code: 1, signal: null });
  expect(product.lines.some((line) => line.msg === 'the process did not stop in time')).toBe(false);
});
