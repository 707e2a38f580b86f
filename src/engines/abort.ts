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
