import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Tenant } from '../src/deps.js';
import { updateBrand } from '../src/services/brands/change-brand.js';
import { createPack } from '../src/services/prompts/prompt.js';
import { listPromptPacks } from '../src/services/prompts/prompt-pack.js';
import {
  addRewriteItems,
  createRewriteBatch,
  startRewriteBatch,
} from '../src/services/rewrites/fill-batch.js';
import { performBatch } from '../src/services/rewrites/perform-batch.js';
import { rewriteCopy } from '../src/services/rewrites/rewrite-copy.js';
import { createSchedule } from '../src/services/schedules/change-schedule.js';
import { sendTestEvent } from '../src/services/webhooks/replay-delivery.js';
import { lintWiki } from '../src/services/wiki/lint-wiki.js';
import { createWikiPage } from '../src/services/wiki/wiki.js';
import { startApp, type TestAccount, type TestApp } from './helpers/app.js';
import { bearer, post } from './helpers/client/client.js';
import { query } from './helpers/records/check.js';
import { makeBrand, perform, start, USER } from './helpers/records/probe.js';
import { countStatements } from './helpers/run/statements.js';
import { makeEndpoint } from './webhooks/fixture.js';

let app: TestApp;
const callers = new Map<number, TestAccount & { brandId: string; runId: string }>();
const SIZES = [1, 5, 20];

/** An account with so many brands, each with rivals and a probe, and as many packs of prompts. */
async function makeAccount(size: number): Promise<void> {
  const account = await app.createAccount();
  const tenant: Tenant = { accountId: account.accountId, environment: 'test' };
  let brandId = '';
  let runId = '';
  for (let i = 0; i < size; i += 1) {
    const copy = { text: 'Acme sells boots.', brand: 'Acme', audience: null };
    await rewriteCopy(app.deps, { ...tenant, userId: USER }, copy, { idempotencyKey: null });
    await query(app, tenant, { platforms: ['chatgpt'] });
    const brand = await makeBrand(app, tenant, { name: `Brand ${i}` });
    await updateBrand(app.deps, tenant, brand.id, {
      competitors: [{ name: 'Globex' }, { name: 'Initech' }],
    });
    const prompts = ['Which CRM?', 'Best CRM?'].map((text) => ({ text }));
    const pack = await createPack(app.deps, tenant, { name: `Pack ${i}`, prompts });
    const run = await start(app, tenant, brand, { promptPackId: pack.id });
    expect(await perform(app, tenant, run)).toMatchObject({ status: 'completed', answered: 12 });
    const times = { brandId: brand.id, cron: '0 6 * * *', promptPackId: pack.id };
    await createSchedule(app.deps, { ...tenant, userId: USER }, times, null);
    runId = run.id;
    brandId = brand.id;
  }
  const endpoint = await makeEndpoint(app, tenant, 'https://192.0.1.1/hook');
  for (let i = 0; i < size; i += 1)
    await sendTestEvent(app.deps, tenant, { id: endpoint.id, event: null }, null);
  const owner = { ...tenant, userId: account.userId };
  for (let i = 0; i < size; i += 1) {
    const input = { brandId, title: `Page ${i}`, body: `Sales of kind ${i} rise by 4%.` };
    await createWikiPage(app.deps, owner, input, null);
    await lintWiki(app.deps, tenant, brandId);
    const batch = await createRewriteBatch(app.deps, owner, { brandId }, null);
    const items = [{ text: 'It sells boots.' }];
    await addRewriteItems(app.deps, owner, { batchId: batch.id, items }, null);
    await startRewriteBatch(app.deps, owner, batch.id);
    const never = new AbortController().signal;
    await performBatch(app.deps, tenant, batch.id, { stop: never, abort: never });
  }
  // A key's first use is noted behind the answer.
  const noting = jest.spyOn(app.deps.db, 'transact');
  await post(app.url, bearer(account.key), '{ platforms { name } }');
  expect(noting).toHaveBeenCalledTimes(1);
  await Promise.all(noting.mock.results.map(({ value }) => value));
  noting.mockRestore();
  callers.set(size, { ...account, brandId, runId });
}

beforeAll(async () => {
  // The clock stands still, so that nothing falls out of a cache in the middle of a count.
  const now = new Date();
  app = await startApp({ ROLE: 'web' }, { now: () => now });
  for (const size of SIZES) await makeAccount(size);
});
afterAll(() => app.dispose());

const callerOf = (size: number) => {
  const caller = callers.get(size);
  if (caller === undefined) throw new Error(`no account of ${size}`);
  return caller;
};

/** Asks for it as often as it takes to be compiled, and counts each time; the caller is known beforehand. */
async function count(size: number, query: string): Promise<{ counts: number[]; data: unknown }> {
  const caller = callerOf(size);
  const variables = { brandId: caller.brandId, runId: caller.runId };
  const ask = () => post(app.url, bearer(caller.key), query, variables);
  const counts: number[] = [];
  let data: unknown;
  for (let time = 0; time < 4; time += 1) {
    const statements = await countStatements(async () => {
      const answer = await ask();
      expect(answer.errors).toBeUndefined();
      data = answer.data;
    });
    counts.push(statements.length);
  }
  return { counts, data };
}

test.each(SIZES)(
  '%i brands with their schedules, what a run costs and their logs take at most six statements',
  async (size) => {
    const query =
      '{ brands(first: 20) { nodes { schedules { id nextRuns cost { calls } log(first: 5) { outcome } brand { name } } } } }';
    const { counts, data } = await count(size, query);
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
    const { nodes } = (
      data as { brands: { nodes: { schedules: { nextRuns: string[]; cost: object }[] }[] } }
    ).brands;
    expect(nodes).toHaveLength(size);
    for (const { schedules } of nodes)
      expect(schedules).toMatchObject([{ cost: { calls: 12 }, nextRuns: { length: 5 } }]);
  },
);

const LISTED = `{ brands(first: 20) { nodes { id name lastScan { id status results { platform mentioned rank citations(first: 5) { id sourceUrl } } } } } }`;

test.each(SIZES)(
  '%i brands with their last scan, its results and their citations take at most four statements',
  async (size) => {
    const { counts, data } = await count(size, LISTED);
    expect(Math.max(...counts)).toBeLessThanOrEqual(4);
    expect(Math.min(...counts)).toBeGreaterThan(1);
    const { nodes } = (
      data as { brands: { nodes: { lastScan: { results: { citations: unknown[] }[] } }[] } }
    ).brands;
    expect(nodes).toHaveLength(size);
    for (const { lastScan } of nodes) {
      expect(lastScan.results).toHaveLength(6);
      expect(lastScan.results.some(({ citations }) => citations.length > 0)).toBe(true);
    }
  },
);

const FIELDS: [string, string][] = [
  [
    'brands',
    '{ brands { totalCount nodes { competitors { name } lastScan { brand { name } measures { partial } } } pageInfo { hasNextPage } } }',
  ],
  [
    'brands twice',
    '{ brands { nodes { lastScan { results { mentionRate { value } two: citations(first: 2) { id } six: citations(first: 6) { id } } } } } }',
  ],
  [
    'probeRuns',
    '{ probeRuns { totalCount nodes { brand { name competitors { name } } failures { code } results { platform citations { id } } } } }',
  ],
  [
    'answers of a list',
    '{ probeRuns(first: 20) { nodes { answers(first: 5) { totalCount nodes { text relativePosition } pageInfo { hasNextPage } } } } }',
  ],
  [
    'answers',
    'query($runId: ID!) { probeRun(id: $runId) { answers(first: 30) { totalCount nodes { text searchQueries } } } }',
  ],
  [
    'citations',
    'query($brandId: ID!) { citations(brandId: $brandId) { totalCount nodes { sourceUrl } daily { count } } }',
  ],
  ['suggestions', '{ brands { nodes { competitorSuggestions(first: 3) { name answers } } } }'],
  [
    'standings',
    '{ brands { nodes { standing { visibility { value } previous { visibility { value } } } } } }',
  ],
  [
    'visibility of a list',
    '{ brands { nodes { visibilitySeries(days: 7) { points { date visibility { value } } } } } }',
  ],
  ['rivals of a list', '{ brands { nodes { competitorBreakdown { competitorSetHash } } } }'],
  [
    'dashboards of a list',
    '{ brands { nodes { promptBreakdown { unsampled } aida { sandbox } sentimentOverview { sandbox } } } }',
  ],
  [
    'a whole page',
    `query($brandId: ID!) { brand(id: $brandId) { visibilitySeries { sandbox } promptBreakdown { unsampled } aida { sandbox }
       standing { sandbox } } }`,
  ],
  [
    'prompts with what comes of them',
    '{ brands { nodes { promptBreakdown { prompts { trend averageRank topRival { name } citations } } } } }',
  ],
  [
    'the page of prompts',
    `query($brandId: ID!) { brand(id: $brandId) { aida { sandbox } promptBreakdown { prompts { text trend topRival { name } } } } }`,
  ],
  ['changes of a list', '{ brands { nodes { changes { kind } } } }'],
  ['incidents of a list', '{ brands { nodes { incidents { totalCount nodes { title } } } } }'],
  [
    'incidents',
    'query($brandId: ID!) { incidents(brandId: $brandId) { totalCount nodes { title } } }',
  ],
  [
    'compareBrands',
    '{ compareBrands(days: 30) { brands { brand { name } standing { visibility { value } } } } }',
  ],
  ['citationGaps', 'query($brandId: ID!) { citationGaps(brandId: $brandId) { stage answers } }'],
  [
    'wikiPages',
    'query($brandId: ID!) { wikiPages(brandId: $brandId) { totalCount nodes { history(first: 2) { totalCount nodes { version } } } } }',
  ],
  [
    'lintIssues',
    'query($brandId: ID!) { lintIssues(brandId: $brandId) { totalCount nodes { rule wayOut } } }',
  ],
  [
    'issues of texts',
    'query($brandId: ID!) { wikiPages(brandId: $brandId) { nodes { lintIssues { rule } } } rewrites { nodes { lintIssues { rule } } } }',
  ],
  [
    'rewriteBatches',
    '{ rewriteBatches { totalCount nodes { items { ordinal rewrite { headline } } } } }',
  ],
  [
    'checkRuns',
    '{ checkRuns { totalCount nodes { costUsd summary { mentions } results { text } } } }',
  ],
  ['checkRuns of a kind', '{ checkRuns(kind: QUERY) { nodes { costUsd } } }'],
  [
    'what hangs on brands',
    '{ brands(first: 20) { nodes { probeRuns { status } suggestions { content } wikiPages { title brand { name } } } } }',
  ],
  ['authority of brands', '{ brands(first: 100) { nodes { authority { geoScore } } } }'],
  [
    'what is cited for brands',
    '{ brands(first: 20) { nodes { citations { sourceUrl answers } } } }',
  ],
  [
    'answers with their prompts',
    '{ probeRuns { nodes { answers { nodes { id prompt { text } } } } } }',
  ],
  [
    'evidence with its answers',
    '{ brands(first: 20) { nodes { incidents(first: 3) { nodes { brand { name } evidence(first: 3) { answer { text } } } } } } }',
  ],
  ['the team', '{ me { account { members { role user { email } } invitations { email } } } }'],
  ['promptPacks', '{ promptPacks { prompts { text } } }'],
  ['brands.promptPack', '{ brands(first: 100) { nodes { promptPack { prompts { text } } } } }'],
  ['apiKeys', '{ apiKeys { name createdBy { name } } }'],
  ['platforms', '{ platforms { name } }'],
  ['rewrites', '{ rewrites { totalCount nodes { headline faq { question } score { value } } } }'],
  ['webhookEndpoints', '{ webhookEndpoints { url summary { successRate } } }'],
  ['webhookEventKinds', '{ webhookEventKinds { name } }'],
  [
    'webhookDeliveries',
    '{ webhookDeliveries { totalCount nodes { body attempts { error requestHeaders { name } } } } }',
  ],
];

test.each(FIELDS)('%s: as many statements for many rows as for one', async (_, query) => {
  const few = await count(1, query);
  const many = await count(20, query);
  expect(many.counts).toEqual(few.counts);
  expect(new Set(many.counts).size).toBe(1);
  // Of authority, which rests on more than anything else.
  expect(Math.max(...many.counts)).toBeLessThanOrEqual(10);
});

test('every list of the schema is among them', async () => {
  const tenant: Tenant = { accountId: callerOf(20).accountId, environment: 'test' };
  // Of each brand its own, and one beside it.
  expect(await listPromptPacks(app.deps, tenant)).toHaveLength(40);
  const { data } = await post(
    app.url,
    bearer(callerOf(1).key),
    '{ __schema { queryType { fields { name type { kind name ofType { kind } } } } } }',
  );
  const lists = data.__schema.queryType.fields
    .filter(
      ({
        type,
      }: {
        type: { kind: string; name: string | null; ofType: { kind: string } | null };
      }) => type.kind === 'LIST' || type.ofType?.kind === 'LIST',
    )
    .map(({ name }: { name: string }) => name);
  const asked = FIELDS.map(([, query]) => query).join(' ');
  for (const name of lists) expect(asked).toMatch(new RegExp(`\\b${name}[ (]`));
  expect(lists.length).toBeGreaterThan(2);
});

test('reading lists makes no entity: all of it is plain rows', async () => {
  const { key, brandId, runId } = callerOf(5);
  const transact = jest.spyOn(app.deps.db, 'transact');
  const transactSystem = jest.spyOn(app.deps.db, 'transactSystem');
  for (const query of [LISTED, ...FIELDS.map(([, each]) => each)]) {
    const { errors } = await post(app.url, bearer(key), query, { brandId, runId });
    expect(errors).toBeUndefined();
  }
  // The ORM is reached through transactions alone.
  expect(transact).not.toHaveBeenCalled();
  expect(transactSystem).not.toHaveBeenCalled();
  transact.mockRestore();
  transactSystem.mockRestore();
});
