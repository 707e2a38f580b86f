import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { type Customer, createBrand, signUp, startProbe } from '../helpers/client/customer.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';
import { createProducts, type Products, until } from '../helpers/product.js';
import { embeddedUrl, query } from '../helpers/product-database.js';

const PROMPTS = 12;
const LATENCY_MS = 400;
const SETTLED_MS = 90_000;

export interface Soak {
  products: Products;
  vendor: OpenAiServer;
  /** For each process: one database, one vendor. */
  env: Record<string, string>;
  dataDir: string;
  databaseUrl(): Promise<string>;
  dispose(): Promise<void>;
}

/** A vendor that answers in its time, and a folder for the processes that ask it. */
export async function prepare(): Promise<Soak> {
  const products = createProducts();
  const vendor = await createOpenAiServer(behave.late(LATENCY_MS, 'Acme is a good choice.'));
  const dataDir = await products.folder();
  return {
    products,
    vendor,
    dataDir,
    env: {
      DATA_DIR: dataDir,
      // The load exceeds the default budget of a day.
      ...{ DAILY_ENGINE_CALLS: '1000000000', DAILY_ENGINE_USD: '1000000' },
      ...behind(vendor, ['chatgpt']),
    },
    databaseUrl: () => embeddedUrl(dataDir),
    async dispose() {
      await products.dispose();
      await vendor.dispose();
    },
  };
}

/** A customer who may ask as much as a soak needs. */
export async function signUpLarge(soak: Soak, url: string, environment: 'LIVE' | 'TEST') {
  const customer = await signUp(url, environment);
  await query(
    await soak.databaseUrl(),
    `update account_setting set tier = 'enterprise' where account_id = $1`,
    [customer.accountId],
  );
  return { customer, brandId: await createBrand(customer) };
}

/** Starts one run after another until `work` is done; an unaccepted one is no run. */
export async function runDuring(
  start: { customer: Customer; brandId: string },
  work: () => Promise<void>,
): Promise<{ started: number; refused: number }> {
  const count = { started: 0, refused: 0 };
  let isDone = false;
  const load = async () => {
    while (!isDone) {
      await startProbe(start.customer, { brandId: start.brandId }).then(
        () => (count.started += 1),
        () => (count.refused += 1),
      );
      await sleep(150);
    }
  };
  const loading = load();
  await work().finally(() => {
    isDone = true;
  });
  await loading;
  return count;
}

interface Outcome {
  runs: number;
  completed: number;
  answered: number;
  stored: number;
  different: number;
  jobs: number;
}

/** Waits until every run has ended, and holds what is stored to what was asked. */
export async function expectWhole(soak: Soak, started: number): Promise<Outcome> {
  const url = await soak.databaseUrl();
  const read = async () => {
    const [row] = await query<Outcome>(
      url,
      `select count(*)::int as runs, count(*) filter (where status = 'completed')::int as completed,
         sum(answered)::int as answered, (select count(*)::int from answer) as stored,
         (select count(distinct (run_id, platform, prompt_id, repeat))::int from answer) as different,
         (select count(*)::int from pgboss.job where name = 'probe-run' and state <> 'completed') as jobs
       from probe_run`,
    );
    return row;
  };
  const outcome = await until(
    async () => {
      const row = await read();
      return row !== undefined && row.completed === row.runs && row.jobs === 0 ? row : null;
    },
    SETTLED_MS,
    'the end of all runs',
    500,
  ).catch(async (error) => {
    throw new Error(JSON.stringify(await read()), { cause: error });
  });
  // A start that was not answered may have been done all the same.
  expect(outcome.runs).toBeGreaterThanOrEqual(started);
  const answers = outcome.runs * PROMPTS;
  expect(outcome).toMatchObject({ answered: answers, stored: answers, different: answers });
  return outcome;
}
