import { EngineError } from './engine.js';

/** The error for an aborted `signal`: TIMEOUT if its time limit passed, ABORTED if the caller cancelled. */
export function toAbortError(platform: string, signal: AbortSignal): EngineError {
  const reason: unknown = signal.reason;
  // By name: the reason is a DOMException, which need not be an Error of this realm.
  const isTimeout = (reason as { name?: unknown } | null | undefined)?.name === 'TimeoutError';
  return isTimeout
    ? new EngineError('TIMEOUT', `${platform}: no answer in time`, { cause: reason })
    : new EngineError('ABORTED', `${platform}: the request was cancelled`, { cause: reason });
}

/**
 * Runs `work` under `signal` and a separate time limit. Rejects when either fires, even if `work`
 * ignores its signal. Does not use `AbortSignal.any` and `.timeout`: they keep their listeners, and
 * with them a whole response and its buffers, in memory until the limit has passed.
 */
export async function withinLimit<T>(
  platform: string,
  signal: AbortSignal,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw toAbortError(platform, signal);
  const inner = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (failure: EngineError): void => {
    ended.reject(failure);
    inner.abort(failure);
  };
  const onAbort = (): void => end(toAbortError(platform, signal));
  const timer = setTimeout(
    () => end(new EngineError('TIMEOUT', `${platform}: no answer in time`)),
    limitMs,
  );
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([ended.promise, work(inner.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Rejects as soon as `signal` fires, even while `work` is queued and does not listen to it. */
export async function untilAborted<T>(
  platform: string,
  signal: AbortSignal,
  work: Promise<T>,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(toAbortError(platform, signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
