import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { type Customer, createBrand, signUp } from '../helpers/client/customer.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';
import { createProducts, until } from '../helpers/product.js';
import { embeddedUrl, query } from '../helpers/product-database.js';

const products = createProducts();
let vendor: OpenAiServer | null = null;
afterEach(async () => {
  await products.rest();
  await vendor?.dispose();
});
afterAll(products.dispose);

/** What a killed worker left goes on within 30 s, and then there are items to write. */
const TAKEN_UP_MS = 75_000;
/** Three at once: four rounds. */
const ITEMS = 12;
const LATENCY_MS = 1_500;

/** Writes of each copy what only its own rewrite can say. */
const writing = (): Promise<OpenAiServer> =>
  createOpenAiServer((response, request) => {
    const [copy = ''] = /Copy \d+/.exec(JSON.stringify(request.body)) ?? [];
    const draft = {
      headline: `${copy} of Acme`,
      section_1_answer: `Acme sells boots by ${copy}.`,
      section_2_evidence: [],
      section_3_context: '',
      section_4_faq: [],
    };
    behave.late(LATENCY_MS, JSON.stringify(draft))(response, request);
  });

interface Batch {
  status: string;
  itemCount: number;
  successCount: number;
  failureCount: number;
  items: { ordinal: number; status: string; rewrite: { id: string; headline: string } | null }[];
}

const readBatch = async (customer: Customer, id: string): Promise<Batch> =>
  (
    await customer.ask<{ rewriteBatch: Batch }>(
      `query ($id: ID!) { rewriteBatch(id: $id) { status itemCount successCount failureCount
        items { ordinal status rewrite { id headline } } } }`,
      { id },
    )
  ).rewriteBatch;

async function startBatch(customer: Customer): Promise<{ id: string; brandId: string }> {
  const brandId = await createBrand(customer);
  const made = await customer.ask<{ createRewriteBatch: { rewriteBatch: { id: string } } }>(
    'mutation ($brandId: ID!) { createRewriteBatch(input: { brandId: $brandId }) { rewriteBatch { id } } }',
    { brandId },
  );
  const { id } = made.createRewriteBatch.rewriteBatch;
  await customer.ask(
    'mutation ($input: AddRewriteItemsInput!) { addRewriteItems(input: $input) { rewriteBatch { id } } }',
    {
      input: {
        batchId: id,
        items: Array.from({ length: ITEMS }, (_, at) => ({ text: `Copy ${at} sells boots.` })),
      },
    },
  );
  await customer.ask(
    'mutation ($id: ID!) { startRewriteBatch(input: { batchId: $id }) { rewriteBatch { id } } }',
    { id },
  );
  return { id, brandId };
}

test('killed in the middle of a batch, it completes it after the next start, and no item is written twice', async () => {
  const cwd = await products.folder();
  vendor = await writing();
  const env = behind(vendor, ['chatgpt']);
  const first = await products.start({ cwd, env });
  const customer = await signUp(first.url, 'LIVE');
  const url = await embeddedUrl(join(cwd, '.data'));
  await query(url, `update account_setting set tier = 'growth' where account_id = $1`, [
    customer.accountId,
  ]);
  const { id, brandId } = await startBatch(customer);
  const isHalfDone = async () => (await readBatch(customer, id)).successCount >= ITEMS / 4;
  await until(isHalfDone, 40_000, 'the first items');
  await first.kill('SIGKILL');
  const killedAt = new Date();
  // What was on its way when it was killed still arrives.
  await sleep(200);
  const askedBefore = vendor.requests.length;

  const second = await products.start({ cwd, env });
  const again = customer.at(second.url);
  const before = await readBatch(again, id);
  const done = before.items.filter(({ status }) => status === 'COMPLETED');
  expect(before).toMatchObject({ successCount: done.length, failureCount: 0 });
  const isCompleted = async () => (await readBatch(again, id)).status === 'COMPLETED';
  await until(isCompleted, TAKEN_UP_MS, 'the completion');

  const after = await readBatch(again, id);
  expect(after).toMatchObject({ itemCount: ITEMS, successCount: ITEMS, failureCount: 0 });
  expect(after.items.map(({ rewrite }) => rewrite?.headline)).toEqual(
    Array.from({ length: ITEMS }, (_, at) => `Copy ${at} of Acme`),
  );
  // What was stored is as it was.
  expect(after.items).toEqual(expect.arrayContaining(done));
  const rewrites = await query<{ id: string; text: string; completedAt: Date }>(
    url,
    `select id, text, completed_at as "completedAt" from rewrite where account_id = $1 and status = 'completed'`,
    [customer.accountId],
  );
  expect(rewrites).toHaveLength(ITEMS);
  expect(new Set(rewrites.map(({ text }) => text)).size).toBe(ITEMS);
  expect(rewrites.map((rewrite) => rewrite.id).sort()).toEqual(
    after.items.map(({ rewrite }) => rewrite?.id).sort(),
  );
  const events = await query(
    url,
    `select brand_id as "brandId", data from outbox where event = 'aeo.batch.completed' and account_id = $1`,
    [customer.accountId],
  );
  const data = { batchId: id, successCount: ITEMS, failureCount: 0 };
  expect(events).toEqual([{ brandId, data }]);
  // Only what was under way when it was killed is asked for twice.
  const kept = rewrites.filter(({ completedAt }) => completedAt < killedAt);
  expect(kept.length).toBeGreaterThanOrEqual(ITEMS / 4);
  expect(kept.length).toBeLessThan(ITEMS);
  expect(vendor.requests.length - askedBefore).toBe(ITEMS - kept.length);
  const [left] = await query<{ jobs: number }>(
    url,
    `select count(*)::int as jobs from pgboss.job where name = 'rewrite-batch' and state <> 'completed'`,
  );
  expect(left).toEqual({ jobs: 0 });
}, 150_000);
