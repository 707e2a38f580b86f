import { createServer } from 'node:net';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createBrand, readRun, signUp, startProbe } from '../helpers/client/customer.js';
import { createProducts, type Product, until } from '../helpers/product.js';

const products = createProducts();
afterEach(products.rest);
afterAll(products.dispose);

const metricsOf = ({ lines }: Product): unknown =>
  lines.find(({ msg }) => /^Answerscope (works|listens)/.test(String(msg)))?.metrics;

async function get(url: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test('a process that only works tells at METRICS_PORT what it has done, and nothing else; PORT answers 404', async () => {
  const DATA_DIR = await products.folder();
  const web = await products.start({ env: { DATA_DIR, ROLE: 'web', METRICS_PORT: '0' } });
  const worker = await products.start({ env: { DATA_DIR, ROLE: 'worker', METRICS_PORT: '0' } });
  expect(metricsOf(worker)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const place = String(metricsOf(worker)).replace('/metrics', '');

  const customer = await signUp(web.url);
  const { id } = await startProbe(customer, { brandId: await createBrand(customer) });
  const isDone = async () => (await readRun(customer, id)).status === 'COMPLETED';
  await until(isDone, 60_000, 'the run');
  const exposed = await until(
    async () => {
      const answer = await get(`${place}/metrics`);
      return /^answerscope_job_seconds_count\{[^}]*\} [1-9]/m.test(answer.text) ? answer : null;
    },
    20_000,
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
  expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null });
}, 120_000);

test('a METRICS_PORT in use is one line, and the end; unset, there is no port', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  try {
    const product = await products.launch({ env: { ROLE: 'worker', METRICS_PORT: String(port) } });
    expect(await product.exit).toEqual({ code: 1, signal: null });
    expect(product.stderr()).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program: set METRICS_PORT to a free one.\n`,
    );
    expect(product.lines.filter(({ msg }) => msg === 'Answerscope works')).toEqual([]);
  } finally {
    taken.close();
  }
  const silent = await products.start({ env: { ROLE: 'worker' } });
  expect(metricsOf(silent)).toBeUndefined();
}, 120_000);
