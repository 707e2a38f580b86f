import { AppError, type ErrorCode, isUndone, toPublicError } from '../src/errors.js';
import type { Context } from '../src/request/context.js';
import type { Allowance, ConsumeOptions, Consumption } from '../src/request/rate-limiter.js';
import { retryWhileDegraded } from '../src/services/input/retry-while-degraded.js';

/** These errors mean that no engine was reached, so the permit is refunded. */
const UNCHARGED: ReadonlySet<ErrorCode> = new Set([
  'BAD_INPUT',
  'CONFLICT',
  'DEGRADED',
  'ENGINE_UNAVAILABLE',
  'FORBIDDEN',
  'IDEMPOTENCY_REUSED',
  'RATE_LIMITED',
]);

/** How long a failed refund is retried. */
const REFUND_MS = 60_000;

export const PERIODS = new Map([
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** Records the tightest window for the rate-limit headers. Throws RATE_LIMITED when no permit was free. */
function settle(
  context: Context,
  allowance: Allowance,
  consumption: Consumption | null,
): Consumption | null {
  if (consumption === null) return null;
  const { admitted, state, waitSec, backoffSec } = consumption;
  const { tightest } = context;
  const isTighter =
    tightest === null ||
    state.remaining < tightest.remaining ||
    (state.remaining === tightest.remaining && (!admitted || state.freesAtMs > tightest.freesAtMs));
  if (isTighter) context.tightest = state;
  if (admitted) return consumption;
  if (backoffSec !== null) context.backoffSec = Math.max(backoffSec, context.backoffSec ?? 0);
  const { limit, windowMs } = state;
  throw new AppError(
    'RATE_LIMITED',
    `the limit of ${limit} calls per ${PERIODS.get(windowMs)} is used up; retry after the seconds in Retry-After`,
    {
      retryAfterSec: waitSec,
      details: { allowance, limit, ...(backoffSec !== null && { backoffSec }) },
    },
  );
}

/** Consumes one permit of the allowance; synchronous while the lease has permits. */
function consume(
  context: Context,
  allowance: Allowance,
  options?: ConsumeOptions,
): Consumption | null | Promise<Consumption | null> {
  const consumption = context.rateLimiter.consume(context, allowance, options);
  return consumption instanceof Promise
    ? consumption.then((known) => settle(context, allowance, known))
    : settle(context, allowance, consumption);
}

/** The cause of a failed call often makes its refund fail too, so the response does not wait for retries. */
async function refundPermit(context: Context, consumption: Consumption): Promise<void> {
  const tell = (error: unknown) =>
    context.deps.log.warn({ err: error }, 'a permit was not refunded');
  try {
    await consumption.refund();
    const { state } = consumption;
    if (context.tightest === state) context.tightest = { ...state, remaining: state.remaining + 1 };
  } catch (error) {
    // Retry only if the refund was rolled back: a second refund would admit one call too many.
    if (isUndone(error))
      retryWhileDegraded(consumption.refund, context.drainSignal, REFUND_MS).catch(tell);
    else tell(error);
  }
}

/** The permit consumed for the work. */
export interface ConsumedPermit {
  /** Permits left afterwards; null without a limit. */
  remaining: number | null;
  /** Refunds the permit, once; for work that turns out to repeat an earlier request. */
  refund(): Promise<void>;
}

/**
 * Consumes one permit of the allowance and runs the work. Refunds the permit if the work fails before it
 * reaches an engine.
 */
export async function limited<T>(
  context: Context,
  allowance: Allowance,
  work: (place: ConsumedPermit) => T | Promise<T>,
  options?: ConsumeOptions,
): Promise<T> {
  const pending = consume(context, allowance, options);
  let held = pending instanceof Promise ? await pending : pending;
  const remaining = held?.state.remaining ?? null;
  const refund = async () => {
    const consumption = held;
    held = null;
    if (consumption !== null) await refundPermit(context, consumption);
  };
  try {
    return await work({ remaining, refund });
  } catch (error) {
    // No refund after a disconnect: engine calls may still be running.
    if (held !== null && !context.hasLeft() && UNCHARGED.has(toPublicError(error).code))
      await refund();
    throw error;
  }
}

/** For fields that occur many times in an operation and count once: all of them pass or all are rejected. */
export function limitedOnce(context: Context, allowance: Allowance): void | Promise<void> {
  let consumption = context.consumedOnce.get(allowance);
  if (consumption === undefined) {
    consumption = consume(context, allowance);
    context.consumedOnce.set(allowance, consumption);
  }
  if (consumption instanceof Promise) return consumption.then(() => {});
}

/** Applies the limit for sessions. */
export const consumeSession = (context: Context): unknown => consume(context, 'session');
