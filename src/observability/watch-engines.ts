import type { EngineObserver } from '../engines/observer.js';
import type { Log } from './log.js';

/** Calls and a breaker's changes go into the log too; reasons are public words, which hold no key. */
export const watchEngines = (log: Log, metrics: EngineObserver = {}): EngineObserver => ({
  ...metrics,
  called(call) {
    const { platform, sandbox, outcome, seconds } = call;
    const level = outcome === 'answered' ? 'debug' : 'info';
    log[level]({ platform, sandbox, outcome, ms: Math.round(seconds * 1_000) }, 'engine call');
    metrics.called?.(call);
  },
  breaker(change) {
    const { platform, isOpen, reason } = change;
    if (isOpen) log.warn({ platform, reason }, `${platform} is left alone for a while`);
    else log.info({ platform, reason }, `${platform} is asked again`);
    metrics.breaker?.(change);
  },
});
