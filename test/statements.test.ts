import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Tenant } from '../src/deps.js';
import { listPromptPacks } from '../src/services/prompts/prompt-pack.js';
import { startApp, type TestApp } from './helpers/app.js';
import { bearer, post } from './helpers/client/client.js';
import { type FullAccount, makeFullAccount } from './helpers/records/full-account.js';
import { countStatements } from './helpers/run/statements.js';

let app: TestApp;
const callers = new Map<number, FullAccount>();
const SIZES = [1, 5, 20];

beforeAll(async () => {
  // The clock stands still, so that nothing falls out of a cache in the middle of a count.
  const now = new Date();
  app = await startApp({ ROLE: 'web' }, { now: () => now });
  for (const size of SIZES) callers.set(size, await makeFullAccount(app, size));
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
  ['picks of brands', '{ brands(first: 20) { nodes { picker { total items { promptId } } } } }'],
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
  const transaction = jest.spyOn(app.deps.db, 'transaction');
  for (const query of [LISTED, ...FIELDS.map(([, each]) => each)]) {
    const { errors } = await post(app.url, bearer(key), query, { brandId, runId });
    expect(errors).toBeUndefined();
  }
  // The ORM is reached through transactions alone.
  expect(transaction).not.toHaveBeenCalled();
  transaction.mockRestore();
});
