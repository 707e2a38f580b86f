import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  type Customer,
  createBrand,
  readRun,
  signUp,
  startProbe,
} from '../helpers/client/customer.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';
import { createProducts, until } from '../helpers/product.js';

/** The product's main job through a real adapter: over HTTP, to servers that answer as vendors do. */

const PROMPTS = 12;
const TEXT = 'For CRM software:\n\n1. Globex is popular.\n2. Acme is a good choice.\n3. Initech.';
const LINKS = [
  { url: 'https://www.acme.example/crm?utm_source=x', title: 'Acme CRM' },
  { url: 'https://reviews.example.org/best-crm', title: 'The best CRM' },
];

const products = createProducts();
const vendors: OpenAiServer[] = [];
afterEach(async () => {
  await products.rest();
  await Promise.all(vendors.splice(0).map((vendor) => vendor.dispose()));
});
afterAll(products.dispose);

let cwd: string;
beforeAll(async () => {
  cwd = await products.folder();
});

interface Probed {
  status: string;
  answered: number;
  failed: number;
  failures: { platform: string; code: string; count: number }[];
  results: {
    platform: string;
    mentioned: boolean;
    rank: number | null;
    tokensUsed: number;
    answers: number;
    failed: number;
    citations: { sourceUrl: string; sourceDomain: string; owned: boolean }[];
  }[];
}

/** Runs a probe of a new brand against these vendors, to its end. */
async function probe(servers: Record<string, OpenAiServer>): Promise<Probed> {
  vendors.push(...Object.values(servers));
  const env = Object.assign(
    {},
    ...Object.entries(servers).map(([platform, server]) => behind(server, [platform])),
  );
  const product = await products.start({ cwd, env });
  const customer: Customer = await signUp(product.url, 'LIVE');
  const run = await startProbe(customer, { brandId: await createBrand(customer) });
  expect(run.expectedAnswers).toBe(PROMPTS * Object.keys(servers).length);
  await until(async () => (await readRun(customer, run.id)).completedAt, 30_000, 'the end');
  const { probeRun } = await customer.ask<{ probeRun: Probed }>(
    `query ($id: ID!) { probeRun(id: $id) { status answered failed failures { platform code count }
      results { platform mentioned rank tokensUsed answers failed
        citations { sourceUrl sourceDomain owned } } } }`,
    { id: run.id },
  );
  return probeRun;
}

/** As often as each other, so by their addresses; without what only tracks the click. */
const cited = [
  {
    sourceUrl: 'https://reviews.example.org/best-crm',
    sourceDomain: 'example.org',
    owned: false,
  },
  { sourceUrl: 'https://www.acme.example/crm', sourceDomain: 'acme.example', owned: true },
];
const answered = (platform: string) => ({
  platform,
  mentioned: true,
  rank: 1,
  tokensUsed: PROMPTS * 42,
  answers: PROMPTS,
  failed: 0,
});

test('one platform: every prompt is asked once, with the key and the model, and all that came is shown', async () => {
  const chatgpt = await createOpenAiServer(behave.annotated(LINKS, TEXT));
  const run = await probe({ chatgpt });
  expect(run).toMatchObject({ status: 'COMPLETED', answered: PROMPTS, failed: 0, failures: [] });
  expect(run.results).toEqual([{ ...answered('chatgpt'), citations: cited }]);
  expect(chatgpt.requests).toHaveLength(PROMPTS);
  expect(new Set(chatgpt.requests.map(({ body }) => body.messages.at(-1).content)).size).toBe(
    PROMPTS,
  );
  for (const { headers, body, path } of chatgpt.requests) {
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe('Bearer key-of-chatgpt');
    expect(body.model).toBe('chatgpt-model');
  }
});

test('three platforms, one out of order and one that refuses: completed, with the failures', async () => {
  const run = await probe({
    chatgpt: await createOpenAiServer(behave.failing(500)),
    gemini: await createOpenAiServer(behave.refusal()),
    perplexity: await createOpenAiServer(behave.citing(LINKS, TEXT)),
  });
  expect(run).toMatchObject({ status: 'COMPLETED', answered: PROMPTS, failed: 2 * PROMPTS });
  expect(run.failures).toEqual([
    { platform: 'chatgpt', code: 'UNAVAILABLE', count: PROMPTS },
    { platform: 'gemini', code: 'REFUSED', count: PROMPTS },
  ]);
  expect(run.results).toEqual([{ ...answered('perplexity'), citations: cited }]);
});

test('no platform answers: failed, with the failures', async () => {
  const chatgpt = await createOpenAiServer(behave.unauthorized());
  const run = await probe({ chatgpt, claude: await createOpenAiServer(behave.failing(503)) });
  expect(run).toMatchObject({ status: 'FAILED', answered: 0, failed: 2 * PROMPTS, results: [] });
  expect(run.failures.map(({ platform, count }) => ({ platform, count }))).toEqual([
    { platform: 'chatgpt', count: PROMPTS },
    { platform: 'claude', count: PROMPTS },
  ]);
  // A key that is not accepted is not tried again.
  expect(chatgpt.requests).toHaveLength(PROMPTS);
});
