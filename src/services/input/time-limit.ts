/** A signal that fires after a time, or as soon as `drainSignal` does. */
export interface TimeLimit {
  signal: AbortSignal;
  /** Whoever waits no more says so: the time is then counted no further. */
  end: () => void;
}

export function createTimeLimit(limitMs: number, drainSignal?: AbortSignal): TimeLimit {
  const limit = new AbortController();
  const late = () => limit.abort(new DOMException('no answer in time', 'TimeoutError'));
  const timer = setTimeout(late, limitMs);
  // An engine is not to blame for a caller who leaves: enough time-outs, and it would be left alone.
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
