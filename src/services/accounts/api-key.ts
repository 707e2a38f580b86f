import type { Deps, Statement, Tenant, Transaction } from '../../deps.js';
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
/** Held until the key is there: whoever is removed meanwhile leaves no key behind. */
const MAKER = `select role from auth."member" where "organizationId" = :accountId and "userId" = :userId for share`;

/** Checks what was sent; `service_` keys carry read and write by their document, whatever is asked. */
function checkNew(input: NewApiKey, now: Date): KeyScope[] {
  checkText('name', input.name, NAME_LENGTH);
  if (input.expiresAt !== null && input.expiresAt <= now)
    throw badInput('expiresAt', 'must be in the future');
  if (input.format === 'service') {
    if (input.scopes.includes('admin'))
      throw badInput('scopes', 'of a service key are read and write');
    return ['read', 'write'];
  }
  const scopes = KEY_SCOPES.filter((scope) => input.scopes.includes(scope));
  if (scopes.length === 0) throw badInput('scopes', 'must name at least one of read, write, admin');
  return scopes;
}

/** Newest first; revoked and expired ones too, so that their use can be traced. */
export async function listApiKeys(
  deps: Deps,
  accountId: string,
  environments: readonly Environment[],
): Promise<ApiKeyRow[]> {
  const lists = await Promise.all(
    environments.map((environment) => deps.db.query<ApiKeyRow>({ accountId, environment }, LIST)),
  );
  return lists.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
}

async function findApiKey(
  deps: Deps,
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
  /** Null when an earlier answer is repeated: a secret is shown once. */
  secret: string | null;
}

interface Owner {
  accountId: string;
  userId: string;
}

/** A key holds nothing that its maker does not hold. */
async function checkHeld(tx: Transaction, owner: Owner, scopes: KeyScope[]): Promise<void> {
  const [maker] = await tx.execute<{ role: string }>(MAKER, {
    accountId: owner.accountId,
    userId: owner.userId,
  });
  const held = scopesOfRole(toRole(maker?.role));
  const beyond = scopes.filter((scope) => !held.includes(scope));
  if (beyond.length > 0)
    throw badInput('scopes', `must not go beyond its maker's role: ${beyond.join(', ')}`);
}

/** Stores the key's record and its digest; the secret itself is kept nowhere. */
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
  { log }: Deps,
  { accountId, userId }: Owner,
  { id: keyId, prefix }: ApiKeyRow,
  more: { replaces?: string } = {},
): void =>
  log.info(
    { security: 'key_made', accountId, userId, keyId, prefix, ...more },
    'an API key was made',
  );

/** A repeated request finds the key that the first one made, and no secret. */
async function issueKey(
  deps: Deps,
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
  deps: Deps,
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

/** A new key in the old one's place; the old one goes on for 24 hours, or to its own earlier end. */
export async function rotateApiKey(
  deps: Deps,
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
    if (replaced === 0) throw new AppError('CONFLICT', 'this key was revoked or rotated already');
    await deps.events.publish(tx, { topic: 'key', keyId: id });
    return made;
  });
  if (issued.secret !== null) tellMade(deps, owner, issued.apiKey, { replaces: id });
  return issued;
}

/** At once: every process hears of it and forgets what it cached. Revoking twice is the same as once. */
export async function revokeApiKey(
  deps: Deps,
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
