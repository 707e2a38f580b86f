import { AppError, type ErrorCode, isUndone, toPublicError } from '../src/errors.js';
import type { Context } from '../src/request/context.js';
import type { Allowance, ConsumeOptions, Consumption } from '../src/request/rate-limiter.js';
import { retryWhileDegraded } from '../src/services/input/retry-while-degraded.js';

/** Who is told one of these has reached no engine, and is not charged. */
const UNCHARGED: ReadonlySet<ErrorCode> = new Set([
  'BAD_INPUT',
  'CONFLICT',
  'DEGRADED',
  'ENGINE_UNAVAILABLE',
  'FORBIDDEN',
  'IDEMPOTENCY_REUSED',
  'RATE_LIMITED',
]);

/** How long a refund is tried. */
const REFUND_MS = 60_000;

export const PERIODS = new Map([
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** Notes for the answer's headers how the tightest layer stands, and refuses where no permit was free. */
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
    `the limit of ${limit} calls a ${PERIODS.get(windowMs)} is used up; wait as long as Retry-After says`,
    {
      retryAfterSec: waitSec,
      details: { allowance, limit, ...(backoffSec !== null && { backoffSec }) },
    },
  );
}

/** One permit of the allowance; at once while the lease has some. */
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

/** What made a call fail often makes its refund fail too; the answer does not wait for that. */
async function refundPermit(context: Context, consumption: Consumption): Promise<void> {
  const tell = (error: unknown) =>
    context.deps.log.warn({ err: error }, 'a permit was not refunded');
  try {
    await consumption.refund();
    const { state } = consumption;
    if (context.tightest === state) context.tightest = { ...state, remaining: state.remaining + 1 };
  } catch (error) {
    // Refunded twice, it would let in one call more than the limit.
    if (isUndone(error))
      retryWhileDegraded(consumption.refund, context.drainSignal, REFUND_MS).catch(tell);
    else tell(error);
  }
}

/** The permit that the work runs under. */
export interface ConsumedPermit {
  /** What is left after it; null without a limit. */
  remaining: number | null;
  /** Refunds the permit, once: for work that finds that it was done before. */
  refund(): Promise<void>;
}

/**
 * Consumes one permit of the allowance for the caller and runs the work. The permit is refunded if no
 * engine was reached.
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
    // Whoever left may have left engines at work.
    if (held !== null && !context.hasLeft() && UNCHARGED.has(toPublicError(error).code))
      await refund();
    throw error;
  }
}

/** For fields that come many times in an operation and count as one: refused, they are refused alike. */
export function limitedOnce(context: Context, allowance: Allowance): void | Promise<void> {
  let consumption = context.consumedOnce.get(allowance);
  if (consumption === undefined) {
    consumption = consume(context, allowance);
    context.consumedOnce.set(allowance, consumption);
  }
  if (consumption instanceof Promise) return consumption.then(() => {});
}

/** The cap on what people do with a cookie. */
export const consumeSession = (context: Context): unknown => consume(context, 'session');
