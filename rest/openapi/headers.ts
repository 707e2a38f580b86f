import type { Schema } from './json-schema.js';

/** Every header that an answer may carry on purpose, with what it means. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The request’s id: the caller’s own if it was harmless, else one that was made.',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  },
  'Cache-Control': {
    description: 'Whether the answer may be kept, and for how long.',
    required: true,
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Of the limit with the least left: how many it admits.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Remaining': {
    description: 'Of the limit with the least left: how many it still admits.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'Of the limit with the least left: when a place next frees, in Unix seconds.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Backoff': {
    description:
      'After three 429 in a row on one endpoint, until a call is admitted: the longer wait that is advised, in whole seconds. A request that finds a place is admitted all the same.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Retry-After': {
    description:
      'Whole seconds to wait before asking again: with 429 until a place is free, which another caller may take.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'How to say who asks.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  ETag: {
    description: 'Names this version of the answer, for If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]+"$' },
  },
  'Set-Cookie': {
    description: 'The session, when it was renewed.',
    schema: { type: 'string' },
  },
  Deprecation: {
    description:
      'Since when the path is deprecated (RFC 9745); absent until an end is announced. A v1 path takes its place.',
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
  Sunset: {
    description: 'When the path may end (RFC 8594); absent until an end is announced.',
    schema: { type: 'string', pattern: '^\\w{3}, \\d{2} \\w{3} \\d{4} [\\d:]{8} GMT$' },
  },
  Link: {
    description:
      'Of a path that is to go: what takes its place, and where the deprecation is explained. Of a list: the page that follows (`rel="next"`), while one does.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Schema>;

export type HeaderName = keyof typeof HEADERS;

const LIMIT: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
const ENDING: readonly HeaderName[] = ['Deprecation', 'Sunset', 'Link'];

/** The headers of one answer. */
export function headersOf(
  status: number,
  about: { limited: boolean; ending: boolean; tagged?: boolean; paged?: boolean },
): Record<string, Schema> {
  const names: HeaderName[] = [
    'X-Request-Id',
    'Cache-Control',
    ...(about.limited ? LIMIT : []),
    ...(about.limited && status === 429 ? (['X-RateLimit-Backoff'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(about.tagged ? (['ETag'] as const) : []),
    'Set-Cookie',
    ...(about.ending ? ENDING : []),
    ...(about.paged && !about.ending ? (['Link'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
