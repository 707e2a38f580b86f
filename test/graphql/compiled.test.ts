import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';

/** A document is compiled the third time it is seen: two times plain, three times compiled. */
const TIMES = 5;
const REQUEST_ID = 'the-same-each-time';

let app: TestApp;
let account: TestAccount;
let brandId: string;

beforeAll(async () => {
  app = await startApp();
  account = await app.createAccount();
  const { key } = account;
  const body = { name: 'Zephyrine', category: 'shoes', website: 'https://zephyrine.example' };
  const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
  brandId = made.json<{ brand: { id: string } }>().brand.id;
});
afterAll(() => app.dispose());

interface Document {
  query: string;
  variables?: object;
  operationName?: string;
  anonymous?: boolean;
}

async function send({ anonymous, ...body }: Document) {
  const headers = { 'x-request-id': REQUEST_ID };
  const key = anonymous ? undefined : account.key;
  const answer = await call(app.url, 'POST', '/graphql', { body, headers, ...(key && { key }) });
  const { status, text } = answer;
  const type = answer.headers.get('content-type');
  return { status, text, type, wait: answer.headers.get('retry-after') };
}

const BRAND_FIELDS = '{ __typename id name website ownedDomains aliases { text exclude } }';

const documents: [name: string, document: () => Document][] = [
  [
    'a list',
    () => ({
      query: `{ brands { totalCount nodes ${BRAND_FIELDS} pageInfo { hasNextPage endCursor } edges { cursor } } }`,
    }),
  ],
  [
    'aliases',
    () => ({
      query: `{ one: brands(first: 1) { nodes { n: name } } two: brands(first: 2) { nodes { n: name id } } }`,
    }),
  ],
  [
    'fragments',
    () => ({
      query: `query Q { brands { nodes { ...F ... on Brand { category } ...F } } } fragment F on Brand { id name }`,
    }),
  ],
  [
    'a variable',
    () => ({
      query: `query Q($id: ID!) { brand(id: $id) ${BRAND_FIELDS} }`,
      variables: { id: brandId },
    }),
  ],
  ['a default', () => ({ query: 'query Q($n: Int! = 3) { brands(first: $n) { nodes { id } } }' })],
  [
    'a default that may be null',
    () => ({ query: 'query D($a: String = "x") { brands(after: $a) { totalCount } }' }),
  ],
  [
    'a default that is overruled',
    () => ({
      query: 'query O($a: String = "x") { brands(after: $a) { totalCount } }',
      variables: { a: null },
    }),
  ],
  [
    'a default of an enum',
    () => ({ query: 'query E($s: RunStatus! = QUEUED) { probeRuns(status: $s) { totalCount } }' }),
  ],
  [
    'a default of an input',
    () => ({
      query:
        'mutation N($i: CreateBrandInput! = { name: " ", category: "b" }) { createBrand(input: $i) { brand { id } } }',
    }),
  ],
  [
    'a directive that is off',
    () => ({
      query:
        'query Q($on: Boolean!) { me { user { id email @include(if: $on) } account { id @skip(if: true) tier } } }',
      variables: { on: false },
    }),
  ],
  [
    'a directive that is on',
    () => ({
      query:
        'query On($on: Boolean!) { me { user { id email @include(if: $on) } account { id @skip(if: true) tier } } }',
      variables: { on: true },
    }),
  ],
  [
    'enums, times and nulls',
    () => ({
      query:
        '{ apiKeys { id format environment scopes createdAt expiresAt revokedAt } platforms { platform status } }',
    }),
  ],
  [
    'one of several operations',
    () => ({
      query: 'query A { brands { totalCount } } query B { me { account { name } } }',
      operationName: 'B',
    }),
  ],
  [
    'introspection',
    () => ({
      query:
        '{ __schema { queryType { name } } __type(name: "Rate") { fields { name type { kind name ofType { name } } } } }',
    }),
  ],
  [
    'a look-up that finds nothing',
    () => ({
      query: 'query Q($id: ID!) { found: brand(id: $id) { id } missing: brand(id: "none") { id } }',
      variables: { id: brandId },
    }),
  ],
  [
    'a root that may not be null',
    () => ({ query: '{ brands(first: 0) { totalCount } me { user { id } } }' }),
  ],
  [
    'several errors',
    () => ({
      query: '{ a: brand(id: "1") { id } b: brand(id: "2") { id } c: probeRun(id: "3") { id } }',
    }),
  ],
  ['nobody there', () => ({ query: '{ me { user { id } } health { service } }', anonymous: true })],
  [
    'nobody there, and nothing left',
    () => ({ query: '{ brands { totalCount } health { service } }', anonymous: true }),
  ],
  [
    'a variable of another type',
    () => ({
      query:
        'query Q($id: ID!, $n: Int!) { brand(id: $id) { id } brands(first: $n) { totalCount } }',
      variables: { id: {}, n: 1.5 },
    }),
  ],
  [
    'a variable that is null',
    () => ({
      query: 'query N($n: Int!) { brands(first: $n) { totalCount } }',
      variables: { n: null },
    }),
  ],
  [
    'a variable that is missing',
    () => ({ query: 'query M($n: Int!) { brands(first: $n) { totalCount } }', variables: {} }),
  ],
  [
    'an enum that is none',
    () => ({
      query: 'query S($s: RunStatus) { probeRuns(status: $s) { totalCount } }',
      variables: { s: 'DONE' },
    }),
  ],
  [
    'an input with a wrong field',
    () => ({
      query: 'mutation I($i: CreateBrandInput!) { createBrand(input: $i) { brand { id } } }',
      variables: { i: { name: 'A', category: 'b', colour: 'red' } },
    }),
  ],
  [
    'an input with too little',
    () => ({
      query: 'mutation J($i: CreateBrandInput!) { createBrand(input: $i) { brand { id } } }',
      variables: { i: { name: 7 } },
    }),
  ],
  [
    'a mutation that is refused',
    () => ({
      query: 'mutation K($i: CreateBrandInput!) { createBrand(input: $i) { brand { id } } }',
      variables: { i: { name: ' ', category: 'b' } },
    }),
  ],
  [
    'too costly variables',
    () => ({
      query:
        'query C($n: Int!) { brands(first: $n) { nodes { lastScan { results { citations(first: $n) { id } } } } } }',
      variables: { n: 100 },
    }),
  ],
];

describe('a document that is compiled answers as before, byte for byte', () => {
  test.each(documents)('%s', async (_name, toDocument) => {
    const first = await send(toDocument());
    for (let time = 1; time < TIMES; time += 1) expect(await send(toDocument())).toEqual(first);
  });
});

test('the documents are what they are called', async () => {
  const statuses = new Map<string, number>();
  for (const [name, toDocument] of documents) statuses.set(name, (await send(toDocument())).status);
  const refused = [...statuses].filter(([, status]) => status !== 200);
  expect(Object.fromEntries(refused)).toEqual({
    'a variable of another type': 400,
    'a variable that is null': 400,
    'a variable that is missing': 400,
    'an enum that is none': 400,
    'an input with a wrong field': 400,
    'an input with too little': 400,
    'too costly variables': 400,
  });
});

test('variables are read anew each time', async () => {
  const query = 'query V($id: ID!) { brand(id: $id) { name } }';
  for (let time = 0; time < TIMES; time += 1) {
    expect((await send({ query, variables: { id: brandId } })).text).toContain('Zephyrine');
    expect((await send({ query, variables: { id: 'none' } })).text).toContain('NOT_FOUND');
  }
});
