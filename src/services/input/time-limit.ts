/** A signal that aborts after a time, or when `drainSignal` does. */
export interface TimeLimit {
  signal: AbortSignal;
  /** Must be called when the signal is no longer needed, to stop the timer. */
  end: () => void;
}

export function createTimeLimit(limitMs: number, drainSignal?: AbortSignal): TimeLimit {
  const limit = new AbortController();
  const late = () => limit.abort(new DOMException('no answer in time', 'TimeoutError'));
  const timer = setTimeout(late, limitMs);
  // No TimeoutError here: a caller that leaves must not count as a time-out of the engine and open
  // its circuit breaker.
  const abort = () => limit.abort();
  if (drainSignal?.aborted) abort();
  drainSignal?.addEventListener('abort', abort, { once: true });
  return {
    signal: limit.signal,
    end() {
      clearTimeout(timer);
      drainSignal?.removeEventListener('abort', abort);
    },
  };
}
