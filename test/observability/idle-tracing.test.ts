import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../helpers/app.js';
import { type Collector, createCollector } from '../helpers/outside/collector.js';
import { createProducts, until } from '../helpers/product.js';

/** Told of every module beyond the bare interface, which other libraries bring along. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (/@opentelemetry.(?!api|semantic)/.test(found.url)) console.log('loaded a tracer');
      return found;
    },
  });`)}`;

const products = createProducts();
let collector: Collector;
let database: Awaited<ReturnType<typeof createMigratedDatabase>>;

beforeAll(async () => {
  collector = await createCollector();
  database = await createMigratedDatabase();
});
afterAll(async () => {
  await products.dispose();
  await database.dispose();
  await collector.dispose();
});

const start = (env: Record<string, string> = {}) =>
  products.start({
    env: { DATABASE_URL: database.url, ROLE: 'web', ...env },
    nodeArgs: ['--import', WATCH],
  });
const words = (product: { lines: { msg: string }[] }) => product.lines.map(({ msg }) => msg);

test('without a collector nothing that makes traces is loaded', async () => {
  const product = await start();
  expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
  expect(words(product)).not.toContain('loaded a tracer');
  await product.kill('SIGTERM');
});

test('a collector that fails, and then never answers, is told of once and holds up no stop', async () => {
  collector.answer(400);
  const product = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(words(product)).toContain('loaded a tracer');
  const ask = async () => expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
  const told = () => words(product).filter((msg) => msg === 'traces could not be sent');
  await ask();
  await until(() => told().length === 1, 30_000, 'the first failure');
  const posts = collector.headers.length;
  collector.answer(null);
  await ask();
  await until(() => collector.headers.length > posts, 30_000, 'the next post');
  await ask();
  const { code } = await product.kill('SIGTERM');
  expect(code).toBe(0);
  expect(words(product)).toContain('the last traces were not sent in time');
  expect(told()).toHaveLength(1);
});
