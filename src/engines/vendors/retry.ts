import { setTimeout as sleep } from 'node:timers/promises';
import { toAbortError } from '../abort.js';
import { EngineError } from '../engine.js';
import { MisconfiguredError } from './vendor-failure.js';

export interface RetryPolicy {
  retries: number;
  baseDelayMs: number;
  maxDelayMs: number;
  /** A failure whose `Retry-After` is longer than this is not retried. */
  maxRetryAfterMs: number;
  /** Retries available before the process has asked any question. */
  firstRetries: number;
  /** Maximum number of unused retries that accumulate. */
  savedRetries: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  retries: 2,
  baseDelayMs: 500,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 30_000,
  firstRetries: 0,
  savedRetries: 1,
};

/** Limits the retries of one engine to a tenth of its questions. */
export interface RetryBudget {
  deposit(): void;
  /** Counts a retry and returns true if one may be sent now. */
  withdraw(): boolean;
}

const QUESTIONS_PER_RETRY = 10;

/**
 * Low values of both settings keep an outage from starting with a burst of retries, in a process that has
 * just started and in one that has run long without failures.
 */
export function createRetryBudget({
  firstRetries,
  savedRetries,
}: Pick<RetryPolicy, 'firstRetries' | 'savedRetries'>): RetryBudget {
  let questions = firstRetries * QUESTIONS_PER_RETRY;
  return {
    deposit: () => {
      questions = Math.min(questions + 1, savedRetries * QUESTIONS_PER_RETRY);
    },
    withdraw: () => {
      if (questions < QUESTIONS_PER_RETRY) return false;
      questions -= QUESTIONS_PER_RETRY;
      return true;
    },
  };
}

/** Full jitter, so that callers that failed together do not retry together. */
function delayBefore(retry: number, failure: EngineError, policy: RetryPolicy): number {
  const jitterMs = Math.random() * Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** retry);
  // The vendor's `Retry-After` is a minimum.
  return (failure.retryAfterMs ?? 0) + jitterMs;
}

/** Timeouts are not retried: the vendor may have done and billed the work. */
const isPassing = (failure: EngineError): boolean =>
  (failure.code === 'RATE_LIMITED' || failure.code === 'UNAVAILABLE') &&
  !(failure instanceof MisconfiguredError);

export async function withRetries<T>(
  attempt: () => Promise<T>,
  of: { platform: string; signal: AbortSignal; policy: RetryPolicy; budget: RetryBudget },
): Promise<T> {
  const { platform, signal, policy, budget } = of;
  budget.deposit();
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (failure) {
      const mayTry =
        failure instanceof EngineError &&
        isPassing(failure) &&
        retry < policy.retries &&
        (failure.retryAfterMs ?? 0) <= policy.maxRetryAfterMs &&
        budget.withdraw();
      if (!mayTry) throw failure;
      await sleep(delayBefore(retry, failure, policy), undefined, { signal }).catch(() => {
        const abort = toAbortError(platform, signal);
        // On a timeout during the delay, the vendor's failure is more informative.
        throw abort.code === 'TIMEOUT' ? failure : abort;
      });
    }
  }
}
