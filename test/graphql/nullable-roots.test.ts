import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isNonNullType } from 'graphql';
import { createSchema } from '../../src/graphql/build-schema.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { makeBrand } from '../helpers/records/probe.js';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
afterAll(() => app.dispose());

/** As a session: keys make no keys. */
const send = async (query: string) => {
  account = await app.createAccount({ tier: 'free' });
  await makeBrand(app, { accountId: account.accountId, environment: 'live' });
  return ask(app, query, { headers: { cookie: account.cookie } });
};

test('no root field of a query or a mutation forbids null', () => {
  const schema = createSchema();
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {}))
      expect([field.name, isNonNullType(field.type)]).toEqual([field.name, false]);
});

test('of two keys that are made the good one is shown, though the other is refused', async () => {
  const make = (name: string) =>
    `createApiKey(input: { name: "${name}", scopes: [READ] }) { secret apiKey { name } }`;
  const { data, codes, errors } = await send(`mutation { a: ${make('Good')} b: ${make('')} }`);
  expect(data).toEqual({
    a: { secret: expect.stringMatching(/^sk_live_/), apiKey: { name: 'Good' } },
    b: null,
  });
  expect([codes, errors[0]?.path]).toEqual([['BAD_INPUT'], ['b']]);
});

test('of many scans those are kept that came before the limit', async () => {
  const scan = 'runScan(input: { brandName: "Acme", industry: "CRM" }) { rateLimitRemaining }';
  const aliases = Array.from({ length: 12 }, (_, at) => `s${at}: ${scan}`);
  const { data, codes } = await send(`mutation { ${aliases.join(' ')} }`);
  const kept = Object.values(data as Record<string, unknown>).map((value) => value !== null);
  expect(kept).toEqual([...Array(10).fill(true), false, false]);
  expect(codes).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
});

test('a list is shown beside one of a brand that is not there', async () => {
  const missing = '00000000-0000-7000-8000-00000000dead';
  const { data, codes } = await send(
    `{ brands { nodes { name } } incidents(brandId: "${missing}") { __typename } }`,
  );
  expect(data).toEqual({ brands: { nodes: [{ name: 'Acme' }] }, incidents: null });
  expect(codes).toEqual(['NOT_FOUND']);
});
