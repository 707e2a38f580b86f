import { afterAll, expect, test } from '@jest/globals';
import { createBrand, readRun, signUp, startProbe } from '../helpers/client/customer.js';
import { connect, expectWhole, followRun } from '../helpers/client/follower.js';
import { createProducts, type Product, until } from '../helpers/product.js';
import { embeddedUrl, readAnswers } from '../helpers/product-database.js';

const ANSWERS = 72;
const products = createProducts();
afterAll(products.dispose);

const metricsOf = ({ lines }: Product): unknown =>
  lines.find(({ msg }) => /^Answerscope (worker started|listens)/.test(msg))?.metrics;

async function get(url: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test('a run started on one process and worked on another is followed on the first; each tells at METRICS_PORT what it did', async () => {
  const DATA_DIR = await products.folder();
  // At once, on an empty folder: they agree on who makes the database.
  const env = { DATA_DIR, METRICS_PORT: '0', SANDBOX_LATENCY_MS: '100' };
  const [web, worker, plain] = await Promise.all([
    products.start({ env: { ...env, ROLE: 'web' } }),
    products.start({ env: { ...env, ROLE: 'worker' } }),
    products.start({ env: { DATA_DIR, ROLE: 'web' } }),
  ]);
  expect(worker.url).toBe('');
  expect(metricsOf(plain)).toBeUndefined();
  const customer = await signUp(web.url);
  const run = await startProbe(customer, { brandId: await createBrand(customer) });
  const follower = followRun(connect(web.url, customer.key), run.id);
  await follower.done;
  await follower.dispose();
  expectWhole(follower.steps, ANSWERS);
  expect(await readAnswers(await embeddedUrl(DATA_DIR), run.id)).toHaveLength(ANSWERS);

  expect(metricsOf(worker)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const place = String(metricsOf(worker)).replace('/metrics', '');
  const exposed = await until(
    async () => {
      const answer = await get(`${place}/metrics`);
      return /^answerscope_job_seconds_count\{[^}]*\} [1-9]/m.test(answer.text) ? answer : null;
    },
    60_000,
    'the job in the metrics',
  );
  expect(exposed.status).toBe(200);
  expect(exposed.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  // The engines are asked here, and not by the process with the doors.
  const asked = /^answerscope_engine_\w+\{[^}]*platform="chatgpt"[^}]*\} [1-9]/m;
  expect(exposed.text).toMatch(asked);
  const ofWeb = await get(String(metricsOf(web)));
  expect(ofWeb.status).toBe(200);
  expect(ofWeb.text).not.toMatch(asked);
  expect((await get(`${web.url}/metrics`)).status).toBe(404);
  expect(await get(`${place}/livez`)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect(await get(`${place}/readyz`)).toMatchObject({ status: 200, text: '{"status":"ready"}' });
  for (const path of ['/', '/graphql', '/api/health', '/api/v1/brands', '/dashboard']) {
    const { status, text, headers } = await get(place + path);
    expect([path, status]).toEqual([path, 404]);
    expect(JSON.parse(text).error).toMatchObject({
      code: 'NOT_FOUND',
      requestId: headers.get('x-request-id'),
    });
  }

  // One of them leaves; the others and their database stay.
  expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect((await readRun(customer.at(plain.url), run.id)).status).toBe('COMPLETED');
  expect(await web.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});
