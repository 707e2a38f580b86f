import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auditServer } from 'graphql-http';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { call } from '../helpers/client/http.js';
import { whileLocked } from '../helpers/run/lock.js';
import { captureLogs } from '../helpers/run/logs.js';
import { sql } from '../helpers/run/sql.js';

const HEALTH = '{ health { status } }';

/**
 * What the audits would have otherwise, and why not: a client that only takes application/json is
 * still told by the status that its document was refused, as all of the product's doors tell it.
 */
const OTHERWISE = {
  '572B': 'SHOULD use 200 status code on document parsing failure when accepting application/json',
  FDE2: 'SHOULD use 200 status code on document validation failure when accepting application/json',
  '7B9B':
    'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
};

let app: TestApp;
let account: TestAccount;
const logs = captureLogs();

beforeAll(async () => {
  app = await startApp({}, { log: logs.log });
  account = await app.createAccount();
});
afterAll(() => app.dispose());

/** As text: so deep that no program can write it out of a value. */
const DEEP_BODY = `{"query":"${HEALTH}","variables":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_001)}`;

const post = (options: Parameters<typeof call>[3]) => call(app.url, 'POST', '/graphql', options);
const get = (query: string, options = {}) =>
  call(app.url, 'GET', `/graphql?query=${encodeURIComponent(query)}`, options);

test('the protocol’s own audits find nothing but what is meant so', async () => {
  const results = await auditServer({ url: `${app.url}/graphql` });
  expect(results.length).toBeGreaterThan(50);
  const found = results.filter(({ status }) => status !== 'ok').map(({ id, name }) => [id, name]);
  expect(Object.fromEntries(found)).toEqual(OTHERWISE);
});

describe('refused before it is run', () => {
  test.each([
    ['grammar', { query: '{ health { status' }, /Syntax Error/],
    ['an unknown field', { query: '{ health { colour } }' }, /"colour"/],
    ['an unknown operation', { query: `query A ${HEALTH}`, operationName: 'B' }, /"B"/],
    ['no operation named', { query: `query A ${HEALTH} query B ${HEALTH}` }, /operation name/],
    [
      'a variable of another type',
      { query: 'query Q($n: Int!) { brands(first: $n) { totalCount } }', variables: { n: 'x' } },
      /"\$n" got invalid value "x"/,
    ],
    [
      'a variable that is missing',
      { query: 'query Q($n: Int!) { brands(first: $n) { totalCount } }' },
      /"\$n".*not provided/,
    ],
    [
      'a subscription',
      { query: 'subscription { probeRunProgress(runId: "x") { sequence } }' },
      /WebSocket/,
    ],
    ['nothing', {}, /body/],
    ['a query that is no text', { query: 1 }, /strings/],
    ['variables that are text', { query: HEALTH, variables: '{}' }, /variables/],
    ['several at once', [{ query: HEALTH }, { query: HEALTH }], /batch/i],
    ['too deep a body', DEEP_BODY, /nested/],
  ])('%s: 400', async (_name, body, message) => {
    const answer = await post({ key: account.key, body });
    const { errors, data } = answer.json<{
      errors: { message: string; extensions: object }[];
      data?: unknown;
    }>();
    expect(answer.status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toMatch(message);
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_INPUT',
      requestId: answer.headers.get('x-request-id'),
    });
  });

  const asJson = JSON.stringify({ query: HEALTH });
  const tooMuch = JSON.stringify({ query: HEALTH, x: 'x'.repeat(102_400) });
  test.each([
    ['half of an object', 400, 'BAD_INPUT', '{', 'application/json'],
    ['no object', 400, 'BAD_INPUT', '"text"', 'application/json'],
    ['nothing', 400, 'BAD_INPUT', '', 'application/json'],
    ['plain text', 415, 'UNSUPPORTED_MEDIA_TYPE', asJson, 'text/plain'],
    ['a form', 415, 'UNSUPPORTED_MEDIA_TYPE', 'query=x', 'application/x-www-form-urlencoded'],
    ['files', 415, 'UNSUPPORTED_MEDIA_TYPE', '--x--', 'multipart/form-data; boundary=x'],
    ['Latin-1', 415, 'UNSUPPORTED_MEDIA_TYPE', asJson, 'application/json; charset=latin1'],
    ['over 100 KiB', 413, 'PAYLOAD_TOO_LARGE', tooMuch, 'application/json'],
    ['over 100 KiB of text', 415, 'UNSUPPORTED_MEDIA_TYPE', tooMuch, 'text/plain'],
  ])('a body of %s: %i %s', async (_name, status, code, body, type) => {
    const answer = await post({ body, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({
      errors: [{ extensions: { code, requestId: answer.headers.get('x-request-id') } }],
    });
  });

  test('just what a body may have passes', async () => {
    const rest = 102_400 - JSON.stringify({ query: HEALTH, x: '' }).length;
    const answer = await post({ body: { query: HEALTH, x: 'x'.repeat(rest) } });
    expect(answer.status).toBe(200);
  });

  test('a URL longer than 2,048', async () => {
    const answer = await get(`${HEALTH}${' '.repeat(700)}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] });
  });

  test.each(['PUT', 'DELETE', 'PATCH'])('%s: 405, and what is allowed', async (method) => {
    const answer = await call(app.url, method, '/graphql', { body: { query: HEALTH } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
    expect(answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }],
    });
  });

  test('a mutation by GET: 405, and nothing is made', async () => {
    const before = await sql(app.databaseUrl, 'select 1 from api_key');
    const answer = await get('mutation { createApiKey(input: { name: "x" }) { secret } }', {
      key: account.key,
    });
    expect(answer.status).toBe(405);
    expect(answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }],
    });
    expect(await sql(app.databaseUrl, 'select 1 from api_key')).toHaveLength(before.length);
  });
});

describe('run, with errors', () => {
  test('200, the path, the code and the request’s id', async () => {
    const { key } = account;
    const answer = await ask(app, '{ me { auth { type } } brand(id: "none") { id } }', { key });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ me: { auth: { type: 'KEY' } }, brand: null });
    expect(answer.errors).toEqual([
      {
        message: 'brand not found',
        locations: [{ line: 1, column: 24 }],
        path: ['brand'],
        extensions: { code: 'NOT_FOUND', requestId: answer.headers.get('x-request-id') },
      },
    ]);
  });

  test('a caller’s own request id is kept', async () => {
    const headers = { 'x-request-id': 'mine-1' };
    const answer = await ask(app, '{ me { user { id } } }', { headers });
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
    expect(answer.errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED', requestId: 'mine-1' } },
    ]);
  });

  test('a field’s details name the input at fault', async () => {
    const { key } = account;
    const answer = await ask(app, '{ brands(first: 101) { totalCount } }', { key });
    expect(answer.errors).toMatchObject([
      { extensions: { code: 'BAD_INPUT', details: { field: 'first' } } },
    ]);
  });

  test('what nobody expected is told in one sentence, and in full to the log', async () => {
    await sql(app.databaseUrl, 'alter table prompt_pack rename to prompt_pack_hidden');
    try {
      const answer = await ask(app, '{ promptPacks { id } }', { key: account.key });
      expect(answer.status).toBe(200);
      expect(answer.errors).toMatchObject([
        { message: 'something went wrong on our side', extensions: { code: 'INTERNAL' } },
      ]);
      expect(answer.text).not.toMatch(/prompt_pack|relation|42P01|stack|\.js/);
      const requestId = answer.headers.get('x-request-id');
      const line = logs.lines().find((entry) => entry.requestId === requestId && 'err' in entry);
      expect(JSON.stringify(line)).toMatch(/prompt_pack/);
    } finally {
      await sql(app.databaseUrl, 'alter table prompt_pack_hidden rename to prompt_pack');
    }
  });

  test('a wait is told in the header and beside the code', async () => {
    const answer = await whileLocked(app.databaseUrl, 'brand', () =>
      ask(app, '{ brands { totalCount } }', { key: account.key }),
    );
    expect(answer.status).toBe(200);
    expect(answer.codes).toEqual(['DEGRADED']);
    expect(answer.errors[0]?.extensions.retryAfterSec).toBe(5);
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});
