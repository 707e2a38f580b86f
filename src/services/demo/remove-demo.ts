import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { CheckRun } from '../../entities/check-run.js';
import { listApiKeys } from '../accounts/api-key.js';
import { removeBrand } from '../brands/remove-brand.js';
import { findDemoAccount } from './demo-account.js';

const BRANDS: Statement = {
  name: 'demo-brands',
  text: 'select id from brand where account_id = :accountId and environment = :environment',
};
const ENVIRONMENTS = ['test', 'live'] as const;

/**
 * Deletes the demo account with its user and all brands, including those created by visitors. Null
 * without a demo account. May be interrupted and restarted.
 */
export async function removeDemo(deps: StoreDeps): Promise<{ brands: number } | null> {
  const demo = await findDemoAccount(deps);
  if (demo === null) return null;
  const { accountId, userId } = demo;
  let brands = 0;
  for (const environment of ENVIRONMENTS) {
    const tenant: Tenant = { accountId, environment };
    for (const { id } of await deps.db.query<{ id: string }>(tenant, BRANDS)) {
      await removeBrand(deps, tenant, id);
      brands += 1;
    }
    await deps.db.transaction(tenant, (tx) => tx.em.nativeDelete(CheckRun, tenant));
  }
  const keys = await listApiKeys(deps, accountId, ENVIRONMENTS);
  await deps.db.transaction({ accountId, environment: 'test' }, async (tx) => {
    // Also deletes its settings, keys, prompts, usage and memberships.
    await tx.execute('delete from auth."organization" where id = :accountId');
    await tx.execute(`delete from auth."verification" where value = :userId`, { userId });
    await tx.execute(
      'delete from auth.mail where lower(recipient) in (select email from auth."user" where id = :userId)',
      { userId },
    );
    await tx.execute('delete from auth."user" where id = :userId', { userId });
    await tx.execute('delete from auth.rate_window where position(:accountId in key) > 0');
    for (const { id } of keys) await deps.events.publish(tx, { topic: 'key', keyId: id });
    await deps.events.publish(tx, { topic: 'session', userId });
  });
  return { brands };
}
