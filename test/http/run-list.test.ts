import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { type Answer, call } from '../helpers/client/http.js';
import { query, scan } from '../helpers/records/check.js';

/** `GET /api/runs` and `checkRuns`: the same list by both doors. */

let app: TestApp;
let account: TestAccount;
let ids: string[];
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  account = await app.createAccount();
  const tenant = { accountId: account.accountId, environment: 'test' as const };
  const runs = [
    await query(app, tenant, { platforms: ['chatgpt'] }),
    await scan(app, tenant),
    await query(app, tenant, { platforms: ['gemini'] }),
  ];
  ids = runs.map(({ id }) => id).reverse();
});
afterAll(() => app.dispose());

interface Runs {
  runs: { runId: string; kind: string; costUsd: number; sandbox: boolean }[];
  total: number;
}
const get = (path: string, key: string | undefined = account.key) =>
  call(app.url, 'GET', path, key === undefined ? {} : { key });
const idsOf = (answer: Answer) => answer.json<Runs>().runs.map(({ runId }) => runId);

test('a page leads to the next one by its Link, until the end', async () => {
  const first = await get('/api/runs?limit=2');
  expect([first.status, idsOf(first), first.json<Runs>().total]).toEqual([200, ids.slice(0, 2), 3]);
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await get(next);
  expect([idsOf(second), second.headers.get('link')]).toEqual([ids.slice(2), null]);
});

test('each says what it was, what it cost and where its answers are', async () => {
  const [run] = (await get('/api/runs?kind=scan')).json<Runs>().runs;
  expect(run).toMatchObject({
    runId: ids[1],
    kind: 'scan',
    status: 'completed',
    brand: 'Zephyrine',
    category: 'running shoes',
    platforms: ['chatgpt', 'gemini', 'perplexity'],
    costUsd: 0,
    sandbox: true,
  });
  expect((await get(`/api/runs/${run?.runId}`)).json()).toMatchObject({ runId: ids[1] });
});

test('GraphQL lists the same, with the answers', async () => {
  const { data, codes } = await ask(
    app,
    `{ checkRuns(first: 2, kind: QUERY) {
      totalCount pageInfo { hasNextPage } nodes { id kind costUsd summary { platform total } results { stage } } } }`,
    { key: account.key },
  );
  expect(codes).toEqual([]);
  const results = ['AWARENESS', 'INTEREST', 'DESIRE', 'ACTION'].map((stage) => ({ stage }));
  const of = (id: string | undefined, platform: string) => ({
    ...{ id, kind: 'QUERY', costUsd: 0, results },
    summary: [{ platform, total: 4 }],
  });
  expect(data?.checkRuns).toEqual({
    totalCount: 2,
    pageInfo: { hasNextPage: false },
    nodes: [of(ids[0], 'gemini'), of(ids[2], 'chatgpt')],
  });
});

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=x', 'limit'],
  ['cursor=x', 'cursor'],
  ['kind=probe', 'kind'],
])('%s is refused by its own name', async (query, field) => {
  const answer = await get(`/api/runs?${query}`);
  expect([answer.status, answer.json()]).toMatchObject([400, { error: { details: { field } } }]);
});

test('others see their own: a stranger none, the other environment its own, a read key all', async () => {
  expect((await call(app.url, 'GET', '/api/runs')).status).toBe(401);
  const keys = [
    await account.makeKey({ environment: 'live' }),
    (await app.createAccount()).key,
    await account.makeKey({ scopes: ['read'] }),
  ];
  const totals = await Promise.all(
    keys.map(async (key) => (await get('/api/runs', key)).json<Runs>().total),
  );
  expect(totals).toEqual([0, 0, 3]);
});
