import { setTimeout as sleep } from 'node:timers/promises';
import { toAbortError } from '../abort.js';
import { EngineError } from '../engine.js';
import { MisconfiguredError } from './vendor-failure.js';

export interface RetryPolicy {
  retries: number;
  baseDelayMs: number;
  maxDelayMs: number;
  /** A vendor that asks for a longer pause than this is not waited for. */
  maxRetryAfterMs: number;
  /** Retries that a process may send before it has asked anything. */
  firstRetries: number;
  /** Retries that questions which needed none may save up. */
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

/** Counts one engine's questions, and lets at most a tenth as many retries follow them. */
export interface RetryBudget {
  deposit(): void;
  /** True if a retry may be sent now; it is then counted. */
  withdraw(): boolean;
}

const QUESTIONS_PER_RETRY = 10;

/**
 * With nothing to begin with and little to save up, an outage begins without a burst of retries, in a process that
 * has just started as in one that has long had nothing to try again.
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

/** Full jitter: callers that failed together do not come back together. */
function delayBefore(retry: number, failure: EngineError, policy: RetryPolicy): number {
  const jitterMs = Math.random() * Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** retry);
  // What the vendor asks for is a minimum.
  return (failure.retryAfterMs ?? 0) + jitterMs;
}

/** Time-outs are not tried again: the vendor may have done, and billed, the work. */
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
        // Out of time while waiting: what the vendor said tells more than that.
        throw abort.code === 'TIMEOUT' ? failure : abort;
      });
    }
  }
}
