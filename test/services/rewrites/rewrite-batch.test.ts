import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  addRewriteItems,
  createRewriteBatch,
  type NewBatchItem,
  retryRewriteBatch,
  startRewriteBatch,
} from '../../../src/services/rewrites/fill-batch.js';
import { performBatch } from '../../../src/services/rewrites/perform-batch.js';
import { findRewriteBatch, loadBatchItems } from '../../../src/services/rewrites/rewrite-batch.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { bearer, post } from '../../helpers/client/client.js';
import { connect } from '../../helpers/client/follower.js';
import {
  behave,
  createOpenAiServer,
  type OpenAiServer,
} from '../../helpers/outside/openai-server.js';
import { createTenant, makeBrand, ownerOf, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
import { until } from '../../helpers/run/until.js';

let app: TestApp;
let vendor: OpenAiServer;
let tenant: Tenant;
let brandId: string;
/** Copies that hold this cannot be written, as long as it is set. */
let broken: string | null = null;
let asked: string[] = [];
let atOnce = 0;
let mostAtOnce = 0;
let onAsked: () => void = () => {};

const DRAFT = {
  headline: 'Acme sells boots',
  section_1_answer: 'Acme sells boots.',
  section_2_evidence: [],
  section_3_context: '',
  section_4_faq: [],
};
const never = new AbortController().signal;
const perform = (batchId: string, signals = { stop: never, abort: never }) =>
  performBatch(app.deps, tenant, batchId, signals);
const itemsOf = (batchId: string) => loadBatchItems(app.deps, tenant, [batchId]);
const eventsOf = (batchId: string) =>
  sql<{ brand_id: string; data: unknown }>(
    app.databaseUrl,
    `select brand_id, data from outbox where event = 'aeo.batch.completed' and data->>'batchId' = $1 order by id`,
    [batchId],
  );
const writtenIn = (of: Tenant) =>
  sql<{ text: string; status: string }>(
    app.databaseUrl,
    'select text, status from rewrite where account_id = $1',
    [of.accountId],
  );

const create = (owner = tenant) => createRewriteBatch(app.deps, ownerOf(owner), { brandId }, null);
const add = (batchId: string, items: NewBatchItem[]) =>
  addRewriteItems(app.deps, ownerOf(tenant), { batchId, items }, null);
const copies = (count: number): NewBatchItem[] =>
  Array.from({ length: count }, (_, at) => ({ text: `Copy ${at} sells boots.` }));

/** A batch of these copies that waits for its worker. */
async function begin(items: NewBatchItem[]): Promise<string> {
  const { id } = await create();
  await add(id, items);
  expect((await startRewriteBatch(app.deps, ownerOf(tenant), id)).status).toBe('queued');
  return id;
}

beforeAll(async () => {
  vendor = await createOpenAiServer((response, request) => {
    const text = JSON.stringify(request.body);
    asked.push(/Copy \d+/.exec(text)?.[0] ?? '');
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    onAsked();
    const fails = broken !== null && text.includes(broken);
    setTimeout(() => {
      atOnce -= 1;
      behave.answer(fails ? 'no' : JSON.stringify(DRAFT))(response, request);
    }, 40);
  });
  app = await startApp({ ROLE: 'web', MISTRAL_API_KEY: 'k', MISTRAL_BASE_URL: vendor.url });
  tenant = await createTenant(app, { environment: 'live' });
  ({ id: brandId } = await makeBrand(app, tenant));
});
afterEach(() => {
  broken = null;
  asked = [];
  onAsked = () => {};
});
afterAll(async () => {
  await app.dispose();
  await vendor.dispose();
});

test('a batch is written to its end, a few items at once, and told once', async () => {
  const id = await begin(copies(8));
  mostAtOnce = 0;
  await perform(id);
  const batch = await findRewriteBatch(app.deps, tenant, id);
  expect(batch).toMatchObject({
    ...{ status: 'completed', itemCount: 8, successCount: 8, failureCount: 0 },
    completedAt: expect.any(Date),
  });
  const items = await itemsOf(id);
  expect(items.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(new Set(items.map(({ rewriteId }) => rewriteId)).size).toBe(8);
  expect(mostAtOnce).toBeGreaterThan(1);
  expect(mostAtOnce).toBeLessThanOrEqual(3);
  const data = { batchId: id, successCount: 8, failureCount: 0 };
  expect(await eventsOf(id)).toEqual([{ brand_id: brandId, data }]);
  // The same job again, as after a worker that was killed behind its last step.
  await perform(id);
  expect(asked).toHaveLength(8);
  expect(await eventsOf(id)).toHaveLength(1);
});

test('an item that fails says why, is counted, and can be tried again', async () => {
  broken = 'Copy 1 ';
  const id = await begin(copies(3));
  await perform(id);
  expect(await findRewriteBatch(app.deps, tenant, id)).toMatchObject({
    ...{ status: 'completed', successCount: 2, failureCount: 1 },
  });
  const [, failed] = await itemsOf(id);
  expect(failed).toMatchObject({
    ...{ status: 'failed', rewriteId: null, errorCode: 'ENGINE_UNAVAILABLE' },
    errorMessage: expect.stringContaining('failed'),
  });
  broken = null;
  asked = [];
  const retried = await retryRewriteBatch(app.deps, ownerOf(tenant), id);
  expect(retried).toMatchObject({ status: 'queued', failureCount: 0, completedAt: null });
  await perform(id);
  expect(asked).toEqual(['Copy 1']);
  expect((await eventsOf(id)).map(({ data }) => data)).toEqual([
    { batchId: id, successCount: 2, failureCount: 1 },
    { batchId: id, successCount: 3, failureCount: 0 },
  ]);
  await expect(retryRewriteBatch(app.deps, ownerOf(tenant), id)).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('a worker that has to end leaves the rest to the next, which asks for nothing twice', async () => {
  const id = await begin(copies(6));
  const stop = new AbortController();
  onAsked = () => {
    if (asked.length === 3) stop.abort();
  };
  await expect(perform(id, { stop: stop.signal, abort: never })).rejects.toThrow('stopping');
  const first = await findRewriteBatch(app.deps, tenant, id);
  expect(first).toMatchObject({ status: 'running', successCount: 3, completedAt: null });
  expect(await eventsOf(id)).toEqual([]);
  await perform(id);
  expect([...asked].sort()).toEqual([0, 1, 2, 3, 4, 5].map((at) => `Copy ${at}`));
  expect(await findRewriteBatch(app.deps, tenant, id)).toMatchObject({ successCount: 6 });
});

test('an item that was broken off has not failed', async () => {
  const id = await begin(copies(2));
  const abort = new AbortController();
  onAsked = () => abort.abort();
  await expect(perform(id, { stop: abort.signal, abort: abort.signal })).rejects.toThrow();
  expect((await itemsOf(id)).map(({ status }) => status)).toEqual(['waiting', 'waiting']);
  onAsked = () => {};
  await perform(id);
  expect(await findRewriteBatch(app.deps, tenant, id)).toMatchObject({ successCount: 2 });
});

test('of two workers on one batch each item is stored once, and the end is told once', async () => {
  const id = await begin(copies(4));
  await Promise.all([perform(id), perform(id)]);
  expect(await findRewriteBatch(app.deps, tenant, id)).toMatchObject({
    ...{ status: 'completed', successCount: 4, failureCount: 0 },
  });
  expect(await eventsOf(id)).toHaveLength(1);
});

test('the day’s ceiling of engine calls fails what is beyond it', async () => {
  const before = { tenant, brandId };
  tenant = await createTenant(app, { environment: 'live', limits: { engineCallsPerDay: 2 } });
  ({ id: brandId } = await makeBrand(app, tenant));
  const id = await begin(copies(3));
  await perform(id);
  const codes = (await itemsOf(id)).map(({ errorCode }) => errorCode).sort();
  expect(codes).toEqual(['RATE_LIMITED', null, null]);
  expect(await writtenIn(tenant)).toHaveLength(2);
  ({ tenant, brandId } = before);
});

test.each([
  ['items', copies(21)],
  ['items', []],
  ['items.1.text', [{ text: 'Copy' }, { text: ' ' }]],
  ['items.3.text', [...copies(3), { text: 'x'.repeat(4_001) }]],
  ['items.0.text', [{ text: '---' }]],
  ['items.2.audience', [...copies(2), { text: 'Copy', audience: '' }]],
])('%s is refused by name', async (field, items) => {
  const { id } = await create();
  await expect(add(id, items)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field } });
  expect(await itemsOf(id)).toEqual([]);
});

test('a batch holds a hundred, and not one more, however they come', async () => {
  const { id } = await create();
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => add(id, copies(20))));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect((await itemsOf(id)).map(({ ordinal }) => ordinal)).toEqual([...Array(100).keys()]);
  await expect(add(id, copies(1))).rejects.toMatchObject({
    code: 'BAD_INPUT',
    details: { field: 'items' },
  });
});

test('4,000 code points fit, and an emoji is one of them', async () => {
  const { id } = await create();
  await add(id, [{ text: `Copy ${'😀'.repeat(3_995)}` }]);
  expect(await itemsOf(id)).toHaveLength(1);
});

test('what was started takes no more items and no second start; what is empty does not start', async () => {
  const { id: empty } = await create();
  await expect(startRewriteBatch(app.deps, ownerOf(tenant), empty)).rejects.toMatchObject({
    details: { field: 'batchId' },
  });
  await expect(retryRewriteBatch(app.deps, ownerOf(tenant), empty)).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  const id = await begin(copies(1));
  await expect(add(id, copies(1))).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(startRewriteBatch(app.deps, ownerOf(tenant), id)).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('the free tier has no batches', async () => {
  const free = await app.createAccount({ tier: 'free' });
  const query = `mutation($id: ID!) { createRewriteBatch(input: { brandId: $id, name: "" }) { rewriteBatch { id } } }`;
  const { errors } = await post(app.url, bearer(free.key), query, { id: brandId });
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'TIER_TOO_LOW' } });
});

test('a worker takes a batch up that was started', async () => {
  const id = await begin(copies(2));
  const settings = { ROLE: 'worker', MISTRAL_API_KEY: 'k', MISTRAL_BASE_URL: vendor.url };
  const worker = await startApp(settings, { databaseUrl: app.databaseUrl });
  try {
    await until(async () => (await eventsOf(id)).length > 0, 20_000);
    expect(await findRewriteBatch(app.deps, tenant, id)).toMatchObject({ successCount: 2 });
  } finally {
    await worker.dispose();
  }
});

test('a batch is followed live, from a snapshot to its end', async () => {
  const account = await app.createAccount();
  const key = await account.makeKey({ environment: 'live' });
  const before = { tenant, brandId };
  tenant = { accountId: account.accountId, environment: 'live' };
  ({ id: brandId } = await makeBrand(app, tenant));
  const id = await begin(copies(5));
  const client = connect(app.url, key);
  const steps: { sequence: number; rewriteBatch: { status: string; successCount: number } }[] = [];
  const query = `subscription($id: ID!) { rewriteBatchProgress(batchId: $id) { sequence rewriteBatch { status successCount items { rewrite { headline } } } } }`;
  const followed = client.iterate<{ rewriteBatchProgress: (typeof steps)[number] }>({
    query,
    variables: { id },
  });
  let work: Promise<void> | null = null;
  for await (const { data } of followed) {
    if (data?.rewriteBatchProgress) steps.push(data.rewriteBatchProgress);
    work ??= perform(id);
  }
  await work;
  await client.dispose();
  expect(steps[0]?.rewriteBatch).toMatchObject({ status: 'QUEUED', successCount: 0 });
  expect(steps.at(-1)?.rewriteBatch).toMatchObject({ status: 'COMPLETED', successCount: 5 });
  const sequences = steps.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  expect(steps.length).toBeGreaterThan(2);
  ({ tenant, brandId } = before);
});
