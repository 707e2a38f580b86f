import type { Context } from '../src/context.js';
import { AppError, type ErrorCode, toPublicError } from '../src/errors.js';
import type { Allowance, Drawn } from '../src/limits.js';

/** Who is told one of these has reached no engine, and is not charged. */
const UNCHARGED: ReadonlySet<ErrorCode> = new Set([
  'BAD_INPUT',
  'CONFLICT',
  'DEGRADED',
  'ENGINE_UNAVAILABLE',
  'IDEMPOTENCY_REUSED',
  'RATE_LIMITED',
]);

const PERIODS = new Map([
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** Notes for the answer's headers how the tightest layer stands, and refuses where no place was free. */
function settle(context: Context, allowance: Allowance, drawn: Drawn | null): Drawn | null {
  if (drawn === null) return null;
  const { admitted, state, waitSec } = drawn;
  const { tightest } = context;
  const isTighter =
    tightest === null ||
    state.remaining < tightest.remaining ||
    (state.remaining === tightest.remaining && (!admitted || state.freesAtMs > tightest.freesAtMs));
  if (isTighter) context.tightest = state;
  if (admitted) return drawn;
  const { limit, windowMs } = state;
  throw new AppError(
    'RATE_LIMITED',
    `the limit of ${limit} calls a ${PERIODS.get(windowMs)} is used up; wait as long as Retry-After says`,
    { retryAfterSec: waitSec, details: { allowance, limit } },
  );
}

/** One place of the allowance; at once while places are in hand. */
function drawPlace(context: Context, allowance: Allowance): Drawn | null | Promise<Drawn | null> {
  const drawn = context.draws.draw(context, allowance);
  return drawn instanceof Promise
    ? drawn.then((known) => settle(context, allowance, known))
    : settle(context, allowance, drawn);
}

async function giveBack(context: Context, drawn: Drawn): Promise<void> {
  try {
    await drawn.giveBack();
    const { state } = drawn;
    if (context.tightest === state) context.tightest = { ...state, remaining: state.remaining + 1 };
  } catch (error) {
    context.deps.log.warn({ err: error }, 'a place was not given back');
  }
}

/**
 * Draws one place of the allowance for the caller and runs the work; `remaining` is what is left
 * after it, null without a limit. The place is given back if no engine was reached.
 */
export async function limited<T>(
  context: Context,
  allowance: Allowance,
  work: (place: { remaining: number | null }) => Promise<T>,
): Promise<T> {
  const pending = drawPlace(context, allowance);
  const drawn = pending instanceof Promise ? await pending : pending;
  try {
    return await work({ remaining: drawn?.state.remaining ?? null });
  } catch (error) {
    if (drawn !== null && UNCHARGED.has(toPublicError(error).code)) await giveBack(context, drawn);
    throw error;
  }
}

/** For fields that come many times in an operation and count as one: refused, they are refused alike. */
export function limitedOnce(context: Context, allowance: Allowance): void | Promise<void> {
  let drawn = context.drawnOnce.get(allowance);
  if (drawn === undefined) {
    drawn = drawPlace(context, allowance);
    context.drawnOnce.set(allowance, drawn);
  }
  if (drawn instanceof Promise) return drawn.then(() => {});
}

/** Fields that tell who one is and how the service does are open however often they are asked for. */
const UNLIMITED: ReadonlySet<string> = new Set(['health', 'me', 'status']);

/** The cap on what people do with a cookie: every root field draws on it, each alias for itself. */
export function capSession(context: Context, fieldName: string): unknown {
  if (context.caller?.via !== 'session' || UNLIMITED.has(fieldName)) return undefined;
  return drawPlace(context, 'session');
}
