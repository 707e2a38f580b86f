import type { Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { hashApiKey, type KeyFormat, makeApiKey } from '../../domain/accounts/api-key.js';
import { isId, newId } from '../../domain/accounts/id.js';
import { KEY_SCOPES, type KeyScope, scopesOfRole } from '../../domain/accounts/key-scope.js';
import { toRole } from '../../domain/accounts/role.js';
import { ApiKey, KeyHash } from '../../entities/account.js';
import { AppError, badInput, notFound } from '../../errors.js';
import { type IdempotentRequest, once } from '../input/idempotency.js';
import { checkText } from '../input/validate.js';

export type Environment = Tenant['environment'];

export interface ApiKeyRow {
  id: string;
  userId: string;
  name: string;
  format: KeyFormat;
  environment: Environment;
  prefix: string;
  scopes: KeyScope[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

export interface NewApiKey {
  name: string;
  scopes: KeyScope[];
  environment: Environment;
  format: KeyFormat;
  expiresAt: Date | null;
}

const GRACE_MS = 24 * 3_600_000;
const NAME_LENGTH = 200;

const COLUMNS = `id, user_id as "userId", name, format, environment, prefix, scopes, created_at as "createdAt",
  expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`;
const LIST: Statement = {
  name: 'api-keys',
  text: `select ${COLUMNS} from api_key where account_id = :accountId and environment = :environment order by id desc limit 500`,
};
const ONE: Statement = {
  name: 'api-key',
  text: `select ${COLUMNS} from api_key where account_id = :accountId and environment = :environment and id = :id`,
};
/** Locks the membership until the key is stored, so that a removed member leaves no key behind. */
const MAKER = `select role from auth."member" where "organizationId" = :accountId and "userId" = :userId for share`;

/** Validates the input. `service_` keys always have read and write, as their document requires. */
function checkNew(input: NewApiKey, now: Date): KeyScope[] {
  checkText('name', input.name, NAME_LENGTH);
  if (input.expiresAt !== null && input.expiresAt <= now)
    throw badInput('expiresAt', 'must be in the future');
  if (input.format === 'service') {
    if (input.scopes.includes('admin'))
      throw badInput('scopes', 'must be read and write for a service key');
    return ['read', 'write'];
  }
  const scopes = KEY_SCOPES.filter((scope) => input.scopes.includes(scope));
  if (scopes.length === 0)
    throw badInput('scopes', 'must contain at least one of read, write, admin');
  return scopes;
}

/** Newest first; includes revoked and expired keys, so that their use can be traced. */
export async function listApiKeys(
  deps: StoreDeps,
  accountId: string,
  environments: readonly Environment[],
): Promise<ApiKeyRow[]> {
  const lists = await Promise.all(
    environments.map((environment) => deps.db.query<ApiKeyRow>({ accountId, environment }, LIST)),
  );
  return lists.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
}

async function findApiKey(
  deps: StoreDeps,
  accountId: string,
  environments: readonly Environment[],
  id: string,
): Promise<ApiKeyRow> {
  if (!isId(id)) throw notFound('API key');
  for (const environment of environments) {
    const [row] = await deps.db.query<ApiKeyRow>({ accountId, environment }, ONE, { id });
    if (row) return row;
  }
  throw notFound('API key');
}

export interface IssuedKey {
  apiKey: ApiKeyRow;
  /** Null for a repeated request, because a secret is shown once. */
  secret: string | null;
}

interface Owner {
  accountId: string;
  userId: string;
}

/** A key cannot have scopes that its creator lacks. */
async function checkHeld(tx: Transaction, owner: Owner, scopes: KeyScope[]): Promise<void> {
  const [maker] = await tx.execute<{ role: string }>(MAKER, {
    accountId: owner.accountId,
    userId: owner.userId,
  });
  const held = scopesOfRole(toRole(maker?.role));
  const beyond = scopes.filter((scope) => !held.includes(scope));
  if (beyond.length > 0)
    throw badInput('scopes', `must not exceed the role of the creator: ${beyond.join(', ')}`);
}

/** Stores the record and the digest of the key; the secret is not stored. */
async function insertKey(
  tx: Transaction,
  owner: Owner,
  input: NewApiKey,
  scopes: KeyScope[],
  now: Date,
): Promise<{ id: string; secret: string }> {
  const { accountId } = owner;
  const { environment, format, expiresAt } = input;
  await checkHeld(tx, owner, scopes);
  const { key, prefix } = makeApiKey(format, environment);
  const id = newId();
  await tx.em.insert(ApiKey, {
    accountId,
    environment,
    id,
    userId: owner.userId,
    name: input.name.trim(),
    format,
    prefix,
    scopes,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null,
  });
  await tx.em.insert(KeyHash, { hash: hashApiKey(key), accountId, environment, apiKeyId: id });
  return { id, secret: key };
}

const tellMade = (
  { log }: StoreDeps,
  { accountId, userId }: Owner,
  { id: keyId, prefix }: ApiKeyRow,
  more: { replaces?: string } = {},
): void =>
  log.info(
    { security: 'key_made', accountId, userId, keyId, prefix, ...more },
    'an API key was created',
  );

/** A repeated request returns the existing key without its secret. */
async function issueKey(
  deps: StoreDeps,
  owner: Owner,
  environment: Environment,
  request: IdempotentRequest<{ id: string }>,
  make: (tx: Transaction) => Promise<{ id: string; secret: string }>,
): Promise<IssuedKey> {
  const tenant: Tenant = { accountId: owner.accountId, environment };
  let secret: string | null = null;
  const { answer } = await once(deps, tenant, request, async (tx) => {
    const made = await make(tx);
    secret = made.secret;
    return { id: made.id };
  });
  return { apiKey: await findApiKey(deps, owner.accountId, [environment], answer.id), secret };
}

export async function createApiKey(
  deps: StoreDeps,
  owner: Owner,
  input: NewApiKey,
  idempotencyKey: string | null,
): Promise<IssuedKey> {
  const now = deps.now();
  const scopes = checkNew(input, now);
  const request = { operation: 'createApiKey', key: idempotencyKey, input };
  const issued = await issueKey(deps, owner, input.environment, request, (tx) =>
    insertKey(tx, owner, input, scopes, now),
  );
  if (issued.secret !== null) tellMade(deps, owner, issued.apiKey);
  return issued;
}

/** Replaces a key by a new one; the old key stays valid for 24 hours, or until its earlier expiry. */
export async function rotateApiKey(
  deps: StoreDeps,
  owner: Owner,
  environments: readonly Environment[],
  id: string,
  idempotencyKey: string | null,
): Promise<IssuedKey> {
  const { accountId } = owner;
  const old = await findApiKey(deps, accountId, environments, id);
  const { environment } = old;
  const request = { operation: 'rotateApiKey', key: idempotencyKey, input: { id } };
  const issued = await issueKey(deps, owner, environment, request, async (tx) => {
    const now = deps.now();
    if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now))
      throw new AppError('CONFLICT', 'a revoked or expired key cannot be rotated');
    const made = await insertKey(tx, owner, old, old.scopes, now);
    const graceEnds = new Date(now.getTime() + GRACE_MS);
    const expiresAt =
      old.expiresAt !== null && old.expiresAt < graceEnds ? old.expiresAt : graceEnds;
    const replaced = await tx.em.nativeUpdate(
      ApiKey,
      { accountId, environment, id, revokedAt: null, replacedBy: null },
      { expiresAt, replacedBy: made.id },
    );
    if (replaced === 0) throw new AppError('CONFLICT', 'this key was already revoked or rotated');
    await deps.events.publish(tx, { topic: 'key', keyId: id });
    return made;
  });
  if (issued.secret !== null) tellMade(deps, owner, issued.apiKey, { replaces: id });
  return issued;
}

/**
 * Revokes a key immediately in all processes, which drop it from their caches. Repeating it has no
 * effect.
 */
export async function revokeApiKey(
  deps: StoreDeps,
  accountId: string,
  environments: readonly Environment[],
  id: string,
): Promise<ApiKeyRow> {
  const key = await findApiKey(deps, accountId, environments, id);
  const revokedAt = key.revokedAt ?? deps.now();
  await deps.db.transaction({ accountId, environment: key.environment }, async (tx) => {
    await tx.em.nativeUpdate(
      ApiKey,
      { accountId, environment: key.environment, id, revokedAt: null },
      { revokedAt },
    );
    await deps.events.publish(tx, { topic: 'key', keyId: id });
  });
  if (key.revokedAt === null)
    deps.log.info(
      { security: 'key_revoked', accountId, keyId: id, prefix: key.prefix },
      'an API key was revoked',
    );
  return { ...key, revokedAt };
}
