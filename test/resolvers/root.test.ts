import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { limitOf } from '../../resolvers/allowance.js';
import { newId } from '../../src/domain/accounts/id.js';
import { createSchema } from '../../src/graphql/build-schema.js';
import { setAccountLimits } from '../../src/services/accounts/account.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { connect, firstOf } from '../helpers/client/client.js';
import { ask } from '../helpers/client/graphql.js';
import { makeBrand } from '../helpers/records/probe.js';
import { listRootFields, toCall } from '../tenancy/calls.js';

let app: TestApp;
let account: TestAccount;
let brandId: string;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  account = await app.createAccount({ tier: 'scale' });
  await setAccountLimits(app.deps, account.accountId, { engineCallsPerDay: 100_000 });
  const tenant = { accountId: account.accountId, environment: 'test' as const };
  ({ id: brandId } = await makeBrand(app, tenant));
});
afterAll(() => app.dispose());

const schema = createSchema();
const roots = listRootFields(schema);
const TYPES = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };

/** The allowances that the windows were asked for, and those that days were taken from. */
async function consumed(work: () => Promise<unknown>): Promise<string[]> {
  const { windows, db } = app.deps;
  const take = jest.spyOn(windows, 'take');
  const read = jest.spyOn(db, 'command');
  await work();
  const taken = take.mock.calls.map(([key]) => key.split('/')[0] ?? '');
  const days = read.mock.calls
    .filter(([, statement]) => statement.name === 'take-daily')
    .map(([, , values]) => String(values?.allowance));
  take.mockRestore();
  read.mockRestore();
  return [...taken, ...days];
}

/** Resolvers that consume after a check of their input get one that passes. */
const PASSING: Record<string, object> = {
  citations: { platform: null },
  createBrand: { input: { name: 'Acme', category: 'CRM software' } },
  createWebhookEndpoint: { input: { url: 'https://192.0.1.1/', events: ['uplift.measured'] } },
  runScan: { input: { brandName: 'Acme', industry: 'CRM software' } },
  runQuery: { input: { brand: 'Acme', category: 'CRM software' } },
  rewrite: { input: { text: 'Acme sells boots.', brand: 'Acme' } },
  startProbe: { input: { brandId: newId() } },
};

const declared = (field: { extensions: object }, otherwise: string): string[] => {
  const limit = limitOf(field) ?? { allowance: otherwise };
  return limit.allowance === null ? [] : [limit.allowance];
};

const cases = roots.map((root) => [`${TYPES[root.kind]}.${root.name}`, root] as const);

test.each(cases)('%s counts once, against the allowance that it declares', async (_name, root) => {
  const { query, variables } = toCall(root, () => newId());
  const given = { ...variables, ...PASSING[root.name] };
  const allowances = await consumed(async () => {
    if (root.kind !== 'subscription')
      return ask(app, query, { key: account.key, variables: given });
    const socket = connect(app.url, { authorization: `Bearer ${account.key}` });
    await firstOf(socket, query, given);
    await socket.dispose();
  });
  expect(allowances).toEqual(declared(root.field, 'v1'));
});

const brandFields = Object.values((schema.getType('Brand') as GraphQLObjectType).getFields());

test.each(brandFields.map((field) => [field.name, field] as const))(
  'a brand’s %s counts once, against the allowance that it declares',
  async (name, field) => {
    const below = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
    const query = `{ brand(id: "${brandId}") { ${name} ${below} } }`;
    const read = () => ask(app, query, { key: account.key });
    expect(await consumed(read)).toEqual(declared(field, 'v1'));
    expect((await read()).errors).toEqual([]);
  },
);

test('what a brand’s dashboards show draws on their allowance, whatever else is asked on v1 too', async () => {
  const of =
    (selection: string, head = '') =>
    () =>
      ask(app, `${head}{ brand(id: "${brandId}") { ${selection} } }`, { key: account.key });
  const fragment = 'fragment F on Brand { aida { days } }';
  expect(await consumed(of('id aida { days } standing { days }'))).toEqual(['dashboard']);
  expect(await consumed(of('id __typename'))).toEqual(['v1']);
  expect(await consumed(of('name'))).toEqual(['v1']);
  expect((await consumed(of('name aida { days }'))).sort()).toEqual(['dashboard', 'v1']);
  expect(
    await consumed(of('... on Brand { standing { days } } ...F', `${fragment} query `)),
  ).toEqual(['dashboard']);
  // A field that may be left out promises nothing.
  expect(await consumed(of('id aida @include(if: false) { days }'))).toEqual(['v1']);
  // Compiled, it is the same.
  for (let times = 0; times < 4; times += 1)
    expect(await consumed(of('id aida { days } standing { days }'))).toEqual(['dashboard']);
});

test('each alias draws a place of its own', async () => {
  const { key } = await app.createAccount({ tier: 'free' });
  const answer = await ask(app, '{ a: brands { totalCount } b: brands { totalCount } }', { key });
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('18');
});
