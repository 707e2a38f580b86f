import { AppError, badInput } from '../src/errors.js';
import { isDeeperThan } from '../src/request/json-depth.js';

const DEEPEST = 20;
export const LARGEST_BODY_BYTES = 64 * 1_024;

/** JSON is always UTF-8 (RFC 8259). */
const MEDIA_TYPE = /^\s*application\/(json|[\w!#$&^.+-]+\+json)\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

function checkMediaType(contentType: string | undefined): void {
  const charset = CHARSET.exec(contentType ?? '')?.[1] ?? 'utf-8';
  if (MEDIA_TYPE.test(contentType ?? '') && /^utf-?8$/i.test(charset)) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must be application/json in UTF-8');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('BAD_INPUT', 'the body must be well-formed JSON', {
      cause,
      details: { field: 'body' },
    });
  }
}

/** Parses a request body. An empty body is an empty object, whatever its media type. */
export function readBody(
  bytes: Uint8Array,
  headers: { contentType?: string; contentEncoding?: string },
): Record<string, unknown> {
  if (bytes.length === 0) return {};
  if (!/^(identity)?$/i.test(headers.contentEncoding ?? '')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the body must not be compressed');
  }
  checkMediaType(headers.contentType);
  const value = parse(bytes);
  if (!isObject(value)) throw badInput('body', 'must be a JSON object');
  if (isDeeperThan(DEEPEST, value))
    throw badInput('body', `must not be nested more than ${DEEPEST} levels deep`);
  return value;
}
