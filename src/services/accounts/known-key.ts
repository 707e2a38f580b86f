import { type Deps, type Statement, type StoreDeps, SYSTEM, type Tenant } from '../../deps.js';
import type { KeyScope } from '../../domain/accounts/key-scope.js';
import { type Role, toRole } from '../../domain/accounts/role.js';
import { ApiKey } from '../../entities/account.js';

/** Properties of a key that authentication needs. */
export interface KnownKey extends Tenant {
  keyId: string;
  userId: string;
  /** Current role of the creator in the account; null when they have left it. */
  role: Role | null;
  prefix: string;
  scopes: KeyScope[];
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const BY_HASH: Statement = {
  name: 'key-hash',
  text: `select account_id as "accountId", environment, api_key_id as "keyId" from auth.key_hash where hash = :hash`,
};
const KNOWN: Statement = {
  name: 'known-key',
  text: `select k.id as "keyId", k.user_id as "userId", m.role, k.prefix, k.scopes,
      k.expires_at as "expiresAt", k.revoked_at as "revokedAt"
    from api_key k left join auth."member" m on m."organizationId" = k.account_id and m."userId" = k.user_id
    where k.account_id = :accountId and k.environment = :environment and k.id = :keyId`,
};

/** Finds a key by its digest, in any state; null for an unknown digest. */
export async function findKeyByHash(
  deps: Pick<Deps, 'db'>,
  hash: Buffer,
): Promise<KnownKey | null> {
  const [place] = await deps.db.query<Tenant & { keyId: string }>(SYSTEM, BY_HASH, { hash });
  if (!place) return null;
  const { accountId, environment, keyId } = place;
  const tenant: Tenant = { accountId, environment };
  const [row] = await deps.db.query<
    Omit<KnownKey, keyof Tenant | 'role'> & { role: string | null }
  >(tenant, KNOWN, { keyId });
  return row ? { ...tenant, ...row, role: toRole(row.role) } : null;
}

export async function markKeyUsed(deps: StoreDeps, key: KnownKey): Promise<void> {
  await deps.db.transaction(key, (tx) =>
    tx.em.nativeUpdate(
      ApiKey,
      { accountId: key.accountId, environment: key.environment, id: key.keyId },
      { lastUsedAt: deps.now() },
    ),
  );
}
