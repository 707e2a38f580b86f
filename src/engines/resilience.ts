import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  TaskCancelledError,
} from 'cockatiel';
import { toAbortError, untilAborted } from './abort.js';
import { EngineError } from './engine.js';
import type { EngineObserver } from './observer.js';

export interface Resilience {
  /** Maximum number of concurrent questions to one engine. */
  running: number;
  /** Maximum number of queued questions; further ones are rejected. */
  waiting: number;
  /** Consecutive failures that open the circuit breaker. */
  failuresToOpen: number;
  openMs: number;
}

export const DEFAULT_RESILIENCE: Resilience = {
  running: 20,
  waiting: 40,
  failuresToOpen: 5,
  openMs: 30_000,
};

const hasCode = (error: unknown, ...codes: EngineError['code'][]): boolean =>
  error instanceof EngineError && codes.includes(error.code);

/** Runs, queues or rejects a question. */
export type ResiliencePolicy = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** A bulkhead in front of a circuit breaker, for one engine in one process. */
export function createResiliencePolicy(
  platform: string,
  resilience: Resilience,
  observer: EngineObserver = {},
): ResiliencePolicy {
  const { running, waiting, failuresToOpen, openMs } = resilience;
  let openedMs = 0;
  let reason = '';
  let isOpen = false;
  const breaker = circuitBreaker(
    handleWhen(
      (error) =>
        hasCode(error, 'TIMEOUT', 'UNAVAILABLE', 'RATE_LIMITED') ||
        // A cancelled trial question says nothing about the engine, so the breaker opens again.
        (breaker.state === CircuitState.HalfOpen && hasCode(error, 'ABORTED')),
    ),
    { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(failuresToOpen) },
  );
  breaker.onBreak((failure) => {
    openedMs = Date.now();
    const { message } = 'error' in failure ? (failure.error as Error) : { message: '' };
    reason = message.replace(`${platform}: `, '');
    // A failed trial is no change: the breaker was open before.
    if (!isOpen) observer.breaker?.({ platform, isOpen: true, reason });
    isOpen = true;
  });
  breaker.onReset(() => {
    if (isOpen) observer.breaker?.({ platform, isOpen: false, reason: 'the engine answers again' });
    isOpen = false;
  });
  const places = bulkhead(running, waiting);
  const tellPlaces = (): void =>
    observer.places?.({
      platform,
      running: running - places.executionSlots,
      waiting: waiting - places.queueSlots,
    });

  tellPlaces();

  function toOpen(): EngineError {
    const leftMs = Math.max(0, openedMs + openMs - Date.now());
    const when = leftMs > 0 ? `in ${Math.ceil(leftMs / 1_000)} s` : 'in progress';
    return new EngineError(
      'UNAVAILABLE',
      `${platform}: not asked after ${failuresToOpen} failures in a row (${reason}); next attempt ${when}`,
      { retryAfterMs: leftMs },
    );
  }

  async function throughBreaker<T>(work: () => Promise<T>): Promise<T> {
    // During a trial question the breaker would queue all others; reject them instead.
    if (breaker.state === CircuitState.HalfOpen) throw toOpen();
    const outcome = await breaker.execute(() =>
      work().then(
        (value) => ({ value }),
        (failure: unknown) => {
          // A refusal or an empty answer is no failure of the engine.
          if (hasCode(failure, 'REFUSED', 'EMPTY')) return { failure };
          throw failure;
        },
      ),
    );
    if ('failure' in outcome) throw outcome.failure;
    return outcome.value;
  }

  return async (signal, work) => {
    const begun = Promise.withResolvers<void>();
    const asked = places
      .execute(() => {
        begun.resolve();
        tellPlaces();
        return throughBreaker(work);
      }, signal)
      .finally(tellPlaces)
      .catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) throw toOpen();
        if (error instanceof TaskCancelledError) throw toAbortError(platform, signal);
        if (!(error instanceof BulkheadRejectedError)) throw error;
        const words = `queue full: ${running} questions running and ${waiting} waiting`;
        throw new EngineError('BUSY', `${platform}: ${words}`);
      });
    tellPlaces();
    // Once started, `work` listens to the signal and throws a more specific error.
    await untilAborted(platform, signal, Promise.race([begun.promise, asked]));
    return asked;
  };
}
