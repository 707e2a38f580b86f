import { Agent } from 'undici';
import { createGuard, type GuardOptions, Refusal } from './guard.js';

/** Result of one post. */
export interface Outcome {
  /** HTTP status; null without a response. */
  statusCode: number | null;
  latencyMs: number;
  /** Reason of a failure, shown to the endpoint's owner; null after success. */
  error: string | null;
  responseBody: string | null;
  responseTruncated: boolean;
}

export interface Dialer {
  /** Never rejects. Null when `signal` aborted the post, which says nothing about the receiver. */
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
  /** Timeout of the whole post: DNS, connection, request and response. */
  totalMs?: number;
}

const CONNECT_MS = 3_000;
const TOTAL_MS = 15_000;
/** Largest part of a response that is read; the connection is then closed. */
const READ_BYTES = 16_384;
/** Short, so that each attempt resolves the host again, but long enough for posts in quick succession. */
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

/** The reason of a failed status; null for 2xx. The body is not taken into account. */
function judge(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  const redirected = statusCode >= 300 && statusCode < 400;
  return `it answered ${statusCode}${redirected ? '; redirects are not followed' : ''}`;
}

const decoder = new TextDecoder();

/** Replaces zero characters, which cannot be stored, and a character that was cut. */
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

  /** Stop functions by signal: one listener for all posts, because adding a listener costs as much as signing. */
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

      /** @param failure reason if there is no status */
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
      const stop = () => end('aborted', { isVoid: true });
      const timer = setTimeout(() => end(`no response within ${totalMs / 1_000} s`), totalMs);
      const open = stopsOf(signal);
      open.add(stop);
      if (signal.aborted) return stop();

      agent.dispatch(
        { origin, path: pathname + search, method: 'POST', headers, body },
        {
          onRequestStart(controller) {
            breakOff = (reason) => controller.abort(reason);
            if (isOver) controller.abort(new Refusal('aborted'));
          },
          onResponseStart(_controller, code) {
            // Statuses below 200 are interim.
            if (code >= 200) statusCode = code;
          },
          onResponseData(_controller, chunk) {
            if (leftBytes > 0) {
              // The parser reuses the buffer.
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
