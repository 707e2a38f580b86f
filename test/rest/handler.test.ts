import { describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  parse,
} from 'graphql';
import { createHandler, type RestRequest } from '../../rest/handler.js';
import { type PreparedRoute, prepareRoutes } from '../../rest/prepare.js';
import type { Route } from '../../rest/route.js';
import { AppError, badInput } from '../../src/errors.js';
import { createLog } from '../../src/observability/log.js';
import type { Context } from '../../src/request/context.js';

const schema = buildSchema(
  'type Thing { name: String! } type Query { thing(id: ID!, days: Int): Thing }',
);
const operation = parse(
  'query Thing($id: ID!, $days: Int) { thing(id: $id, days: $days) { name } }',
);

const lines: string[] = [];
const log = createLog(
  { level: 'info', format: 'json' },
  { write: (line: string) => void lines.push(line) },
);
const handle = createHandler(log);

type Thing = (args: { id: string; days?: number }) => unknown;

function prepare(thing: Thing, row: Partial<Route> = {}): PreparedRoute {
  const compile = (document: DocumentNode) => (variableValues: object) =>
    execute({
      schema,
      document,
      rootValue: { thing },
      variableValues: { ...variableValues },
    }) as ExecutionResult;
  const routes = [{ method: 'GET', path: '/api/things/:id', operation, ...row } satisfies Route];
  return prepareRoutes({ routes, documents: [], schema, compile })[0]!;
}

function request(scopes: string[] | null, more: Partial<RestRequest> = {}): RestRequest {
  const caller = scopes === null ? null : { scopes, via: 'key' };
  const context = { caller, endpoint: null, requestId: 'r1' } as unknown as Context;
  return { params: { id: 'a' }, query: {}, body: {}, context, ...more };
}

const found: Thing = ({ id, days }) => ({ name: `${id} ${days}` });

test('answers the value of the root field, and nobody keeps it', async () => {
  const [body, init] = await handle(prepare(found), request(['read'], { query: { days: '3' } }));
  expect(body).toEqual({ name: 'a 3' });
  expect(init).toEqual({ status: 200, headers: { 'Cache-Control': 'no-store' } });
});

test('a row may change status, variables and body', async () => {
  const route = prepare(found, {
    method: 'POST',
    status: 202,
    toVariables: ({ id, ...body }) => ({ ...body, id: `brand ${id}` }),
    toBody: (thing) => ({ thing }),
  });
  const [body, { status }] = await handle(
    route,
    request(['write'], { body: { days: 2, id: 'b' } }),
  );
  expect([status, body]).toEqual([202, { thing: { name: 'brand a 2' } }]);
});

test('a POST does not read its query string as a body', async () => {
  const sent = request(['write'], { query: { days: '3' } });
  expect((await handle(prepare(found, { method: 'POST' }), sent))[0]).toEqual({
    name: 'a undefined',
  });
});

test('an answer for everyone may be kept for as long as it holds', async () => {
  const route = prepare(found, { auth: 'none', cacheSec: 30, status: () => 503 });
  const [, anonymous] = await handle(route, request(null));
  expect(anonymous).toEqual({
    status: 503,
    headers: { 'Cache-Control': 'public, max-age=30', 'Retry-After': '30' },
  });
  const [, known] = await handle(route, request(['read']));
  expect(known.headers['Cache-Control']).toBe('no-store');
});

test('what was drawn on a limit is told with the answer and with a refusal', async () => {
  const tightest = { limit: 30, windowMs: 60_000, remaining: 7, freesAtMs: 1_925_048_749_001 };
  const told = {
    'X-RateLimit-Limit': '30',
    'X-RateLimit-Remaining': '7',
    'X-RateLimit-Reset': '1925048750',
  };
  const asked = request(['read']);
  Object.assign(asked.context, { tightest });
  const [, answer] = await handle(prepare(found), asked);
  expect(answer).toEqual({ status: 200, headers: { 'Cache-Control': 'no-store', ...told } });
  const full = new AppError('RATE_LIMITED', 'wait', { retryAfterSec: 9 });
  const [, refused] = await handle(
    prepare(() => full),
    asked,
  );
  expect(refused).toEqual({
    status: 429,
    headers: { 'Cache-Control': 'no-store', 'Retry-After': '9', ...told },
  });
});

describe('of several refusals', () => {
  const bad = { query: { days: 'x' } };

  test('401 comes before 400', async () => {
    const [body, { status, headers }] = await handle(prepare(found), request(null, bad));
    expect(status).toBe(401);
    expect(headers['WWW-Authenticate']).toBe('Bearer');
    expect(body).toMatchObject({ error: { code: 'UNAUTHENTICATED', requestId: 'r1' } });
  });

  test('403 comes before 400', async () => {
    const [, { status }] = await handle(prepare(found, { scope: 'admin' }), request(['read'], bad));
    expect(status).toBe(403);
    const [, post] = await handle(prepare(found, { method: 'POST' }), request(['read'], bad));
    expect(post.status).toBe(403);
  });

  test('400 comes before what the resolver says', async () => {
    const missing = () => new AppError('NOT_FOUND', 'thing not found');
    const [body, { status }] = await handle(prepare(missing), request(['read'], bad));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: {
        code: 'BAD_INPUT',
        message: 'days must be a whole number',
        details: { field: 'days' },
      },
    });
  });
});

describe('what a resolver throws', () => {
  const throwing = (error: unknown) => prepare(() => error);

  test('keeps its code, message and details', async () => {
    const [body, { status }] = await handle(
      throwing(badInput('days', 'is too many')),
      request(['read']),
    );
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        code: 'BAD_INPUT',
        message: 'days is too many',
        requestId: 'r1',
        details: { field: 'days' },
      },
    });
  });

  test.each([
    ['RATE_LIMITED', 429, 7, '7'],
    ['DEGRADED', 503, undefined, '5'],
    ['UPGRADE_NEEDED', 402, undefined, undefined],
  ] as const)('%s is %i', async (code, expected, retryAfterSec, wait) => {
    const error = new AppError(code, 'wait', retryAfterSec === undefined ? {} : { retryAfterSec });
    const [, { status, headers }] = await handle(throwing(error), request(['read']));
    expect([status, headers['Retry-After']]).toEqual([expected, wait]);
  });

  test('stays inside when it is not meant for the caller, and is logged', async () => {
    lines.length = 0;
    const [body, { status }] = await handle(
      throwing(new Error('password is hunter2')),
      request(['read']),
    );
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(lines.join()).toContain('hunter2');
    expect(lines.join()).toContain('"requestId":"r1"');
  });

  test('decides first come first', async () => {
    const errors = [new AppError('CONFLICT', 'first'), new AppError('NOT_FOUND', 'second')].map(
      (originalError) => new GraphQLError('x', { originalError }),
    );
    const route = { ...prepare(found), run: () => ({ data: { thing: null }, errors }) };
    expect((await handle(route, request(['read'])))[1].status).toBe(409);
  });

  test('a root field without a value is a record that is not there', async () => {
    expect(
      (
        await handle(
          prepare(() => null),
          request(['read']),
        )
      )[1].status,
    ).toBe(404);
  });
});

test('where a caller is optional, one who is there must have the scope', async () => {
  const open = prepare(found, { method: 'POST', auth: 'optional' });
  expect((await handle(open, request(null)))[1].status).toBe(200);
  expect((await handle(open, request(['write'])))[1].status).toBe(200);
  const refused = await handle(open, request(['read'], { params: {} }));
  expect(refused[1].status).toBe(403);
});

test('an error is told of the field as the row names it', async () => {
  const thing: Thing = () => {
    throw new AppError('BAD_INPUT', 'days must be whole', { details: { field: 'days' } });
  };
  const renamed = parse(
    'query Thing($id: ID!, $day_count: Int) { thing(id: $id, days: $day_count) { name } }',
  );
  const [body] = await handle(prepare(thing, { operation: renamed }), request(['read']));
  expect(body).toMatchObject({
    error: { message: 'day_count must be whole', details: { field: 'day_count' } },
  });
});
