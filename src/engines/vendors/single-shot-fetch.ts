import { EngineError } from '../engine.js';
import { settingName } from '../settings.js';
import type { Reservation } from '../spending.js';
import { parseJson } from './vendor.js';
import { type FailureSource, MisconfiguredError, toUnreachable } from './vendor-failure.js';

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];

/** The single request of one attempt, and its response. */
export interface SingleShotFetch {
  fetch: typeof globalThis.fetch;
  /** Parsed body of a successful response; undefined before it arrives and if it is not JSON. */
  body(): unknown;
  /** Records the cost of the answer; without this call the reserved amount counts. */
  settle(costUsd: number | null): void;
}

/** Error codes of connections that were never established, so that nothing was sent. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/u;

const wasNotSent = (error: unknown): boolean =>
  NOT_SENT.test(String((error as { code?: unknown } | null)?.code));

const reportsError = (body: unknown): boolean =>
  Boolean((body as { error?: unknown } | null | undefined)?.error);

const withoutKey = (init: RequestInit = {}): RequestInit => {
  const headers = new Headers(init.headers);
  for (const name of KEY_HEADERS) headers.delete(name);
  return { ...init, headers };
};

/** The SDK drops tools that it believes a model does not support, with a warning only. */
const hasTools = (init: RequestInit | undefined): boolean =>
  typeof init?.body === 'string' &&
  (parseJson(init.body) as { tools?: unknown } | undefined)?.tools !== undefined;

/**
 * A `fetch` for the SDK that keeps the vendor's original body. It sends one request only: some SDK
 * adapters otherwise send follow-up requests for as long as an answer announces more.
 */
export function createSingleShotFetch(
  fetch: typeof globalThis.fetch,
  caller: FailureSource,
  needsTools: () => boolean,
  reserve: (bytes: number) => Promise<Reservation | undefined>,
  toReadable: ((body: unknown) => unknown) | undefined,
): SingleShotFetch {
  const { platform, apiKey } = caller;
  let isSent = false;
  let body: unknown;
  let reservation: Reservation | undefined;
  return {
    body: () => body,
    settle: (costUsd) => reservation?.settle(costUsd),
    fetch: async (input, init) => {
      if (isSent)
        throw new EngineError(
          'MALFORMED',
          `${platform}: the answer was split across several responses`,
        );
      isSent = true;
      if (needsTools() && !hasTools(init)) {
        const words = `the model in ${settingName(platform, 'MODEL')} cannot search the web`;
        throw new MisconfiguredError('UNAVAILABLE', `${platform}: ${words}`);
      }
      reservation = await reserve(Buffer.byteLength(String(init?.body ?? '')));
      if (init?.signal?.aborted) {
        reservation?.cancel();
        throw init.signal.reason;
      }
      const response = await fetch(input, apiKey === undefined ? withoutKey(init) : init).catch(
        (error: unknown) => {
          // A request that was sent may be billed even if its answer is never read.
          if (wasNotSent(error)) reservation?.cancel();
          throw toUnreachable(error, caller);
        },
      );
      if (!response.ok) {
        // Vendors do not bill error responses.
        reservation?.settle(0);
        return response;
      }
      const text = await response.text();
      body = parseJson(text);
      if (reportsError(body)) {
        const words = `${platform}: the server returned an error in a successful response`;
        throw new EngineError('MALFORMED', words);
      }
      const { status, headers } = response;
      const readable = toReadable === undefined ? text : JSON.stringify(toReadable(body) ?? null);
      return new Response(body === undefined ? text : readable, { status, headers });
    },
  };
}
