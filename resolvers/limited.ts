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

/** How long it is tried to give a place back. */
const GIVE_BACK_MS = 60_000;

export const PERIODS = new Map([
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** Notes for the answer's headers how the tightest layer stands, and refuses where no place was free. */
function settle(
  context: Context,
  allowance: Allowance,
  consumption: Consumption | null,
): Consumption | null {
  if (consumption === null) return null;
  const { admitted, state, waitSec } = consumption;
  const { tightest } = context;
  const isTighter =
    tightest === null ||
    state.remaining < tightest.remaining ||
    (state.remaining === tightest.remaining && (!admitted || state.freesAtMs > tightest.freesAtMs));
  if (isTighter) context.tightest = state;
  if (admitted) return consumption;
  const { limit, windowMs } = state;
  throw new AppError(
    'RATE_LIMITED',
    `the limit of ${limit} calls a ${PERIODS.get(windowMs)} is used up; wait as long as Retry-After says`,
    { retryAfterSec: waitSec, details: { allowance, limit } },
  );
}

/** One place of the allowance; at once while places are in hand. */
function drawPlace(
  context: Context,
  allowance: Allowance,
  options?: ConsumeOptions,
): Consumption | null | Promise<Consumption | null> {
  const consumption = context.rateLimiter.consume(context, allowance, options);
  return consumption instanceof Promise
    ? consumption.then((known) => settle(context, allowance, known))
    : settle(context, allowance, consumption);
}

/** What made a call fail mostly keeps its place from going back, too; the answer does not wait for that. */
async function giveBack(context: Context, consumption: Consumption): Promise<void> {
  const tell = (error: unknown) =>
    context.deps.log.warn({ err: error }, 'a place was not given back');
  try {
    await consumption.refund();
    const { state } = consumption;
    if (context.tightest === state) context.tightest = { ...state, remaining: state.remaining + 1 };
  } catch (error) {
    // Given back twice, it would let in one call more than the limit.
    if (isUndone(error))
      retryWhileDegraded(consumption.refund, context.drainSignal, GIVE_BACK_MS).catch(tell);
    else tell(error);
  }
}

/** What the work is told of the place that was drawn for it. */
export interface DrawnPlace {
  /** What is left after it; null without a limit. */
  remaining: number | null;
  /** Gives the place back, once: for work that finds that it was done before. */
  spare(): Promise<void>;
}

/**
 * Draws one place of the allowance for the caller and runs the work. The place is given back if no
 * engine was reached.
 */
export async function limited<T>(
  context: Context,
  allowance: Allowance,
  work: (place: DrawnPlace) => T | Promise<T>,
  options?: ConsumeOptions,
): Promise<T> {
  const pending = drawPlace(context, allowance, options);
  let held = pending instanceof Promise ? await pending : pending;
  const remaining = held?.state.remaining ?? null;
  const spare = async () => {
    const consumption = held;
    held = null;
    if (consumption !== null) await giveBack(context, consumption);
  };
  try {
    return await work({ remaining, spare });
  } catch (error) {
    // Whoever left may have left engines at work.
    if (held !== null && !context.hasLeft() && UNCHARGED.has(toPublicError(error).code))
      await spare();
    throw error;
  }
}

/** For fields that come many times in an operation and count as one: refused, they are refused alike. */
export function limitedOnce(context: Context, allowance: Allowance): void | Promise<void> {
  let consumption = context.drawnOnce.get(allowance);
  if (consumption === undefined) {
    consumption = drawPlace(context, allowance);
    context.drawnOnce.set(allowance, consumption);
  }
  if (consumption instanceof Promise) return consumption.then(() => {});
}

/** The cap on what people do with a cookie. */
export const drawSession = (context: Context): unknown => drawPlace(context, 'session');
