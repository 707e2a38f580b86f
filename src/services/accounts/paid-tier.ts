import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import type { Tier } from '../../domain/accounts/tier.js';
import { AppError } from '../../errors.js';

const TIER: Statement = {
  name: 'tier-of-account',
  text: 'select tier from account_setting where account_id = :accountId',
};

/** Rejects the free tier; `what` is the feature in the plural. */
export async function requirePaidTier(
  deps: StoreDeps,
  tenant: Tenant,
  what: string,
): Promise<void> {
  const [setting] = await deps.db.query<{ tier: Tier }>(tenant, TIER);
  if (setting === undefined || setting.tier === 'free')
    throw new AppError('TIER_TOO_LOW', `${what} require the starter tier or above`);
}
