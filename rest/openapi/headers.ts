import type { Schema } from './json-schema.js';

/** Documented response headers. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Id of the request: the caller’s own if it was valid, otherwise a generated one.',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  },
  'Cache-Control': {
    description: 'Whether the response may be cached, and for how long.',
    required: true,
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Maximum number of calls of the tightest limit.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Remaining': {
    description: 'Calls left of the tightest limit.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'Time at which the tightest limit frees its next permit, in Unix seconds.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Backoff': {
    description:
      'Advised wait in whole seconds, longer than Retry-After. Sent after three 429 responses in a row on one endpoint, until a call is admitted. Advisory: a request is admitted as soon as a permit is free.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Retry-After': {
    description:
      'Whole seconds to wait before a retry. With 429, the time until a permit is free, which another caller may take.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'Authentication scheme to use.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  ETag: {
    description: 'Version of the response, for If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]+"$' },
  },
  'Set-Cookie': {
    description: 'Renewed session cookie.',
    schema: { type: 'string' },
  },
  Deprecation: {
    description:
      'Time since which the path is deprecated (RFC 9745); absent until an end is announced. A v1 path replaces it.',
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
  Sunset: {
    description:
      'Time from which the path may be removed (RFC 8594); absent until an end is announced.',
    schema: { type: 'string', pattern: '^\\w{3}, \\d{2} \\w{3} \\d{4} [\\d:]{8} GMT$' },
  },
  Link: {
    description:
      'For a deprecated path: its replacement and the page about the deprecation. For a list: the next page (`rel="next"`), absent on the last page.',
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

/** The headers of one response. */
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
