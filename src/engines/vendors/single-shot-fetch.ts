import { EngineError } from '../engine.js';
import { settingName } from '../settings.js';
import type { Reservation } from '../spending.js';
import { parseJson } from './vendor.js';
import { type FailureSource, MisconfiguredError, toUnreachable } from './vendor-failure.js';

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];

/** One attempt's only request, and what came back. */
export interface SingleShotFetch {
  fetch: typeof globalThis.fetch;
  /** The parsed body of a good answer; undefined before there is one, and if it is no JSON. */
  body(): unknown;
  /** Says what the answer cost, once it has been read; without it the call counts as reserved. */
  settle(costUsd: number | null): void;
}

/** Codes of a connection that never stood, so that nothing was asked. */
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

/** The SDK drops a tool that it does not think a model has, and only warns of it. */
const hasTools = (init: RequestInit | undefined): boolean =>
  typeof init?.body === 'string' &&
  (parseJson(init.body) as { tools?: unknown } | undefined)?.tools !== undefined;

/**
 * A `fetch` for the SDK that keeps the body as the vendor wrote it. It sends once: some of the SDK's
 * adapters ask again by themselves when an answer says that more is to come, as often as it says so.
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
      if (isSent) throw new EngineError('MALFORMED', `${platform}: the answer came in pieces`);
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
          // What was sent may cost, whether its answer is waited for or not.
          if (wasNotSent(error)) reservation?.cancel();
          throw toUnreachable(error, caller);
        },
      );
      if (!response.ok) {
        // No vendor bills what it refuses.
        reservation?.settle(0);
        return response;
      }
      const text = await response.text();
      body = parseJson(text);
      if (reportsError(body)) {
        const words = `${platform}: the server reported an error as an answer`;
        throw new EngineError('MALFORMED', words);
      }
      const { status, headers } = response;
      const readable = toReadable === undefined ? text : JSON.stringify(toReadable(body) ?? null);
      return new Response(body === undefined ? text : readable, { status, headers });
    },
  };
}
