import { APICallError } from 'ai';
import { withinLimit } from '../abort.js';
import { EngineError } from '../engine.js';
import type { Endpoint } from '../settings.js';
import { readBounded } from './bounded-fetch.js';
import type { Vendor } from './vendor.js';
import { toEngineError, toUnreachable } from './vendor-failure.js';

/** Longer than anyone waits for a ping; whoever calls has a shorter limit. */
const LIMIT_MS = 10_000;

export interface PingOptions {
  platform: string;
  endpoint: Endpoint;
  vendor: Vendor;
  fetch: typeof globalThis.fetch;
  /** Stands in for a list of models where a vendor has none. */
  lastFailure(): EngineError | null;
}

const MAX_ERROR_BYTES = 64 * 1024;

/** What a server says of a failure; nothing where it says too much. */
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

/** Whether a server is there and takes the key, by asking for its models: that buys no answer. */
export function createPing(options: PingOptions): (signal: AbortSignal) => Promise<void> {
  const { platform, endpoint, vendor, lastFailure } = options;
  const { apiKey } = endpoint;
  const caller = { platform, apiKey };
  const baseUrl = endpoint.baseUrl.replace(/\/+$/u, '');
  const url = vendor.modelsPath === null ? baseUrl : `${baseUrl}${vendor.modelsPath}`;
  const headers = apiKey === undefined ? {} : vendor.toKeyHeaders(apiKey);

  /** The server is there but lists nothing: what is known of it is how the last call went. */
  function recall(): void {
    const failure = lastFailure();
    if (failure !== null) throw failure;
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
    const isListed = response.ok && vendor.modelsPath !== null;
    const isUnlisted =
      vendor.modelsPath === null
        ? status < 500
        : vendor.mayListNothing && (status === 404 || status === 405);
    if (!isListed && !isUnlisted) throw await toFailure(response);
    // What is in the list does not matter, and it may be long.
    response.body?.cancel().catch(() => undefined);
    if (isUnlisted) recall();
    else if (!isJson(response)) {
      throw new EngineError('MALFORMED', `${platform}: the list of models was not in JSON`);
    }
  }

  return (signal) => withinLimit(platform, signal, LIMIT_MS, ping);
}
