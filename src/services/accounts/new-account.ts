import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps } from '../../deps.js';
import type { EngineGrant } from '../../domain/accounts/tier.js';
import { toNetwork } from '../../domain/limits/network.js';
import { takeDailyIn } from '../limits/daily-place.js';

/** New accounts a UTC day from one address (with IPv6 its /64) that may come to live engines by themselves. */
const GRANTED_PER_DAY = 3;

/** In the transaction that makes the account. Only a digest of the address is stored. */
export async function grantNewcomer(
  deps: Deps,
  em: EntityManager,
  address: string,
): Promise<EngineGrant> {
  const holder = deps.digest(`new account ${toNetwork(address)}`);
  const quota = { allowance: 'new-accounts', holder, limit: GRANTED_PER_DAY };
  return (await takeDailyIn(em, quota, deps.now())) ? 'confirmed' : 'none';
}
