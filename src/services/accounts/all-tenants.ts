import { type Statement, type StoreDeps, SYSTEM, type Tenant } from '../../deps.js';

const ACCOUNTS: Statement = {
  name: 'all-accounts',
  text: `select id from auth."organization" where :last::uuid is null or id > :last order by id limit 500`,
};

/** All accounts, in both environments. */
export async function* allTenants(deps: StoreDeps): AsyncGenerator<Tenant> {
  let last: string | null = null;
  for (;;) {
    const accounts: { id: string }[] = await deps.db.query(SYSTEM, ACCOUNTS, { last });
    for (const { id } of accounts) {
      yield { accountId: id, environment: 'live' };
      yield { accountId: id, environment: 'test' };
    }
    last = accounts.at(-1)?.id ?? null;
    if (last === null) return;
  }
}
