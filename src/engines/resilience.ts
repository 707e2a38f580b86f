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
  /** Questions of one engine that may be asked at the same time. */
  running: number;
  /** Questions that may wait for a place; one more is refused. */
  waiting: number;
  /** Failed questions in a row after which nothing is asked for a while. */
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

/** Lets a question through to its engine, or waits, or refuses it. */
export type ResiliencePolicy = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** A bulkhead before a circuit breaker. Both belong to one engine of one process. */
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
        // The one question that tries a broken engine was withdrawn: nothing is known.
        (breaker.state === CircuitState.HalfOpen && hasCode(error, 'ABORTED')),
    ),
    { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(failuresToOpen) },
  );
  breaker.onBreak((failure) => {
    openedMs = Date.now();
    const { message } = 'error' in failure ? (failure.error as Error) : { message: '' };
    reason = message.replace(`${platform}: `, '');
    // A try that failed leaves it as it was.
    if (!isOpen) observer.breaker?.({ platform, isOpen: true, reason });
    isOpen = true;
  });
  breaker.onReset(() => {
    if (isOpen) observer.breaker?.({ platform, isOpen: false, reason: 'it answers again' });
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
    const when = leftMs > 0 ? `in ${Math.ceil(leftMs / 1_000)} s` : 'just now';
    return new EngineError(
      'UNAVAILABLE',
      `${platform}: not asked after ${failuresToOpen} failures in a row (${reason}); tried again ${when}`,
      { retryAfterMs: leftMs },
    );
  }

  async function throughBreaker<T>(work: () => Promise<T>): Promise<T> {
    // While one question tries the engine the breaker would make the others wait for it.
    if (breaker.state === CircuitState.HalfOpen) throw toOpen();
    const outcome = await breaker.execute(() =>
      work().then(
        (value) => ({ value }),
        (failure: unknown) => {
          // Whoever refuses or says nothing is there all the same.
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
        const words = `${running} questions are being asked and ${waiting} wait already`;
        throw new EngineError('BUSY', `${platform}: ${words}`);
      });
    tellPlaces();
    // Once it has begun the work itself listens, and knows better what to say.
    await untilAborted(platform, signal, Promise.race([begun.promise, asked]));
    return asked;
  };
}
