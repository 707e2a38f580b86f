import { type ErrorCode, STATUS_BY_CODE } from '../../src/errors.js';
import type { Route } from '../route.js';
import { headersOf } from './headers.js';
import type { Schema } from './json-schema.js';

/** Meaning of each code. */
const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  BAD_INPUT: 'A parameter, field or header is missing or invalid; `details.field` names it.',
  UNAUTHENTICATED:
    'The credential is missing or invalid. An invalid credential is rejected on every path.',
  UPGRADE_NEEDED: 'The account has reached the maximum number of brands of its tier.',
  FORBIDDEN:
    'The key lacks the scope, the role is insufficient, or a session cookie was sent from another site.',
  TIER_TOO_LOW: 'The account’s tier does not include this.',
  NOT_FOUND: 'The record does not exist, or belongs to another account or environment.',
  METHOD_NOT_ALLOWED: 'The path does not support this method; `Allow` lists the supported ones.',
  CONFLICT: 'A request with the same Idempotency-Key is still being processed.',
  PAYLOAD_TOO_LARGE: 'The body exceeds 64 KiB, or 1 MiB on paths that take prompts.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not uncompressed JSON in UTF-8.',
  IDEMPOTENCY_REUSED: 'The Idempotency-Key was used with another body.',
  RATE_LIMITED: 'A rate limit or allowance is used up.',
  INTERNAL: 'An internal error occurred.',
  ROADMAP: 'The path is planned and not available on this server.',
  ENGINE_UNAVAILABLE: 'Every engine that was called failed.',
  DEGRADED: 'The database or every engine is temporarily unreachable.',
};

const CODES = Object.keys(STATUS_BY_CODE) as ErrorCode[];

const DETAILS: Schema = {
  description: 'Further details, depending on the code.',
  type: 'object',
  properties: {
    field: {
      description: 'Name of the invalid parameter, field or header, as in the request.',
      type: 'string',
    },
  },
  additionalProperties: true,
};

/** The body of an error that can have one of these codes. */
export const toErrorSchema = (codes: readonly ErrorCode[] = CODES): Schema => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { description: 'Code of the error.', type: 'string', enum: codes },
        message: {
          description: 'Description of the error, safe to show to users.',
          type: 'string',
          minLength: 1,
        },
        requestId: { description: 'Id of the request, as in X-Request-Id.', type: 'string' },
        details: DETAILS,
      },
    },
  },
});

export const isLimited = ({ cacheSec }: Pick<Route, 'cacheSec'>): boolean => cacheSec === undefined;

/** All error codes that a row can return. */
export function codesOf(row: Route, hasRecord: boolean): ErrorCode[] {
  const isPost = row.method === 'POST';
  const codes: ErrorCode[] = [
    'BAD_INPUT',
    'UNAUTHENTICATED',
    ...(isPost || row.auth !== 'none' ? (['FORBIDDEN'] as const) : []),
    ...(hasRecord ? (['NOT_FOUND'] as const) : []),
    ...(isPost
      ? (['CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'IDEMPOTENCY_REUSED'] as const)
      : []),
    // Invalid keys are rate-limited on every path.
    'RATE_LIMITED',
    'INTERNAL',
    'DEGRADED',
    ...(row.errors ?? []),
  ];
  return [...new Set(codes)];
}

export const byStatus = (codes: readonly ErrorCode[]): Map<number, ErrorCode[]> => {
  const statuses = [...new Set(codes.map((code) => STATUS_BY_CODE[code]))].sort((a, b) => a - b);
  return new Map(
    statuses.map((status) => [status, codes.filter((code) => STATUS_BY_CODE[code] === status)]),
  );
};

const REQUEST_ID = '019e4b7a-30c5-7d1f-9a52-6f1f0c2f6b11';
const MESSAGES: Partial<Record<ErrorCode, [message: string, field?: string]>> = {
  BAD_INPUT: ['days must be a whole number from 1 to 90', 'days'],
  UNAUTHENTICATED: ['send an API key as a bearer token, or sign in'],
  FORBIDDEN: ['this key lacks the scope write'],
  NOT_FOUND: ['record not found'],
  CONFLICT: ['a request with this Idempotency-Key is still being worked on'],
  PAYLOAD_TOO_LARGE: ['the body must have at most 65536 bytes'],
  UNSUPPORTED_MEDIA_TYPE: ['the body must be application/json in UTF-8'],
  IDEMPOTENCY_REUSED: ['this Idempotency-Key was used with another body', 'Idempotency-Key'],
  INTERNAL: ['something went wrong on our side'],
  DEGRADED: ['the service is degraded; try again shortly'],
};

function exampleOf(code: ErrorCode): object {
  const [message = MEANINGS[code], field] = MESSAGES[code] ?? [];
  const details = field === undefined ? {} : { details: { field } };
  return { error: { code, message, requestId: REQUEST_ID, ...details } };
}

const toPascal = (code: string): string =>
  code.toLowerCase().replace(/(^|_)(\w)/g, (_, _mark, letter: string) => letter.toUpperCase());

/** A response that operations share, and the schema of its body. */
export interface NamedResponse {
  name: string;
  response: Schema;
  schemaName: string;
  schema: Schema;
}

/** One shared response for all operations with the same codes and headers. */
export function toErrorResponse(
  status: number,
  codes: readonly ErrorCode[],
  about: { limited: boolean; ending: boolean },
): NamedResponse {
  const kind = codes.map(toPascal).join('');
  const schemaName = `${kind}Error`;
  return {
    name: `${kind}${about.limited ? '' : 'Unlimited'}${about.ending ? 'OfCurrentPath' : ''}`,
    schemaName,
    schema: toErrorSchema(codes),
    response: {
      description: codes.map((code) => `\`${code}\`: ${MEANINGS[code]}`).join('\n\n'),
      headers: headersOf(status, about),
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${schemaName}` },
          examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
        },
      },
    },
  };
}
