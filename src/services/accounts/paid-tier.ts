import type { Deps, Statement, Tenant } from '../../deps.js';
import type { Tier } from '../../domain/accounts/tier.js';
import { AppError } from '../../errors.js';

const TIER: Statement = {
  name: 'tier-of-account',
  text: 'select tier from account_setting where account_id = :accountId',
};

/** Refuses what the free tier does not hold; `what` says it in the plural. */
export async function requirePaidTier(deps: Deps, tenant: Tenant, what: string): Promise<void> {
  const [setting] = await deps.db.query<{ tier: Tier }>(tenant, TIER);
  if (setting === undefined || setting.tier === 'free')
    throw new AppError('TIER_TOO_LOW', `${what} come with the starter tier and above`);
}
