import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { readPostmaster } from '../../src/postgres/postmaster.js';
import { createBrand, readRun, signUp, startProbe } from '../helpers/client/customer.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';
import { createProducts, until } from '../helpers/product.js';
import { embeddedUrl, query, readAnswers, statusOf } from '../helpers/product-database.js';

const products = createProducts();
const vendors: OpenAiServer[] = [];
afterEach(async () => {
  await products.rest();
  await Promise.all(vendors.splice(0).map((vendor) => vendor.dispose()));
});
afterAll(products.dispose);

/** Promised: a killed worker's run goes on within 30 s. */
const TAKEN_UP_MS = 30_000;
const PROMPTS = 12;

async function vendor(latencyMs: number): Promise<OpenAiServer> {
  const server = await createOpenAiServer(behave.late(latencyMs, 'Acme is a good choice.'));
  vendors.push(server);
  return server;
}

test('killed in the middle of runs, it completes them after the next start and asks only for what is missing', async () => {
  const cwd = await products.folder();
  const server = await vendor(2_000);
  // Four questions at a time for each platform: three rounds on the sandbox as with the vendor.
  const env = { ...behind(server, ['chatgpt', 'perplexity']), SANDBOX_LATENCY_MS: '2500' };
  const first = await products.start({ cwd, env });
  const [test, live] = await Promise.all([signUp(first.url), signUp(first.url, 'LIVE')]);
  const [sandboxRun, vendorRun] = await Promise.all(
    [test, live].map(async (customer) =>
      startProbe(customer, { brandId: await createBrand(customer) }),
    ),
  );
  const runs = [
    { customer: test, id: sandboxRun?.id ?? '', answers: 6 * PROMPTS },
    { customer: live, id: vendorRun?.id ?? '', answers: 2 * PROMPTS },
  ];
  expect(vendorRun).toMatchObject({ sandbox: false, expectedAnswers: 2 * PROMPTS });
  for (const { customer, id } of runs)
    await until(async () => (await readRun(customer, id)).answered >= 8, 20_000, 'answers');
  await first.kill('SIGKILL');
  const killedAt = Date.now();
  // What was on its way when it was killed still arrives.
  await sleep(200);
  const askedBefore = server.requests.length;

  const second = await products.start({ cwd, env });
  const url = await embeddedUrl(join(cwd, '.data'));
  const stored = await Promise.all(runs.map(({ id }) => readAnswers(url, id)));
  const startedMs = performance.now();
  for (const [index, { customer, id, answers }] of runs.entries()) {
    const before = stored[index] ?? [];
    expect(before.length).toBeGreaterThanOrEqual(8);
    expect(before.length).toBeLessThan(answers);
    const isCompleted = async () =>
      (await readRun(customer.at(second.url), id)).status === 'COMPLETED';
    await until(isCompleted, TAKEN_UP_MS, 'the completion');
    const after = await readAnswers(url, id);
    expect(after).toHaveLength(answers);
    // What was stored is as it was: the same rows, asked at the same time.
    expect(after).toEqual(expect.arrayContaining(before));
    expect(await statusOf(url, id)).toMatchObject({
      status: 'completed',
      answered: answers,
      failed: 0,
      // Begun twice, each answer once, completed once.
      sequence: answers + 3,
    });
  }
  expect(performance.now() - startedMs).toBeLessThan(TAKEN_UP_MS);
  // Only what was under way when it was killed is asked twice.
  const kept = (await readAnswers(url, vendorRun?.id ?? '')).filter(
    ({ askedAt }) => askedAt.getTime() < killedAt,
  );
  expect(kept.length).toBeGreaterThanOrEqual(8);
  expect(server.requests.length - askedBefore).toBe(2 * PROMPTS - kept.length);
});

test('with the database killed under a run it answers 503, comes back by itself and completes the run', async () => {
  const cwd = await products.folder();
  const dataDir = join(cwd, '.data');
  const server = await vendor(2_000);
  const env = behind(server, ['chatgpt', 'perplexity']);
  const product = await products.start({ cwd, env });
  const customer = await signUp(product.url, 'LIVE');
  const run = await startProbe(customer, { brandId: await createBrand(customer) });
  await until(async () => (await readRun(customer, run.id)).answered >= 8, 20_000, 'answers');

  const seen = new Set<number>();
  const slowest = { ms: 0 };
  const watching = new AbortController();
  const watch = (async () => {
    while (!watching.signal.aborted) {
      const startedMs = performance.now();
      const response = await fetch(`${product.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${customer.key}`,
        },
        body: JSON.stringify({ query: '{ brands { totalCount } }' }),
        signal: AbortSignal.timeout(15_000),
      });
      const body = (await response.json()) as { errors?: { extensions: { code: string } }[] };
      const code = body.errors?.[0]?.extensions.code;
      // A resolver's error rides on 200; one of the key check is the response's own.
      seen.add(code === undefined ? response.status : code === 'DEGRADED' ? 503 : 500);
      slowest.ms = Math.max(slowest.ms, performance.now() - startedMs);
      await sleep(10);
    }
  })();
  const postmaster = await readPostmaster(join(dataDir, 'postgres', 'data'));
  process.kill(postmaster?.pid ?? 0, 'SIGKILL');
  const ready = async () => (await fetch(`${product.url}/readyz`)).status;
  await until(async () => (await ready()) === 503, 5_000, 'not being ready', 2);
  await until(async () => (await ready()) === 200, 15_000, 'being ready again');
  await until(
    async () => (await readRun(customer, run.id)).status === 'COMPLETED',
    TAKEN_UP_MS,
    'the completion',
  );
  watching.abort();
  await watch;
  expect([...seen].sort()).toEqual([200, 503]);
  expect(slowest.ms).toBeLessThan(5_500);
  const url = await embeddedUrl(dataDir);
  expect(await readAnswers(url, run.id)).toHaveLength(2 * PROMPTS);
  expect(await statusOf(url, run.id)).toMatchObject({
    status: 'completed',
    answered: 2 * PROMPTS,
    failed: 0,
  });
  // Answers that came while it was away were kept until they could be stored.
  expect(server.requests).toHaveLength(2 * PROMPTS);
  const [left] = await query<{ jobs: number }>(
    url,
    `select count(*)::int as jobs from pgboss.job where name = 'probe-run' and state <> 'completed'`,
  );
  expect(left).toEqual({ jobs: 0 });
});

test('killed with looks at completed runs owed, it looks at every run after the next start, and tells each fact once', async () => {
  const cwd = await products.folder();
  const env = { SANDBOX_LATENCY_MS: '0' };
  const first = await products.start({ cwd, env });
  const customer = await signUp(first.url);
  const brandId = await createBrand(customer);
  let url = await embeddedUrl(join(cwd, '.data'));
  // While it is held, no look comes to its end.
  const lock = new pg.Client({ connectionString: url });
  lock.on('error', () => {});
  await lock.connect();
  await lock.query('begin');
  await lock.query('lock table brand_strength in exclusive mode');
  const ids: string[] = [];
  for (let run = 0; run < 4; run += 1) ids.push((await startProbe(customer, { brandId })).id);
  const owed = async () =>
    (
      await query<{ id: string }>(url, 'select run_id as id from auth.owed_look order by run_id')
    ).map(({ id }) => id);
  await until(async () => (await owed()).length === ids.length, TAKEN_UP_MS, 'the completions');
  const held = () => query(url, 'select 1 from auth.owed_look where held_until is not null');
  await until(async () => (await held()).length > 0, TAKEN_UP_MS, 'a look under way');
  expect(await owed()).toEqual(ids.toSorted());
  await first.kill('SIGKILL');
  await lock.end().catch(() => {});

  await products.start({ cwd, env });
  url = await embeddedUrl(join(cwd, '.data'));
  await until(async () => (await owed()).length === 0, 2 * TAKEN_UP_MS, 'the looks');
  const strengths = await query(url, 'select 1 from brand_strength where brand_id = $1', [brandId]);
  expect(strengths).toHaveLength(6);
  const [count] = await query<{ known: number; told: number; different: number }>(
    url,
    `select (select count(*)::int from cited_page where brand_id = $1) as known, count(*)::int as told,
       count(distinct data->>'sourceUrl')::int as different
     from outbox where brand_id = $1 and event = 'citation.discovered'`,
    [brandId],
  );
  expect(count?.known).toBeGreaterThan(0);
  expect([count?.told, count?.different]).toEqual([count?.known, count?.known]);
}, 180_000);
