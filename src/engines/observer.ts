import type { Log } from '../observability/log.js';
import { traced } from '../observability/request-context.js';
import { type Engine, EngineError, type EngineErrorCode } from './engine.js';

/** Also logs calls and circuit breaker changes. Reasons are public messages and contain no key. */
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
    if (isOpen) log.warn({ platform, reason }, `circuit breaker of ${platform} opened`);
    else log.info({ platform, reason }, `circuit breaker of ${platform} closed`);
    metrics.breaker?.(change);
  },
});

/** Receives engine events; they never contain a question, an answer or a key. */
export interface EngineObserver {
  /** A call has ended, including its retries. */
  called?(call: {
    platform: string;
    sandbox: boolean;
    outcome: 'answered' | EngineErrorCode;
    seconds: number;
  }): void;
  /** The circuit breaker of an engine has opened or closed; called once per change. */
  breaker?(change: { platform: string; isOpen: boolean; reason: string }): void;
  /** Number of running and waiting calls of an engine. */
  places?(now: { platform: string; running: number; waiting: number }): void;
}

/** Wraps an engine so that each call is traced and reported to the observer. */
export function observe(engine: Engine, observer: EngineObserver): Engine {
  const { platform, sandbox, ask, compose } = engine;
  const telling = <T>(kind: 'chat' | 'compose', work: () => Promise<T>): Promise<T> =>
    traced(
      {
        name: `${kind} ${platform}`,
        kind: 'client',
        attributes: {
          'gen_ai.operation.name': kind,
          'gen_ai.provider.name': platform,
          'answerscope.sandbox': sandbox,
        },
      },
      () => timed(work),
    );
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    const tell = (outcome: 'answered' | EngineErrorCode): void =>
      observer.called?.({
        platform,
        sandbox,
        outcome,
        seconds: (performance.now() - startedMs) / 1_000,
      });
    try {
      const value = await work();
      tell('answered');
      return value;
    } catch (error) {
      tell(error instanceof EngineError ? error.code : 'UNAVAILABLE');
      throw error;
    }
  };
  return {
    ...engine,
    ask: (question, signal) => telling('chat', () => ask(question, signal)),
    compose:
      compose && ((assignment, signal) => telling('compose', () => compose(assignment, signal))),
  };
}
