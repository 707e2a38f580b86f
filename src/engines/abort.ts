import { EngineError } from './engine.js';

/** A caller that ran out of time is told apart from one that changed its mind. */
export function toAbortError(platform: string, signal: AbortSignal): EngineError {
  const reason: unknown = signal.reason;
  // By name: the reason is a DOMException, which need not be an Error of this realm.
  const isTimeout = (reason as { name?: unknown } | null | undefined)?.name === 'TimeoutError';
  return isTimeout
    ? new EngineError('TIMEOUT', `${platform}: no answer in time`, { cause: reason })
    : new EngineError('ABORTED', `${platform}: the question was withdrawn`, { cause: reason });
}

/**
 * Runs `work` under `signal` and a time limit of its own, and rejects when either ends it even if
 * `work` does not care. `AbortSignal.any` and `.timeout` are not used: what listens to them, a whole
 * response with its buffers, stays in memory until the limit has passed.
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

/** Rejects as soon as `signal` fires, also while `work` waits for its turn and does not listen. */
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
