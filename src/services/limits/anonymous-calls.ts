import type { EngineDeps, StoreDeps } from '../../deps.js';
import { secondsLeftOfDay } from '../../domain/time/utc-day.js';
import { AppError } from '../../errors.js';
import { refundDaily, takeDaily } from './daily-quota.js';
import { requireBudget } from './engine-budget.js';

/** All callers without a credential share one budget of engine calls. */
const SHARED = { allowance: 'anonymous-calls', holder: 'all' };

/**
 * Reserves engine calls from the operator's daily budget for callers without a credential, all or
 * none. Returns the time of the reservation: unused calls are returned to that day.
 */
export async function reserveAnonymousCalls(
  deps: StoreDeps & EngineDeps,
  calls: number,
): Promise<Date> {
  if (!deps.engines.forEnvironment('live').sandbox) await requireBudget(deps);
  const limit = deps.config.anonymousDailyCalls;
  const { granted, takenAt } = await takeDaily(deps, { ...SHARED, limit }, calls);
  if (granted) return takenAt;
  throw new AppError(
    'RATE_LIMITED',
    'the daily engine calls for callers without a credential are used up; sign in, send an API key, or retry after midnight UTC',
    { retryAfterSec: secondsLeftOfDay(takenAt) },
  );
}

/** Returns reserved calls that were not made. */
export const releaseAnonymousCalls = (
  deps: StoreDeps,
  calls: number,
  reservedAt: Date,
): Promise<void> => refundDaily(deps, SHARED, reservedAt, calls);
