import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { bearer, post } from '../helpers/client/client.js';
import { call } from '../helpers/client/http.js';
import { composition, fails, withComposers } from '../helpers/records/composer.js';
import { sql } from '../helpers/run/sql.js';

let app: TestApp;
let account: TestAccount;
let live: string;
let engines: TestApp['deps']['engines'];
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  account = await app.createAccount();
  live = await account.makeKey({ environment: 'live' });
  engines = app.deps.engines;
});
afterEach(() => {
  app.deps.engines = engines;
});
afterAll(() => app.dispose());

const WHOLE = `id text brand audience headline answer evidence context faq { question answer }
  score { value version parts { quotations statistics fluency citations shortSentences frontLoading answerFirst faqOk jsonldValid stuffed } }
  readability { fleschReadingEase fleschKincaidGrade lix charactersPerSentence }
  factClaims { claim verifiable } jsonld source sandbox model tokensUsed costUsd costKnown latencyMs createdAt`;
const REWRITE = `mutation ($input: RewriteInput!) { rewrite(input: $input) { rewrite { ${WHOLE} } } }`;
const BODY = { text: 'Acme is a CRM. It was founded in 2016 in Berlin.', brand: 'Acme' };
const VALUE = {
  headline: 'Acme is a CRM',
  section_1_answer: 'Acme is a CRM.',
  section_2_evidence: ['It was founded in 2016 in Berlin.'],
  section_3_context: '',
  section_4_faq: [],
};

test('a rewrite is answered in full, and read again alone and in the list', async () => {
  const made = (await post(app.url, bearer(account.key), REWRITE, { input: BODY })).data.rewrite
    .rewrite;
  expect(made).toMatchObject({
    ...BODY,
    ...{
      audience: null,
      source: 'sandbox',
      sandbox: true,
      costUsd: 0,
      costKnown: true,
      tokensUsed: 0,
    },
    headline: 'Acme is a CRM',
    answer: 'Acme is a CRM.',
    evidence: ['It was founded in 2016 in Berlin.'],
    score: { version: '2026-1', parts: { answerFirst: true, jsonldValid: true, faqOk: false } },
    factClaims: [
      { claim: 'Acme is a CRM.', verifiable: true },
      { claim: 'It was founded in 2016 in Berlin.', verifiable: true },
    ],
  });
  // One decimal for the score, four for its parts.
  expect(Math.round(made.score.value * 10) / 10).toBe(made.score.value);
  const { data } = await post(
    app.url,
    bearer(account.key),
    `query ($id: ID!) { rewrite(id: $id) { ${WHOLE} } rewrites(first: 1) { totalCount nodes { ${WHOLE} } } }`,
    { id: made.id },
  );
  expect(data).toEqual({ rewrite: made, rewrites: { totalCount: 1, nodes: [made] } });
});

test('a cost that nobody knows is null, and 0 with a state in REST', async () => {
  app.deps.engines = withComposers(app.deps, {
    chatgpt: () => composition(VALUE, { costUsd: null }),
  }).engines;
  const { data } = await post(app.url, bearer(live), REWRITE, { input: BODY });
  expect(data.rewrite.rewrite).toMatchObject({
    source: 'chatgpt',
    costUsd: null,
    costKnown: false,
  });
  const rest = await call(app.url, 'POST', '/api/aeo/rewrite', { key: live, body: BODY });
  expect([rest.status, rest.json()]).toMatchObject([
    200,
    { source: 'chatgpt', cost_usd: 0, states: { cost_usd: 'none' } },
  ]);
});

test('when every engine fails it is 502 and nothing is listed, through both doors', async () => {
  app.deps.engines = withComposers(app.deps, {
    chatgpt: fails('UNAVAILABLE'),
    gemini: fails('TIMEOUT'),
  }).engines;
  const before = await sql(app.databaseUrl, `select id from rewrite where status = 'completed'`);
  const rest = await call(app.url, 'POST', '/api/aeo/rewrite', { key: live, body: BODY });
  expect([rest.status, rest.json()]).toMatchObject([
    502,
    { error: { code: 'ENGINE_UNAVAILABLE' } },
  ]);
  const graphql = await post(app.url, bearer(live), REWRITE, { input: BODY });
  expect(graphql).toMatchObject({
    status: 200,
    errors: [{ extensions: { code: 'ENGINE_UNAVAILABLE' } }],
  });
  expect(await sql(app.databaseUrl, `select id from rewrite where status = 'completed'`)).toEqual(
    before,
  );
});

test('a bad field is named as the caller wrote it', async () => {
  const { errors } = await post(app.url, bearer(account.key), REWRITE, {
    input: { ...BODY, text: '<br>' },
  });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT', details: { field: 'text' } } }]);
});
