import { type Statement, type StoreDeps, SYSTEM, type Tenant } from '../../deps.js';
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
    where o.slug = :SLUG and u.email = :EMAIL`,
};
const ANYBODY: Statement = { name: 'any-user', text: 'select 1 from auth."user" limit 1' };

export const toTestTenant = ({ accountId }: DemoAccount): Tenant => ({
  accountId,
  environment: 'test',
});

export const hasUsers = async (deps: StoreDeps): Promise<boolean> =>
  (await deps.db.query(SYSTEM, ANYBODY)).length > 0;

export async function findDemoAccount(deps: StoreDeps): Promise<DemoAccount | null> {
  const [found] = await deps.db.query<DemoAccount>(SYSTEM, FIND, { SLUG, EMAIL });
  return found ?? null;
}

/**
 * Creates the demo account with a user without a password, who signs in by link only. All or nothing;
 * a repeated call finds the existing account.
 */
export async function ensureDemoAccount(deps: StoreDeps): Promise<DemoAccount> {
  const accountId = newId();
  const userId = newId();
  const now = deps.now();
  await deps.db.transaction({ accountId, environment: 'live' }, async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(hashtextextended(:email, 0))', { email: EMAIL });
    const already = await tx.execute('select 1 from auth."organization" where slug = :slug', {
      slug: SLUG,
    });
    if (already.length > 0) return;
    await tx.execute(
      'insert into auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values (:userId, :name, :email, false, :now, :now)',
      { userId, name: NAME, email: EMAIL, now },
    );
    await tx.execute(
      'insert into auth."organization" (id, name, slug, "createdAt") values (:accountId, :name, :slug, :now)',
      { name: NAME, slug: SLUG, now },
    );
    await tx.execute(
      `insert into auth."member" (id, "organizationId", "userId", role, "createdAt") values (:memberId, :accountId, :userId, 'owner', :now)`,
      { memberId: newId(), userId, now },
    );
    const setting = { tier: 'growth', limits: {}, engineGrant: 'operator' } as const;
    await tx.em.insert(AccountSetting, { accountId, ...setting, createdAt: now });
  });
  const found = await findDemoAccount(deps);
  if (found === null) throw notFound('demo account');
  return found;
}

/** Creates a sign-in URL that works once, within an hour; it invalidates the earlier one. */
export async function makeDemoLink(deps: StoreDeps, base: string): Promise<string> {
  const demo = await findDemoAccount(deps);
  if (demo === null)
    throw new AppError('NOT_FOUND', 'there is no demo account; create one with demo seed');
  const token = makeDemoToken();
  // The sign-in library reads the link by the real clock.
  const now = Date.now();
  await deps.db.transaction(SYSTEM, async (tx) => {
    await tx.execute(
      `delete from auth."verification" where value = :userId and identifier like 'demo-link:%'`,
      { userId: demo.userId },
    );
    await tx.execute(
      'insert into auth."verification" (id, identifier, value, "expiresAt") values (:id, :name, :userId, :expiresAt)',
      {
        id: newId(),
        name: demoLinkName(token),
        userId: demo.userId,
        expiresAt: new Date(now + DEMO_LINK_MS),
      },
    );
  });
  return `${base}/api/auth/demo?token=${token}`;
}

/** Creates a key of the test environment; only the caller gets its secret. */
export async function makeDemoKey(deps: StoreDeps, demo: DemoAccount): Promise<string> {
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
