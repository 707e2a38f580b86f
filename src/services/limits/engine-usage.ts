import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Tenant } from '../../deps.js';
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
  em: EntityManager,
  tenant: Tenant,
  calls: number,
): Promise<void> {
  const now = deps.now();
  const [setting] = await em.execute<AccessRow[]>(
    `select ${ACCESS_COLUMNS} from account_setting s where s.account_id = ?`,
    [tenant.accountId],
  );
  if (!setting) throw notFound('account');
  requireOpen(toEngineAccess(deps, tenant.environment, setting));
  if (!deps.engines.forEnvironment(tenant.environment).sandbox) await requireBudgetIn(deps, em);
  const ceiling = toLimits(deps, setting).engineCallsPerDay;
  const [usage] = await em.execute<{ calls: number }[]>(
    `insert into engine_usage (account_id, environment, day, calls) values (?, ?, ?, ?)
     on conflict (account_id, environment, day) do update set calls = engine_usage.calls + excluded.calls returning calls`,
    [tenant.accountId, tenant.environment, dayOf(now), calls],
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
export const chargeCalls = (
  em: EntityManager,
  tenant: Tenant,
  calls: number,
  reservedAt: Date,
): Promise<void> => releaseCalls(em, tenant, -calls, reservedAt);

/** Returns reserved calls that were not made, to the day of the reservation. */
export async function releaseCalls(
  em: EntityManager,
  tenant: Tenant,
  calls: number,
  reservedAt: Date,
): Promise<void> {
  await em.execute(
    'update engine_usage set calls = greatest(calls - ?, 0) where account_id = ? and environment = ? and day = ?',
    [calls, tenant.accountId, tenant.environment, dayOf(reservedAt)],
  );
}
