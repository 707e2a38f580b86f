import type { Deps } from '../../deps.js';
import { secondsLeftOfDay } from '../../domain/time/utc-day.js';
import { AppError } from '../../errors.js';
import { refundDaily, takeDaily } from './daily-quota.js';
import { requireBudget } from './engine-budget.js';

/** Callers without a credential share one budget of engine calls, whoever they are. */
const SHARED = { allowance: 'anonymous-calls', holder: 'all' };

/**
 * Reserves engine calls of the operator's daily budget for strangers, all of them or none, and says
 * when: what is not spent goes back to that day.
 */
export async function reserveAnonymousCalls(deps: Deps, calls: number): Promise<Date> {
  if (!deps.engines.forEnvironment('live').sandbox) await requireBudget(deps);
  const limit = deps.config.anonymousDailyCalls;
  const { granted, takenAt } = await takeDaily(deps, { ...SHARED, limit }, calls);
  if (granted) return takenAt;
  throw new AppError(
    'RATE_LIMITED',
    'this server’s engine calls for callers without a credential are used up for today; sign in, send an API key, or come back after midnight UTC',
    { retryAfterSec: secondsLeftOfDay(takenAt) },
  );
}

/** Gives back what was reserved and never asked. */
export const releaseAnonymousCalls = (deps: Deps, calls: number, reservedAt: Date): Promise<void> =>
  refundDaily(deps, SHARED, reservedAt, calls);
