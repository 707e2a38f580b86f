import { endOfDayMs } from '../time/utc-day.js';

/** Daily limits on live engine calls, for all processes together, per UTC day. */
export interface SpendLimits {
  calls: number;
  usd: number;
}

/** Spending of one UTC day. Calls in progress count with their maximum cost. */
export interface SpendState {
  calls: number;
  usd: number;
  limits: SpendLimits;
  /** Share of the limit that is used most, from 0 to 1. */
  share: number;
  /** Time when calls are accepted again; null while calls are accepted. */
  refusedUntil: Date | null;
}

/** Stored spending of one day, in millionths of a US dollar. */
export interface SpentRow {
  calls: number;
  micros: number;
  /** Smallest maximum cost among the refused calls; null when no call was refused. */
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
    // The remaining amount does not cover the cheapest refused call.
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
