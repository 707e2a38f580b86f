import { type ErrorCode, STATUS_BY_CODE } from '../../src/errors.js';
import type { Route } from '../route.js';
import { headersOf } from './headers.js';
import type { Schema } from './json-schema.js';

/** What each code means to whoever gets it. */
const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  BAD_INPUT: 'A parameter, a field or a header is missing or wrong; `details.field` names it.',
  UNAUTHENTICATED:
    'There is no credential, or it does not hold. A wrong one is refused everywhere.',
  UPGRADE_NEEDED: 'The tier’s brands are used up.',
  FORBIDDEN: 'The key lacks the scope, the role is too low, or a cookie came from another site.',
  TIER_TOO_LOW: 'The account’s tier does not hold this.',
  NOT_FOUND: 'There is no such record, or it belongs to another account or environment.',
  METHOD_NOT_ALLOWED: 'The path does not answer this method; `Allow` lists those that it does.',
  CONFLICT: 'A request with the same Idempotency-Key is still being worked on.',
  PAYLOAD_TOO_LARGE: 'The body has more than 64 KiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not uncompressed JSON in UTF-8.',
  IDEMPOTENCY_REUSED: 'The Idempotency-Key was used with another body.',
  RATE_LIMITED: 'A limit is reached.',
  INTERNAL: 'Something went wrong on our side.',
  ROADMAP: 'This is planned, and not available here.',
  ENGINE_UNAVAILABLE: 'Every engine that was asked failed.',
  DEGRADED: 'The database or every engine is out of reach for now.',
};

const CODES = Object.keys(STATUS_BY_CODE) as ErrorCode[];

const DETAILS: Schema = {
  description: 'More about it, by the kind of error.',
  type: 'object',
  properties: {
    field: {
      description: 'The parameter, field or header at fault, as the caller writes it.',
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
        code: { description: 'What kind of error it is.', type: 'string', enum: codes },
        message: { description: 'The same in words, safe to show.', type: 'string', minLength: 1 },
        requestId: { description: 'The request’s id, as in X-Request-Id.', type: 'string' },
        details: DETAILS,
      },
    },
  },
});

export const isLimited = ({ cacheSec }: Pick<Route, 'cacheSec'>): boolean => cacheSec === undefined;

/** All codes that a row may answer with. */
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
    // Keys that do not hold are limited everywhere.
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

/** An answer that operations share, and the schema of its body. */
export interface NamedResponse {
  name: string;
  response: Schema;
  schemaName: string;
  schema: Schema;
}

/** One answer for all operations that fail in the same way and tell as much about it. */
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
