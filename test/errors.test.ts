import { describe, expect, test } from '@jest/globals';
import {
  AppError,
  badInput,
  type ErrorCode,
  notFound,
  STATUS_BY_CODE,
  toPublicError,
} from '../src/errors.js';

/** As the database driver throws them: a message of the server's, a code, and much that is inside. */
const sqlError = (code: string, message = 'relation "brand" is secret'): Error =>
  Object.assign(new Error(message), { code, table: 'brand', detail: 'Key (name)=(Acme) …' });

const shownOf = (error: unknown) => {
  const { code, status, retryAfterSec } = toPublicError(error);
  return { code, status, retryAfterSec };
};

const DEGRADED = { code: 'DEGRADED', status: 503, retryAfterSec: 5 };
const INTERNAL = { code: 'INTERNAL', status: 500, retryAfterSec: undefined };

describe('errors of our own', () => {
  const documented: [ErrorCode, number][] = [
    ['BAD_INPUT', 400],
    ['UNAUTHENTICATED', 401],
    ['UPGRADE_NEEDED', 402],
    ['FORBIDDEN', 403],
    ['TIER_TOO_LOW', 403],
    ['NOT_FOUND', 404],
    ['METHOD_NOT_ALLOWED', 405],
    ['CONFLICT', 409],
    ['PAYLOAD_TOO_LARGE', 413],
    ['UNSUPPORTED_MEDIA_TYPE', 415],
    ['IDEMPOTENCY_REUSED', 422],
    ['RATE_LIMITED', 429],
    ['INTERNAL', 500],
    ['ROADMAP', 501],
    ['ENGINE_UNAVAILABLE', 502],
    ['DEGRADED', 503],
  ];

  test.each(documented)('%s is %i', (code, status) => {
    expect(toPublicError(new AppError(code, 'told'))).toEqual({
      ...{ code, status, message: 'told' },
      ...(status === 429 || status === 503 ? { retryAfterSec: 5 } : {}),
    });
  });

  test('there are no others', () => {
    expect(Object.keys(STATUS_BY_CODE).sort()).toEqual(documented.map(([code]) => code).sort());
  });

  test('the cause stays inside, details and the wait go out', () => {
    const error = new AppError('RATE_LIMITED', 'too many', {
      cause: sqlError('57P01'),
      details: { limit: 20 },
      retryAfterSec: 7,
    });
    expect(toPublicError(error)).toEqual({
      code: 'RATE_LIMITED',
      status: 429,
      message: 'too many',
      details: { limit: 20 },
      retryAfterSec: 7,
    });
  });

  test('bad input names its field', () => {
    expect(toPublicError(badInput('days', 'must be from 1 to 90', { allowed: [1, 90] }))).toEqual({
      code: 'BAD_INPUT',
      status: 400,
      message: 'days must be from 1 to 90',
      details: { field: 'days', allowed: [1, 90] },
    });
  });

  test('a missing record says no more than its noun', () => {
    expect(toPublicError(notFound('brand'))).toEqual({
      code: 'NOT_FOUND',
      status: 404,
      message: 'brand not found',
    });
  });
});

describe('errors of the database', () => {
  test.each(['22021', '22P02', '22P05', '22003'])('%s is the value’s fault', (code) => {
    expect(shownOf(sqlError(code))).toMatchObject({ code: 'BAD_INPUT', status: 400 });
  });

  test('23505 is a conflict', () => {
    expect(shownOf(sqlError('23505'))).toMatchObject({ code: 'CONFLICT', status: 409 });
  });

  const passing = [
    ...['57P01', '57P02', '57P03', '53300', '57014', '55P03', '40001', '40P01', '25P03'],
    ...['08000', '08001', '08003', '08004', '08006'],
    ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
    ...['EHOSTUNREACH', 'ENETUNREACH'],
    ...['53000', '53100', '53200', '53400', '58000', '58030', '25006'],
    ...['ENOSPC', 'EDQUOT', 'EROFS'],
  ];
  test.each(passing)('%s passes', (code) => {
    expect(shownOf(sqlError(code))).toEqual(DEGRADED);
  });

  const untold = [
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
  ];
  test.each(untold)('the driver’s "%s" passes', (message) => {
    expect(shownOf(new Error(message))).toEqual(DEGRADED);
  });

  test.each(['42P01', '42703', '23502', '23503', '42501', 'XX000'])('%s is ours', (code) => {
    expect(shownOf(sqlError(code))).toEqual(INTERNAL);
  });

  test.each(['08000', '22P02', '23505'])('%s is found within what wraps it', (code) => {
    const inner = sqlError(code);
    const wrapped = new Error('a failure', { cause: new Error('another', { cause: inner }) });
    expect(toPublicError(wrapped)).toEqual(toPublicError(inner));
  });

  test('a chain of causes that bites its tail ends', () => {
    const snake = new Error('first');
    snake.cause = new Error('second', { cause: snake });
    expect(shownOf(snake)).toEqual(INTERNAL);
  });

  test.each(['22P02', '23505', '57P01', '42P01'])('%s tells nothing of what is inside', (code) => {
    expect(JSON.stringify(toPublicError(sqlError(code)))).not.toMatch(/brand|relation|Acme|Key/);
  });
});

describe('anything else', () => {
  test.each([
    new TypeError("Cannot read properties of undefined (reading 'id')"),
    'thrown text',
    null,
    undefined,
    { code: 'BAD_INPUT', message: 'looks like ours' },
    { code: 22003 },
  ])('is ours, and told in one sentence (%#)', (thrown) => {
    expect(toPublicError(thrown)).toEqual({
      code: 'INTERNAL',
      status: 500,
      message: 'something went wrong on our side',
    });
  });
});
