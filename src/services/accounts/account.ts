import {
  type EngineDeps,
  type Statement,
  type StoreDeps,
  SYSTEM,
  type Tenant,
  type Transaction,
} from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { IS_ROLE, type Role } from '../../domain/accounts/role.js';
import type { EngineGrant, Limits, Tier } from '../../domain/accounts/tier.js';
import { toNetwork } from '../../domain/limits/network.js';
import { AccountSetting } from '../../entities/account.js';
import { badInput, notFound } from '../../errors.js';
import { takeDailyIn } from '../limits/daily-place.js';
import {
  ACCESS_COLUMNS,
  type AccessRow,
  type EngineAccess,
  toEngineAccess,
  toLimits,
} from '../limits/engine-access.js';
import { readUser, type UserRow } from './user.js';

/**
 * New accounts per UTC day and address (/64 with IPv6) that get access to live engines without the
 * operator.
 */
const GRANTED_PER_DAY = 3;

/** Called in the transaction that creates the account. Stores only a digest of the address. */
async function grantNewcomer(
  deps: StoreDeps,
  tx: Transaction,
  address: string,
): Promise<EngineGrant> {
  const holder = deps.digest(`new account ${toNetwork(address)}`);
  const quota = { allowance: 'new-accounts', holder, limit: GRANTED_PER_DAY };
  return (await takeDailyIn(tx, quota, deps.now())) ? 'confirmed' : 'none';
}

export const readMe = async (
  deps: StoreDeps & EngineDeps,
  caller: Tenant & { userId: string },
): Promise<{ user: UserRow; account: Account }> => {
  const [user, account] = await Promise.all([
    readUser(deps, caller.userId),
    readAccount(deps, caller),
  ]);
  return { user, account };
};

export interface Membership {
  accountId: string;
  role: Role;
}

export interface Account {
  id: string;
  name: string;
  tier: Tier;
  limits: Limits;
  /** The limits that the operator set for this account. */
  ownLimits: Partial<Limits>;
  /** Whether the account may use live engines in this environment. */
  engineAccess: EngineAccess;
}

const MEMBERSHIP: Statement = {
  name: 'membership',
  text: `select "organizationId" as "accountId", role from auth."member"
    where "userId" = :userId and (:accountId::uuid is null or "organizationId" = :accountId) and ${IS_ROLE}
    order by "createdAt", id limit 1`,
};

const MEMBERSHIPS: Statement = {
  name: 'memberships',
  text: `select "organizationId" as "accountId", role from auth."member"
    where "userId" = :userId and ${IS_ROLE} order by "createdAt", id`,
};

const EXISTS: Statement = {
  name: 'account-exists',
  text: `select 1 from auth."organization" where id = :accountId`,
};

const ACCOUNT: Statement = {
  name: 'account',
  text: `select o.id, o.name, ${ACCESS_COLUMNS} from auth."organization" o
    join account_setting s on s.account_id = o.id where o.id = :accountId`,
};

/** Membership of the user in the given account, or in their first one. */
export async function findMembership(
  deps: StoreDeps,
  userId: string,
  accountId: string | null,
): Promise<Membership | null> {
  const [found] = await deps.db.query<Membership>(SYSTEM, MEMBERSHIP, { accountId, userId });
  return found ?? null;
}

/** All memberships of the user, oldest first. */
export const listMemberships = (deps: StoreDeps, userId: string): Promise<Membership[]> =>
  deps.db.query(SYSTEM, MEMBERSHIPS, { userId });

/** `accountId` must be a valid id. */
export const hasAccount = async (deps: StoreDeps, accountId: string): Promise<boolean> =>
  (await deps.db.query(SYSTEM, EXISTS, { accountId })).length > 0;

/** Who requested the account: the operator, a caller from an address, or an unknown caller. */
export type AskedBy = 'operator' | { address: string } | 'unknown';

async function grantTo(deps: StoreDeps, tx: Transaction, askedBy: AskedBy): Promise<EngineGrant> {
  if (askedBy === 'operator') return 'operator';
  return askedBy === 'unknown' ? 'confirmed' : grantNewcomer(deps, tx, askedBy.address);
}

/**
 * Creates the account of a user without one. Sign-up is a transaction of the library, so this happens
 * on first use. A repeated call finds the existing account.
 */
export async function ensureAccount(
  deps: StoreDeps,
  user: { id: string; name: string },
  askedBy: AskedBy,
): Promise<Membership> {
  const found = await findMembership(deps, user.id, null);
  if (found) return found;
  const accountId = newId();
  return deps.db.transaction({ accountId, environment: 'live' }, async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(hashtextextended(:id, 0))', { id: user.id });
    const [already] = await tx.execute<Membership>(
      `select "organizationId" as "accountId", role from auth."member" where "userId" = :id and ${IS_ROLE}`,
      { id: user.id },
    );
    if (already) return already;
    const now = deps.now();
    await tx.execute(
      'insert into auth."organization" (id, name, slug, "createdAt") values (:accountId::uuid, :name, :accountId::text, :now)',
      { name: user.name, now },
    );
    await tx.execute(
      `insert into auth."member" (id, "organizationId", "userId", role, "createdAt") values (:memberId, :accountId, :userId, 'owner', :now)`,
      { memberId: newId(), userId: user.id, now },
    );
    const engineGrant = await grantTo(deps, tx, askedBy);
    const setting = { tier: 'free', limits: {}, engineGrant } as const;
    await tx.em.insert(AccountSetting, { accountId, ...setting, createdAt: now });
    return { accountId, role: 'owner' };
  });
}

export async function readAccount(deps: StoreDeps & EngineDeps, tenant: Tenant): Promise<Account> {
  type Row = AccessRow & { id: string; name: string };
  const [row] = await deps.db.query<Row>(tenant, ACCOUNT);
  if (!row) throw notFound('account');
  return {
    id: row.id,
    name: row.name,
    tier: row.tier,
    limits: toLimits(deps, row),
    ownLimits: row.limits,
    engineAccess: toEngineAccess(deps, tenant.environment, row),
  };
}

/** Sets the tier of an account and grants it live engines. */
export async function setTier(deps: StoreDeps, accountId: string, tier: Tier): Promise<void> {
  const changed = await deps.db.transaction({ accountId, environment: 'live' }, (tx) =>
    tx.em.nativeUpdate(AccountSetting, { accountId }, { tier, engineGrant: 'operator' }),
  );
  if (changed === 0) throw notFound('account');
}

/** Sets limits for one account; null restores the limit of the tier. */
export async function setAccountLimits(
  deps: StoreDeps,
  accountId: string,
  own: Partial<Record<keyof Limits, number | null>>,
): Promise<void> {
  for (const [name, value] of Object.entries(own)) {
    if (value !== null && (!Number.isInteger(value) || value < 0))
      throw badInput(name, 'must be a whole number from 0');
  }
  await deps.db.transaction({ accountId, environment: 'live' }, async (tx) => {
    const setting = await tx.em.findOne(AccountSetting, { accountId });
    if (!setting) throw notFound('account');
    const limits: Record<string, number | null> = { ...setting.limits, ...own };
    for (const [name, value] of Object.entries(limits)) if (value === null) delete limits[name];
    setting.limits = limits as Partial<Limits>;
    setting.engineGrant = 'operator';
  });
}
