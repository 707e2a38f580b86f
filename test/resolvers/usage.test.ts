import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { SYSTEM } from '../../src/database/db.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { call } from '../helpers/client/http.js';
import { createMeasured } from '../helpers/records/measured.js';

let app: TestApp;
let account: TestAccount;
let brandId: string;
beforeAll(async () => {
  app = await startApp();
  ({ account, brandId } = await createMeasured(app));
});
afterAll(() => app.dispose());

const SPENT = 'calls failed tokensUsed costUsd unpriced';
const USAGE = `query ($from: String, $to: String) { usage(from: $from, to: $to) { from to
  windows { name limit used resetsAt }
  requests { requests refused endpoints { endpoint keyId requests refused } }
  engines { sandbox ${SPENT} byPlatform { platform ${SPENT} } byDay { day ${SPENT} }
    byBrand { brandId brand { name } ${SPENT} } byKey { keyId ${SPENT} } byPurpose { purpose ${SPENT} } } } }`;

interface Usage {
  windows: { name: string; limit: number; used: number; resetsAt: string | null }[];
  requests: {
    requests: number;
    refused: number;
    endpoints: { endpoint: string; keyId: string | null; requests: number; refused: number }[];
  };
  engines: { calls: number; byKey: { keyId: string; calls: number }[]; byBrand: object[] };
}

async function read(options: object): Promise<Usage> {
  const { data, errors } = await ask(app, USAGE, options);
  expect(errors).toEqual([]);
  return (data as { usage: Usage }).usage;
}

test('a key sees what its account has used', async () => {
  const { key, cookie } = account;
  const me = await call(app.url, 'GET', '/api/me', { key });
  const { keyId } = me.json<{ auth: { keyId: string } }>().auth;
  const usage = await read({ key });
  expect(usage.engines).toMatchObject({
    sandbox: true,
    calls: 72,
    failed: 0,
    byKey: [{ keyId, calls: 72 }],
    byBrand: [{ brandId, brand: { name: 'Zephyrine' }, calls: 72 }],
    byPurpose: [{ purpose: 'PROBE', calls: 72 }],
  });
  const asked = Object.fromEntries(
    usage.requests.endpoints.map((one) => [one.endpoint, [one.keyId, one.requests, one.refused]]),
  );
  expect(asked).toMatchObject({
    'POST /api/v1/brands': [keyId, 1, 0],
    'POST /api/v1/probes': [keyId, 1, 0],
    'GET /api/me': [keyId, 1, 0],
  });
  // All that it asked of v1 counts in each window; who one is, and this question, can be asked freely.
  const free = ['GET /api/me', 'graphql Query.usage'];
  const drawn = usage.requests.endpoints
    .filter(({ endpoint }) => !free.includes(endpoint))
    .reduce((sum, { requests }) => sum + requests, 0);
  expect(usage.windows).toEqual(
    [
      ['MINUTE', 500],
      ['HOUR', 10_000],
      ['DAY', 200_000],
    ].map(([name, limit]) => ({ name, limit, used: drawn, resetsAt: expect.any(String) })),
  );
  // A person of the account sees the same environment when they ask for it; the other one is empty.
  const headers = { cookie };
  const asPerson = await read({ headers: { ...headers, 'x-environment': 'test' } });
  expect(asPerson.engines.calls).toBe(72);
  const live = await read({ headers });
  expect(live.engines.calls).toBe(0);
  expect(live.windows.map(({ used, resetsAt }) => [used, resetsAt])).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  const again = await read({ headers });
  expect(again.requests.endpoints).toEqual([
    { endpoint: 'graphql Query.usage', keyId: null, requests: 2, refused: 0 },
  ]);
});

test('a request writes nothing of its own; refused ones are counted too', async () => {
  const { key, accountId } = await app.createAccount({ tier: 'free' });
  const { db } = app.deps;
  const reads = jest.spyOn(db, 'command');
  const list = () => call(app.url, 'GET', '/api/v1/brands', { key });
  for (let times = 0; times < 23; times += 1) await list();
  const written = reads.mock.calls.filter(
    ([subject, { name }]) =>
      name === 'add-request-counts' && subject !== SYSTEM && subject.accountId === accountId,
  );
  reads.mockRestore();
  // Twenty-three requests may meet a batch or two on the way.
  expect(written.length).toBeLessThanOrEqual(5);
  await app.deps.requests.flush({ accountId, environment: 'test' });
  const { data } = await ask(app, USAGE, { key });
  expect(data).toMatchObject({ usage: expect.any(Object) });
  const rows = await db.query<{ requests: number; refused: number }>(
    { accountId, environment: 'test' },
    {
      name: 'test-counts',
      text: `select requests::int as requests, refused::int as refused from request_count where account_id = :accountId and endpoint like 'GET%'`,
    },
  );
  expect(rows).toEqual([{ requests: 23, refused: 3 }]);
});

test('a day that is none is 400 by name', async () => {
  const { codes, errors } = await ask(app, USAGE, {
    key: (await app.createAccount()).key,
    variables: { from: '2026-13-01' },
  });
  expect([codes, errors[0]?.extensions.details]).toEqual([['BAD_INPUT'], { field: 'from' }]);
});
