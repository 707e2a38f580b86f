import type { Deps, Tenant, Transaction } from '../../deps.js';
import { type SpendState, type SpentRow, toSpendState } from '../../domain/limits/engine-spend.js';
import { dayOf, endOfDayMs, secondsLeftOfDay } from '../../domain/time/utc-day.js';
import { AppError } from '../../errors.js';

/** The day's engine budget as customers of this server may see it: no numbers of calls or of dollars. */
export interface EngineBudgetShown {
  usedShare: number;
  refusedUntil: Date | null;
  /** The day, `YYYY-MM-DD`, of the price table that the dollars rest on. */
  pricesAsOf: string;
  /** Whether it is more than 90 days ago. */
  arePricesOld: boolean;
}

/** Null where no live engine is asked. */
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

/** What somebody is told whose engines are not asked any more today. */
export function toSpentError(now: Date): AppError {
  const acceptedFrom = new Date(endOfDayMs(now)).toISOString();
  return new AppError(
    'DEGRADED',
    `this server’s engine budget of the day is used up; live engine calls are accepted again from ${acceptedFrom}`,
    { details: { acceptedFrom }, retryAfterSec: secondsLeftOfDay(now) },
  );
}

/** Whether calls failed of nothing but the server's budget. */
export const areSpent = (codes: readonly (string | null)[]): boolean =>
  codes.length > 0 && codes.every((code) => code === 'SPENT');

function requireRoom({ refusedUntil }: SpendState, now: Date): void {
  if (refusedUntil !== null) throw toSpentError(now);
}

/** Refuses work for live engines on a day whose budget is used up, before anything is made for it. */
export async function requireBudget(deps: Deps): Promise<void> {
  requireRoom(await deps.spend.read(), deps.now());
}

/** The same in the caller's transaction. */
export async function requireBudgetIn(deps: Deps, tx: Transaction): Promise<void> {
  const now = deps.now();
  const [row] = await tx.execute<SpentRow>(
    'select calls, micros::float8 as micros, refused::float8 as refused from auth.engine_spend where day = :day',
    { day: dayOf(now) },
  );
  requireRoom(toSpendState(row, deps.config.dailyEngine, now), now);
}
