import { APICallError } from 'ai';
import { withinLimit } from '../abort.js';
import { EngineError } from '../engine.js';
import type { Endpoint } from '../settings.js';
import { readBounded } from './bounded-fetch.js';
import type { Vendor } from './vendor.js';
import { toEngineError, toUnreachable } from './vendor-failure.js';

/** Upper bound; callers have a shorter time limit. */
const LIMIT_MS = 10_000;

export interface PingOptions {
  platform: string;
  endpoint: Endpoint;
  vendor: Vendor;
  fetch: typeof globalThis.fetch;
  /** Last failure of a call, used for a server without a list of models. */
  lastFailure(): EngineError | null;
}

const MAX_ERROR_BYTES = 64 * 1024;

/** The body of an error response; empty if it is longer than 64 KiB. */
async function readWords({ body }: Response): Promise<string> {
  if (body === null) return '';
  const read = readBounded(body, MAX_ERROR_BYTES, () => new Error('too long'));
  return read.then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  );
}

const isJson = ({ headers }: Response): boolean =>
  /\bjson\b/u.test(headers.get('content-type') ?? '');

/** Checks that a server is reachable and accepts the key, with a request that buys no answer. */
export function createPing(options: PingOptions): (signal: AbortSignal) => Promise<void> {
  const { platform, endpoint, vendor, lastFailure } = options;
  const { apiKey } = endpoint;
  const caller = { platform, apiKey };
  const url = new URL(vendor.pingPath, `${endpoint.baseUrl.replace(/\/+$/u, '')}/`).href;
  const headers = apiKey === undefined ? {} : vendor.toKeyHeaders(apiKey);

  /** Throws the last call's failure for a server without a list. Some servers list without checking the key. */
  function recall(isListed: boolean): void {
    const failure = lastFailure();
    if (failure !== null && (!isListed || failure.code === 'UNAUTHORIZED')) throw failure;
  }

  async function toFailure(response: Response): Promise<EngineError> {
    const { status, headers: answered } = response;
    const error = new APICallError({
      message: 'no list of models',
      url,
      requestBodyValues: {},
      statusCode: status,
      responseHeaders: Object.fromEntries(answered),
      responseBody: await readWords(response),
    });
    return toEngineError(error, caller);
  }

  async function ping(signal: AbortSignal): Promise<void> {
    const response = await options.fetch(url, { headers, signal }).catch((error: unknown) => {
      throw toUnreachable(error, caller);
    });
    const { status } = response;
    const isUnlisted = vendor.mayListNothing && (status === 404 || status === 405);
    if (!response.ok && !isUnlisted) throw await toFailure(response);
    // The content of the list is not needed, and it may be long.
    response.body?.cancel().catch(() => undefined);
    recall(response.ok);
    if (response.ok && !isJson(response)) {
      throw new EngineError('MALFORMED', `${platform}: the response to the ping was not JSON`);
    }
  }

  return (signal) => withinLimit(platform, signal, LIMIT_MS, ping);
}
