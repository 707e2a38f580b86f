import type { Deps, Tenant, Transaction } from '../../deps.js';
import { dayOf, secondsLeftOfDay } from '../../domain/time/utc-day.js';
import { AppError, notFound } from '../../errors.js';
import {
  ACCESS_COLUMNS,
  type AccessRow,
  requireOpen,
  toEngineAccess,
  toLimits,
} from './engine-access.js';
import { requireBudgetIn } from './engine-budget.js';

/**
 * Reserves calls against the account's maximum of the UTC day. Rejects all of them when they exceed
 * it, when the account may not use live engines, or when the server budget of the day is used up.
 */
export async function reserveCalls(
  deps: Deps,
  tx: Transaction,
  tenant: Tenant,
  calls: number,
): Promise<void> {
  const now = deps.now();
  const [setting] = await tx.execute<AccessRow>(
    `select ${ACCESS_COLUMNS} from account_setting s where s.account_id = :accountId`,
  );
  if (!setting) throw notFound('account');
  requireOpen(toEngineAccess(deps, tenant.environment, setting));
  if (!deps.engines.forEnvironment(tenant.environment).sandbox) await requireBudgetIn(deps, tx);
  const ceiling = toLimits(deps, setting).engineCallsPerDay;
  const [usage] = await tx.execute<{ calls: number }>(
    `insert into engine_usage (account_id, environment, day, calls) values (:accountId, :environment, :day, :calls)
     on conflict (account_id, environment, day) do update set calls = engine_usage.calls + excluded.calls returning calls`,
    { day: dayOf(now), calls },
  );
  const total = usage?.calls ?? calls;
  if (total <= ceiling) return;
  throw new AppError(
    'RATE_LIMITED',
    `this request needs ${calls} engine calls, but only ${Math.max(0, ceiling - total + calls)} of today's ${ceiling} are left`,
    {
      details: { ceiling, needed: calls },
      retryAfterSec: secondsLeftOfDay(now),
    },
  );
}

/** Charges calls that were released but did reach an engine. */
export const chargeCalls = (tx: Transaction, calls: number, reservedAt: Date): Promise<void> =>
  releaseCalls(tx, -calls, reservedAt);

/** Returns reserved calls that were not made, to the day of the reservation. */
export async function releaseCalls(
  tx: Transaction,
  calls: number,
  reservedAt: Date,
): Promise<void> {
  await tx.execute(
    'update engine_usage set calls = greatest(calls - :calls, 0) where account_id = :accountId and environment = :environment and day = :day',
    { calls, day: dayOf(reservedAt) },
  );
}
