import type { Scope, Statement } from '../db.js';
import type { Deps } from '../deps.js';
import { hashApiKey, type KeyFormat, makeApiKey } from '../domain/api-key.js';
import { isId, newId } from '../domain/id.js';
import { ApiKey, KeyHash } from '../entities/account.js';
import { AppError, badInput, notFound } from '../errors.js';

export const KEY_SCOPES = ['read', 'write', 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
export type Environment = Scope['environment'];

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

/** A key as the front door needs it. */
export interface KnownKey extends Scope {
  keyId: string;
  userId: string;
  prefix: string;
  scopes: KeyScope[];
  expiresAt: Date | null;
  revokedAt: Date | null;
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
  text: `select ${COLUMNS} from api_key where account_id = $1 and environment = $2 order by id desc limit 500`,
};
const ONE: Statement = {
  name: 'api-key',
  text: `select ${COLUMNS} from api_key where account_id = $1 and environment = $2 and id = $3`,
};
const BY_HASH: Statement = {
  name: 'key-hash',
  text: `select account_id as "accountId", environment, api_key_id as "keyId" from auth.key_hash where hash = $1`,
};

/** Checks what was sent; `service_` keys carry read and write by their document, whatever is asked. */
function checkNew(input: NewApiKey, now: Date): KeyScope[] {
  if (input.name.trim() === '' || input.name.length > NAME_LENGTH) throw badInput('name', `must have 1 to ${NAME_LENGTH} characters`);
  if (input.expiresAt !== null && input.expiresAt <= now) throw badInput('expiresAt', 'must be in the future');
  if (input.format === 'service') {
    if (input.scopes.includes('admin')) throw badInput('scopes', 'of a service key are read and write');
    return ['read', 'write'];
  }
  const scopes = KEY_SCOPES.filter((scope) => input.scopes.includes(scope));
  if (scopes.length === 0) throw badInput('scopes', 'must name at least one of read, write, admin');
  return scopes;
}

/** Newest first; revoked and expired ones too, so that their use can be traced. */
export async function listApiKeys(deps: Deps, accountId: string, environments: readonly Environment[]): Promise<ApiKeyRow[]> {
  const lists = await Promise.all(
    environments.map((environment) => deps.db.read<ApiKeyRow>({ accountId, environment }, LIST, [accountId, environment])),
  );
  return lists.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
}

async function findApiKey(deps: Deps, accountId: string, environments: readonly Environment[], id: string): Promise<ApiKeyRow> {
  if (!isId(id)) throw notFound('API key');
  for (const environment of environments) {
    const [row] = await deps.db.read<ApiKeyRow>({ accountId, environment }, ONE, [accountId, environment, id]);
    if (row) return row;
  }
  throw notFound('API key');
}

/** The secret is in the answer and nowhere else: only its digest is stored. */
export async function createApiKey(
  deps: Deps,
  owner: { accountId: string; userId: string },
  input: NewApiKey,
  replaces: ApiKeyRow | null = null,
): Promise<{ apiKey: ApiKeyRow; secret: string }> {
  const now = deps.now();
  const scopes = checkNew(input, now);
  const scope: Scope = { accountId: owner.accountId, environment: input.environment };
  const { key, prefix } = makeApiKey(input.format, input.environment);
  const apiKey: ApiKeyRow = {
    id: newId(),
    userId: owner.userId,
    name: input.name.trim(),
    format: input.format,
    environment: input.environment,
    prefix,
    scopes,
    createdAt: now,
    expiresAt: input.expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
  await deps.db.write(scope, async (em) => {
    await em.insert(ApiKey, { ...apiKey, accountId: scope.accountId, replacedBy: null });
    await em.insert(KeyHash, { hash: hashApiKey(key), accountId: scope.accountId, environment: scope.environment, apiKeyId: apiKey.id });
    if (replaces === null) return;
    const graceEnds = new Date(now.getTime() + GRACE_MS);
    const expiresAt = replaces.expiresAt !== null && replaces.expiresAt < graceEnds ? replaces.expiresAt : graceEnds;
    const replaced = await em.nativeUpdate(
      ApiKey,
      { ...scope, id: replaces.id, revokedAt: null, replacedBy: null },
      { expiresAt, replacedBy: apiKey.id },
    );
    if (replaced === 0) throw new AppError('CONFLICT', 'this key was revoked or rotated already');
    await deps.events.publish(em, { topic: 'key', keyId: replaces.id });
  });
  return { apiKey, secret: key };
}

/** A new key in the old one's place; the old one goes on for 24 hours. */
export async function rotateApiKey(
  deps: Deps,
  owner: { accountId: string; userId: string },
  environments: readonly Environment[],
  id: string,
): Promise<{ apiKey: ApiKeyRow; secret: string }> {
  const old = await findApiKey(deps, owner.accountId, environments, id);
  if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= deps.now())) {
    throw new AppError('CONFLICT', 'a revoked or expired key cannot be rotated');
  }
  return createApiKey(deps, owner, { ...old, expiresAt: old.expiresAt }, old);
}

/** At once: every process hears of it and forgets what it cached. Revoking twice is the same as once. */
export async function revokeApiKey(deps: Deps, accountId: string, environments: readonly Environment[], id: string): Promise<ApiKeyRow> {
  const key = await findApiKey(deps, accountId, environments, id);
  const revokedAt = key.revokedAt ?? deps.now();
  await deps.db.write({ accountId, environment: key.environment }, async (em) => {
    await em.nativeUpdate(ApiKey, { accountId, environment: key.environment, id, revokedAt: null }, { revokedAt });
    await deps.events.publish(em, { topic: 'key', keyId: id });
  });
  return { ...key, revokedAt };
}

/** The key behind a digest, whatever its state; null when none was ever issued. */
export async function findKeyByHash(deps: Pick<Deps, 'db'>, hash: Buffer): Promise<KnownKey | null> {
  const [place] = await deps.db.readShared<{ accountId: string; environment: Environment; keyId: string }>(BY_HASH, [hash]);
  if (!place) return null;
  const scope: Scope = { accountId: place.accountId, environment: place.environment };
  const [row] = await deps.db.read<ApiKeyRow>(scope, ONE, [scope.accountId, scope.environment, place.keyId]);
  return row ? { ...scope, keyId: row.id, userId: row.userId, prefix: row.prefix, scopes: row.scopes, expiresAt: row.expiresAt, revokedAt: row.revokedAt } : null;
}

export async function markKeyUsed(deps: Deps, key: KnownKey): Promise<void> {
  await deps.db.write(key, (em) =>
    em.nativeUpdate(ApiKey, { accountId: key.accountId, environment: key.environment, id: key.keyId }, { lastUsedAt: deps.now() }),
  );
}
