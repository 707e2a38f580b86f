import { endOfDayMs } from '../time/utc-day.js';

/** What all processes may spend on live engines in one UTC day. */
export interface SpendLimits {
  calls: number;
  usd: number;
}

/** How the day stands, calls under way counted with the most that they may cost. */
export interface SpendState {
  calls: number;
  usd: number;
  limits: SpendLimits;
  /** Of whichever of the two limits is used more, 0 to 1. */
  share: number;
  /** When calls are accepted again; null while they are. */
  refusedUntil: Date | null;
}

/** A day as it is stored, in millionths of a US dollar. */
export interface SpentRow {
  calls: number;
  micros: number;
  /** The least that a refused call would have cost at most; null while none was refused. */
  refused: number | null;
}

export const MICRO = 1_000_000;

export const toMicros = (usd: number): number => Math.ceil(usd * MICRO);

/** `row` is undefined on a day without calls. */
export function toSpendState(
  row: SpentRow | undefined,
  limits: SpendLimits,
  now: Date,
): SpendState {
  const { calls = 0, micros = 0, refused = null } = row ?? {};
  const mostMicros = toMicros(limits.usd);
  const isSpent =
    calls >= limits.calls ||
    micros >= mostMicros ||
    // What is left is too little for any call that was asked for.
    (refused !== null && micros + refused > mostMicros);
  const used = Math.max(calls / limits.calls, micros / mostMicros);
  return {
    calls,
    usd: micros / MICRO,
    limits,
    share: isSpent ? 1 : Math.min(used, 1),
    refusedUntil: isSpent ? new Date(endOfDayMs(now)) : null,
  };
}
