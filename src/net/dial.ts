import { Agent } from 'undici';
import { createGuard, type GuardOptions, Refusal } from './guard.js';

/** What came of one post. */
export interface Outcome {
  /** Null when no response came. */
  statusCode: number | null;
  latencyMs: number;
  /** Why it counts as failed, for the endpoint's owner; null when it was taken. */
  error: string | null;
  responseBody: string | null;
  responseTruncated: boolean;
}

export interface Dialer {
  /** Never rejects; null when `signal` broke it off: then it says nothing about the receiver. */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<Outcome | null>;
  dispose(): Promise<void>;
}

export interface DialerOptions extends Omit<GuardOptions, 'connectMs'> {
  connectMs?: number;
  /** For all of it: name, connection, request and the whole response. */
  totalMs?: number;
}

const CONNECT_MS = 3_000;
const TOTAL_MS = 15_000;
/** No more than this is read of a response; the connection is then closed. */
const READ_BYTES = 16_384;
/** Short, so that each attempt looks the name up again; long enough for many in a row. */
const KEEP_ALIVE_MS = 1_000;

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  ENOTFOUND: 'the host cannot be resolved',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too large',
};

function toWords(error: Error & { code?: string }): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return toWords(error.errors[0]);
  return WORDS[error.code ?? ''] ?? `the request failed: ${error.message.slice(0, 200)}`;
}

/** The status alone decides: what follows it is kept for the endpoint's owner, however it ends. */
function judge(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  const redirected = statusCode >= 300 && statusCode < 400;
  return `it answered ${statusCode}${redirected ? '; redirects are not followed' : ''}`;
}

const decoder = new TextDecoder();

/** Zero characters cannot be stored, and what was cut in the middle of a character shows as one mark. */
const toText = (chunks: readonly Buffer[]): string =>
  chunks.length === 0 ? '' : decoder.decode(Buffer.concat(chunks)).replaceAll('\0', '\uFFFD');

export function createDialer({
  connectMs = CONNECT_MS,
  totalMs = TOTAL_MS,
  ...guard
}: DialerOptions): Dialer {
  const agent = new Agent({
    connect: createGuard({ ...guard, connectMs }),
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });

  /** What each signal stops: one listener for all its posts, since adding one costs as much as signing. */
  const stops = new WeakMap<AbortSignal, Set<() => void>>();
  function stopsOf(signal: AbortSignal): Set<() => void> {
    const known = stops.get(signal);
    if (known !== undefined) return known;
    const made = new Set<() => void>();
    stops.set(signal, made);
    signal.addEventListener('abort', () => {
      for (const stop of made) stop();
    });
    return made;
  }

  const post: Dialer['post'] = (url, headers, body, signal) =>
    new Promise((resolve) => {
      const { origin, pathname, search } = new URL(url);
      const startedMs = performance.now();
      const kept: Buffer[] = [];
      let leftBytes = READ_BYTES;
      let statusCode: number | null = null;
      let isOver = false;
      let breakOff = (_reason: Error): void => {};

      /** @param failure why no status came, if none did */
      function end(failure: string, { isWhole = false, isVoid = false } = {}): void {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        open.delete(stop);
        const outcome: Outcome = {
          statusCode,
          latencyMs: Math.round(performance.now() - startedMs),
          error: statusCode === null ? failure : judge(statusCode),
          responseBody: statusCode === null ? null : toText(kept),
          responseTruncated: statusCode !== null && !isWhole,
        };
        resolve(isVoid ? null : outcome);
        if (!isWhole) breakOff(new Refusal(failure));
      }
      const stop = () => end('broken off', { isVoid: true });
      const timer = setTimeout(() => end(`no response within ${totalMs / 1_000} s`), totalMs);
      const open = stopsOf(signal);
      open.add(stop);
      if (signal.aborted) return stop();

      agent.dispatch(
        { origin, path: pathname + search, method: 'POST', headers, body },
        {
          onRequestStart(controller) {
            breakOff = (reason) => controller.abort(reason);
            if (isOver) controller.abort(new Refusal('broken off'));
          },
          onResponseStart(_controller, code) {
            // Those below announce the response; the last one is it.
            if (code >= 200) statusCode = code;
          },
          onResponseData(_controller, chunk) {
            if (leftBytes > 0) {
              // The parser reads into the same memory again.
              kept.push(Buffer.from(chunk.subarray(0, leftBytes)));
            }
            leftBytes -= chunk.length;
            if (leftBytes < 0) end('the rest of the response is not read');
          },
          onResponseEnd() {
            end('the response has no status', { isWhole: true });
          },
          onResponseError(_controller, error) {
            end(toWords(error));
          },
        },
      );
    });

  return { post, dispose: () => agent.destroy() };
}
