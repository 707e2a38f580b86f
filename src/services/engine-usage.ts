import type { EntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '../deps.js';
import { type Limits, limitsOf, type Tier } from '../domain/tier.js';
import { dayOf, secondsLeftOfDay } from '../domain/utc-day.js';
import { AppError, notFound } from '../errors.js';

/** Reserves calls against the account's ceiling of the UTC day; refuses the whole when it does not fit. */
export async function reserveCalls(
  em: EntityManager,
  scope: Scope,
  calls: number,
  now: Date,
): Promise<void> {
  const [setting] = await em.execute<{ tier: Tier; limits: Partial<Limits> }[]>(
    'select tier, limits from account_setting where account_id = ?',
    [scope.accountId],
  );
  if (!setting) throw notFound('account');
  const ceiling = limitsOf(setting.tier, setting.limits).engineCallsPerDay;
  const [usage] = await em.execute<{ calls: number }[]>(
    `insert into engine_usage (account_id, environment, day, calls) values (?, ?, ?, ?)
     on conflict (account_id, environment, day) do update set calls = engine_usage.calls + excluded.calls returning calls`,
    [scope.accountId, scope.environment, dayOf(now), calls],
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

/** Gives back what was reserved on a day and never asked: to that day, never to a later one. */
export async function releaseCalls(
  em: EntityManager,
  scope: Scope,
  calls: number,
  reservedAt: Date,
): Promise<void> {
  await em.execute(
    'update engine_usage set calls = greatest(calls - ?, 0) where account_id = ? and environment = ? and day = ?',
    [calls, scope.accountId, scope.environment, dayOf(reservedAt)],
  );
}
