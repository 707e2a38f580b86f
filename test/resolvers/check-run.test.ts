import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { ask, type GraphQLAnswer } from '../helpers/client/graphql.js';
import { createMeasured, type Measured } from '../helpers/records/measured.js';

let app: TestApp;
let measured: Measured;

beforeAll(async () => {
  app = await startApp();
  measured = await createMeasured(app);
});
afterAll(() => app.dispose());

const FIELDS = `id kind status brandName category competitors platforms sandbox rateLimitRemaining
  textExpired createdAt completedAt failures { platform code count }
  summary { platform total mentions positive failed }
  results { platform prompt stage text mentioned position rank sentiment model tokensUsed costUsd
    costKnown latencyMs truncated citations { sourceUrl sourceDomain context } }`;
const SCAN = `mutation ($input: RunScanInput!) {
  runScan(input: $input) { rateLimitRemaining checkRun { ${FIELDS} } } }`;
const QUERY = `mutation ($input: RunQueryInput!) { runQuery(input: $input) { checkRun { ${FIELDS} } } }`;
const RUN = `query ($id: ID!) { run(id: $id) { __typename
  ... on CheckRun { ${FIELDS} }
  ... on ProbeRun { id brand { name } answered results { platform citations { sourceUrl } } } } }`;

const checkRunOf = ({ data }: GraphQLAnswer, root: string) =>
  (data as Record<string, { checkRun: { id: string; results: object[] } }>)[root]!.checkRun;
const scanned = { input: { brandName: 'Zephyrine', industry: 'running shoes' } };
const queried = { input: { brand: 'Zephyrine', category: 'running shoes' } };

test('a check is read again as it was answered, also once the document is compiled', async () => {
  const { key } = measured.account;
  const scan = checkRunOf(await ask(app, SCAN, { key, variables: scanned }), 'runScan');
  const query = checkRunOf(await ask(app, QUERY, { key, variables: queried }), 'runQuery');
  expect(scan).toMatchObject({
    kind: 'SCAN',
    status: 'COMPLETED',
    rateLimitRemaining: expect.any(Number),
  });
  expect(query).toMatchObject({ kind: 'QUERY', status: 'COMPLETED', rateLimitRemaining: null });
  expect([scan.results.length, query.results.length]).toEqual([12, 16]);
  for (const run of [scan, query]) {
    for (let time = 0; time < 5; time += 1) {
      const { data, codes } = await ask(app, RUN, { key, variables: { id: run.id } });
      expect([data, codes]).toEqual([{ run: { __typename: 'CheckRun', ...run } }, []]);
    }
  }
});

test('a probe is a run as well', async () => {
  const { account, runId } = measured;
  const { data } = await ask(app, RUN, { key: account.key, variables: { id: runId } });
  expect(data?.run).toMatchObject({
    __typename: 'ProbeRun',
    id: runId,
    brand: { name: 'Zephyrine' },
    answered: 72,
  });
});

test('without a credential there are the runs of nobody, and no others', async () => {
  const scan = checkRunOf(await ask(app, SCAN, { variables: scanned }), 'runScan');
  const read = async (id: string, key?: string) =>
    (await ask(app, RUN, { variables: { id }, ...(key !== undefined && { key }) })).codes;
  expect(await read(scan.id)).toEqual([]);
  expect(await read(measured.runId)).toEqual(['NOT_FOUND']);
  expect(await read(scan.id, measured.account.key)).toEqual([]);
});

test('a wrong field is named as the schema names it', async () => {
  const variables = { input: { brandName: 'a\u0007', industry: 'x' } };
  const { status, errors } = await ask(app, SCAN, { variables });
  expect([status, errors[0]]).toMatchObject([
    200,
    { extensions: { code: 'BAD_INPUT', details: { field: 'brandName' } } },
  ]);
});
