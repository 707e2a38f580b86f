import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadAnswers } from '../../../src/services/answers/answer.js';
import { createPack, createPrompt } from '../../../src/services/prompts/prompt.js';
import { retryProbeRun } from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  type Behaviour,
  createOpenAiServer,
  type OpenAiServer,
} from '../../helpers/outside/openai-server.js';
import {
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let vendor: OpenAiServer;
let tenant: Tenant;
let answer: Behaviour;

beforeAll(async () => {
  vendor = await createOpenAiServer((response, request) => answer(response, request));
  app = await startApp({
    ROLE: 'web',
    CHATGPT_API: 'openai',
    CHATGPT_API_KEY: 'k',
    CHATGPT_BASE_URL: vendor.url,
    CHATGPT_MODEL: 'a-model',
    // Calls of a model without a price count as the dearest.
    DAILY_ENGINE_USD: '10000',
  });
  tenant = await createTenant(app, { environment: 'live' });
});
afterAll(async () => {
  await app.dispose();
  await vendor.dispose();
});

const say =
  (body: object): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
const completion = (content: string, more: object = {}) => ({
  id: '1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  ...more,
});
const ANY = { platform: null, promptId: null, status: null, mentioned: null };

test('whatever characters an engine sends, its answer is stored', async () => {
  const dirt = 'Acme\u0000 is \ud800 good [site](https://news.example/a\u0000) and \udfff.';
  answer = say(
    completion(dirt, {
      model: 'm\u0000',
      citations: ['https://x.example/'],
      search_results: [{ url: 'https://x.example/', title: 'a\u0000b\ud800' }],
    }),
  );
  const run = await perform(app, tenant, await start(app, tenant, await makeBrand(app, tenant)));
  expect(run).toMatchObject({ status: 'completed', answered: 12, failed: 0, sandbox: false });
  const rows = await loadAnswers(app.deps, tenant, [run], ANY, { first: 1, after: 0 });
  expect(rows.slice(0, 1)).toMatchObject([
    { mentioned: true, position: 0, model: 'm\ufffd', sandbox: false },
  ]);
  expect(rows[0]?.text).toHaveLength(dirt.length);
  expect(rows[0]?.text).toContain('\ufffd');
});

test('numbers beyond what a column holds do not keep a run from its end', async () => {
  answer = say(
    completion('Acme', {
      usage: { prompt_tokens: 1e15, completion_tokens: 1, total_tokens: 1e15 },
    }),
  );
  const run = await perform(app, tenant, await start(app, tenant, await makeBrand(app, tenant)));
  expect(run.answered + run.failed).toBe(12);
  expect(['completed', 'failed']).toContain(run.status);
  answer = say(
    completion('Acme', {
      usage: { prompt_tokens: 0.5, completion_tokens: 0.5, total_tokens: 12.5 },
    }),
  );
  const fraction = await perform(
    app,
    tenant,
    await start(app, tenant, await makeBrand(app, tenant)),
  );
  expect(fraction.answered + fraction.failed).toBe(12);
});

test('a name that comes again and again does not keep a run from its end', async () => {
  answer = say(completion('Acme '.repeat(40_000)));
  const run = await perform(app, tenant, await start(app, tenant, await makeBrand(app, tenant)));
  expect(run).toMatchObject({ status: 'completed', answered: 12 });
  const [row] = await sql<{ mentions: number }>(
    app.databaseUrl,
    'select mentions from answer_mention where run_id = $1 limit 1',
    [run.id],
  );
  expect(row?.mentions).toBe(32_767);
});

test('an answer that is all links is stored with the first thousand', async () => {
  const links = Array.from({ length: 40_000 }, (_, i) => `https://a.example/${i}`).join(' ');
  answer = say(completion(`Acme ${links}`));
  const own = await makeBrand(app, tenant);
  const pack = await createPack(app.deps, tenant, { name: 'One', prompts: [] });
  await createPrompt(
    app.deps,
    tenant,
    { packId: pack.id, brandId: null },
    {
      text: 'Which?',
      stage: 'desire',
      tags: [],
      country: null,
      language: 'en',
    },
  );
  const run = await perform(app, tenant, await start(app, tenant, own, { promptPackId: pack.id }));
  expect(run).toMatchObject({ status: 'completed', answered: 1 });
  expect(
    await sql(app.databaseUrl, 'select 1 from citation where brand_id = $1', [own.id]),
  ).toHaveLength(1_000);
});

test('an engine that was taken away fails by name, and the sandbox does not step in', async () => {
  answer = say(completion('Acme'));
  const run = await start(app, tenant, await makeBrand(app, tenant));
  const without = await startApp({ ROLE: 'web' }, { databaseUrl: app.databaseUrl });
  try {
    const asked = vendor.requests.length;
    const failed = await perform(without, tenant, run);
    expect(failed).toMatchObject({
      status: 'failed',
      answered: 0,
      failures: [{ platform: 'chatgpt', code: 'UNAVAILABLE', count: 12 }],
    });
    const rows = await loadAnswers(app.deps, tenant, [failed], ANY, { first: 1, after: 0 });
    expect(rows.slice(0, 1)).toMatchObject([{ errorMessage: 'chatgpt is no longer configured' }]);
    expect(vendor.requests).toHaveLength(asked);
  } finally {
    await without.dispose();
  }
  expect(await perform(app, tenant, await retryProbeRun(app.deps, tenant, run.id))).toMatchObject({
    status: 'completed',
    answered: 12,
  });
});
