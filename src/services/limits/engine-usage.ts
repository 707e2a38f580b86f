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
 * Reserves calls against the account's ceiling of the UTC day; refuses the whole when it does not fit, when
 * the account may not ask live engines, or when the server spends no more on them today.
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
    `this needs ${calls} engine calls, and ${Math.max(0, ceiling - total + calls)} of today's ${ceiling} are left`,
    {
      details: { ceiling, needed: calls },
      retryAfterSec: secondsLeftOfDay(now),
    },
  );
}

/** Counts calls that were given back and had reached an engine all the same. */
export const chargeCalls = (tx: Transaction, calls: number, reservedAt: Date): Promise<void> =>
  releaseCalls(tx, -calls, reservedAt);

/** Gives back what was reserved on a day and never asked: to that day, never to a later one. */
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
