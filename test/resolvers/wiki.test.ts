import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWikiPage, updateWikiPage } from '../../src/services/wiki/wiki.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { bearer, post } from '../helpers/client/client.js';
import { makeBrand, USER } from '../helpers/records/probe.js';

const VERSIONS = 103;
const HISTORY = `query ($id: ID!, $first: Int!, $after: String) { wikiPage(id: $id) {
  history(first: $first, after: $after) {
    totalCount nodes { version } edges { cursor node { body } } pageInfo { hasNextPage endCursor } } } }`;

let app: TestApp;
let account: TestAccount;
let id: string;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  account = await app.createAccount();
  const author = { accountId: account.accountId, environment: 'test' as const, userId: USER };
  const { id: brandId } = await makeBrand(app, author);
  const input = { brandId, title: 'Facts', body: 'Body 1' };
  ({ id } = await createWikiPage(app.deps, author, input, null));
  for (let version = 2; version <= VERSIONS; version += 1)
    await updateWikiPage(app.deps, author, id, { body: `Body ${version}` });
});
afterAll(() => app.dispose());

const read = (first: number, after: string | null = null) =>
  post(app.url, bearer(account.key), HISTORY, { id, first, after });

test('a long history is read to its end, newest first', async () => {
  const start = (await read(100)).data.wikiPage.history;
  expect(start).toMatchObject({ totalCount: VERSIONS, pageInfo: { hasNextPage: true } });
  expect(start.nodes).toHaveLength(100);
  expect(start.edges[0].node.body).toBe(`Body ${VERSIONS}`);
  expect(start.edges[99].cursor).toBe(start.pageInfo.endCursor);
  const end = (await read(100, start.pageInfo.endCursor)).data.wikiPage.history;
  expect(end).toMatchObject({ totalCount: VERSIONS, pageInfo: { hasNextPage: false } });
  expect(end.nodes.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
});

test('a size and a cursor that cannot be are refused by name', async () => {
  const size = await read(101);
  expect(size.errors?.[0]).toMatchObject({
    message: expect.stringContaining('first'),
    extensions: { code: 'BAD_INPUT' },
  });
  const cursor = await read(1, 'nowhere');
  expect(cursor.errors?.[0]).toMatchObject({
    message: expect.stringContaining('after'),
    extensions: { code: 'BAD_INPUT' },
  });
});
