import type { Deps, EngineDeps, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { type SpendState, type SpentRow, toSpendState } from '../../domain/limits/engine-spend.js';
import { dayOf, endOfDayMs, secondsLeftOfDay } from '../../domain/time/utc-day.js';
import { AppError } from '../../errors.js';

/** Engine budget of the day as shown to customers, without numbers of calls or dollars. */
export interface EngineBudgetShown {
  usedShare: number;
  refusedUntil: Date | null;
  /** Date of the price table behind the dollar amounts, `YYYY-MM-DD`. */
  pricesAsOf: string;
  /** Whether the price table is more than 90 days old. */
  arePricesOld: boolean;
}

/** Null when the sandbox answers. */
export async function readEngineBudget(
  deps: Deps,
  { environment }: Pick<Tenant, 'environment'>,
): Promise<EngineBudgetShown | null> {
  if (deps.engines.forEnvironment(environment).sandbox) return null;
  const { share, refusedUntil } = await deps.spend.read();
  const prices = deps.engines.prices(deps.now());
  return {
    usedShare: Math.floor(share * 100) / 100,
    refusedUntil,
    pricesAsOf: prices.asOf,
    arePricesOld: prices.areOld,
  };
}

/** Error for requests after the engine budget of the day is used up. */
export function toSpentError(now: Date): AppError {
  const acceptedFrom = new Date(endOfDayMs(now)).toISOString();
  return new AppError(
    'DEGRADED',
    `the engine budget of this server is used up for today; live engine calls are accepted again from ${acceptedFrom}`,
    { details: { acceptedFrom }, retryAfterSec: secondsLeftOfDay(now) },
  );
}

/** Whether all calls failed because of the server budget. */
export const areSpent = (codes: readonly (string | null)[]): boolean =>
  codes.length > 0 && codes.every((code) => code === 'SPENT');

function requireRoom({ refusedUntil }: SpendState, now: Date): void {
  if (refusedUntil !== null) throw toSpentError(now);
}

/** Rejects work for live engines when the budget of the day is used up, before anything is stored. */
export async function requireBudget(deps: StoreDeps & EngineDeps): Promise<void> {
  requireRoom(await deps.spend.read(), deps.now());
}

/** The same, but in the caller's transaction. */
export async function requireBudgetIn(deps: StoreDeps, tx: Transaction): Promise<void> {
  const now = deps.now();
  const [row] = await tx.execute<SpentRow>(
    'select calls, micros::float8 as micros, refused::float8 as refused from auth.engine_spend where day = :day',
    { day: dayOf(now) },
  );
  requireRoom(toSpendState(row, deps.config.dailyEngine, now), now);
}
