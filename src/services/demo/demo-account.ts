import type { Deps, Statement, Tenant } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { DEMO_LINK_MS, demoLinkName, makeDemoToken } from '../../domain/accounts/links.js';
import { AccountSetting } from '../../entities/account.js';
import { AppError, notFound } from '../../errors.js';
import { createApiKey } from '../accounts/api-key.js';

export interface DemoAccount {
  accountId: string;
  userId: string;
}

/** Reserved for examples: mail cannot reach it, and nobody can confirm it. */
const EMAIL = 'demo@answerscope.example';
const NAME = 'Demo (sandbox data)';
/** Unique, because every other slug is an id. */
const SLUG = 'demo';

const FIND: Statement = {
  name: 'demo-account',
  text: `select o.id as "accountId", u.id as "userId" from auth."organization" o
    join auth."member" m on m."organizationId" = o.id join auth."user" u on u.id = m."userId"
    where o.slug = $1 and u.email = $2`,
};
const ANYBODY: Statement = { name: 'any-user', text: 'select 1 from auth."user" limit 1' };

export const toTestTenant = ({ accountId }: DemoAccount): Tenant => ({
  accountId,
  environment: 'test',
});

export const hasUsers = async (deps: Deps): Promise<boolean> =>
  (await deps.db.querySystem(ANYBODY, [])).length > 0;

export async function findDemoAccount(deps: Deps): Promise<DemoAccount | null> {
  const [found] = await deps.db.querySystem<DemoAccount>(FIND, [SLUG, EMAIL]);
  return found ?? null;
}

/**
 * Creates the demo account with a user without a password, who signs in by link only. All or nothing;
 * a repeated call finds the existing account.
 */
export async function ensureDemoAccount(deps: Deps): Promise<DemoAccount> {
  const accountId = newId();
  const userId = newId();
  const now = deps.now();
  await deps.db.transact({ accountId, environment: 'live' }, async (em) => {
    await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [EMAIL]);
    const already = await em.execute('select 1 from auth."organization" where slug = ?', [SLUG]);
    if (already.length > 0) return;
    await em.execute(
      'insert into auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values (?, ?, ?, false, ?, ?)',
      [userId, NAME, EMAIL, now, now],
    );
    await em.execute(
      'insert into auth."organization" (id, name, slug, "createdAt") values (?, ?, ?, ?)',
      [accountId, NAME, SLUG, now],
    );
    await em.execute(
      `insert into auth."member" (id, "organizationId", "userId", role, "createdAt") values (?, ?, ?, 'owner', ?)`,
      [newId(), accountId, userId, now],
    );
    const setting = { tier: 'growth', limits: {}, engineGrant: 'operator' } as const;
    await em.insert(AccountSetting, { accountId, ...setting, createdAt: now });
  });
  const found = await findDemoAccount(deps);
  if (found === null) throw notFound('demo account');
  return found;
}

/** Creates a sign-in URL that works once, within an hour; it invalidates the earlier one. */
export async function makeDemoLink(deps: Deps, base: string): Promise<string> {
  const demo = await findDemoAccount(deps);
  if (demo === null)
    throw new AppError('NOT_FOUND', 'there is no demo account; create one with demo seed');
  const token = makeDemoToken();
  // The sign-in library reads the link by the real clock.
  const now = Date.now();
  await deps.db.transactSystem(async (em) => {
    await em.execute(
      `delete from auth."verification" where value = ? and identifier like 'demo-link:%'`,
      [demo.userId],
    );
    await em.execute(
      'insert into auth."verification" (id, identifier, value, "expiresAt") values (?, ?, ?, ?)',
      [newId(), demoLinkName(token), demo.userId, new Date(now + DEMO_LINK_MS)],
    );
  });
  return `${base}/api/auth/demo?token=${token}`;
}

/** Creates a key of the test environment; only the caller gets its secret. */
export async function makeDemoKey(deps: Deps, demo: DemoAccount): Promise<string> {
  const input = {
    name: 'demo',
    scopes: ['read' as const, 'write' as const],
    environment: 'test' as const,
    format: 'sk' as const,
    expiresAt: null,
  };
  const { secret } = await createApiKey(deps, demo, input, null);
  return secret ?? '';
}
