import type { IncomingHttpHeaders } from 'node:http';
import { createBadKeys } from './bad-keys.js';
import type { Scope } from './db.js';
import type { Deps } from './deps.js';
import { hashApiKey, isApiKey } from './domain/api-key.js';
import { AppError, badInput } from './errors.js';
import { ensureAccount, findMembership, type Role } from './services/account.js';
import { findKeyByHash, type KeyScope, type KnownKey, markKeyUsed } from './services/api-key.js';
import { readSession } from './session.js';

/** Who asks: an account and environment with what they may do there. */
export interface Caller extends Scope {
  userId: string;
  via: 'key' | 'session';
  role: Role | null;
  scopes: readonly KeyScope[];
  keyId: string | null;
  prefix: string | null;
  /** Set-Cookie lines for the answer, when the session was renewed. */
  setCookies: readonly string[];
}

export interface Callers {
  /**
   * Null without a credential; rejects when there is one and it does not hold. `address` is where a new request
   * comes from: keys that do not hold are counted by it.
   */
  identify(headers: IncomingHttpHeaders, address?: string): Promise<Caller | null>;
  dispose(): void;
}

const LONGEST_SESSION_MS = 14 * 86_400_000;
const USE_NOTED_EVERY_MS = 60_000;
const CACHED_KEYS = 10_000;
const CACHED_MS = 30_000;

const SCOPES_BY_ROLE: Record<Role, readonly KeyScope[]> = {
  owner: ['read', 'write', 'admin'],
  admin: ['read', 'write', 'admin'],
  member: ['read', 'write'],
  viewer: ['read'],
};
/** `write` includes `read`, `admin` includes both. */
const IMPLIED: Record<KeyScope, readonly KeyScope[]> = {
  read: ['read'],
  write: ['read', 'write'],
  admin: ['read', 'write', 'admin'],
};

const unauthenticated = (message: string): AppError => new AppError('UNAUTHENTICATED', message);

function toEnvironment(headers: IncomingHttpHeaders): Scope['environment'] | null {
  const asked = headers['x-environment'];
  if (asked === undefined) return null;
  if (asked === 'live' || asked === 'test') return asked;
  throw badInput('X-Environment', 'must be live or test');
}

export function createCallers(deps: Deps): Callers {
  /** Keys that were lately shown; a revocation on any process empties the place at once. */
  const cache = new Map<string, { key: KnownKey; untilMs: number; notedMs: number }>();
  /** Grows with the news: what was read before it may be what the news has ended. */
  let newsHeard = 0;
  const forget = (isStale: (key: KnownKey) => boolean) => {
    newsHeard += 1;
    for (const [hash, entry] of cache) if (isStale(entry.key)) cache.delete(hash);
  };
  const endings = [
    deps.events.on('key', ({ keyId }) => forget((key) => key.keyId === keyId)),
    deps.events.onGap(() => forget(() => true)),
  ];

  async function findKey(text: string): Promise<KnownKey | null> {
    const hash = hashApiKey(text);
    const id = hash.toString('base64');
    const nowMs = deps.now().getTime();
    let entry = cache.get(id);
    // With the news cut off, a revocation might go unheard: then the database is asked each time.
    if (entry === undefined || entry.untilMs < nowMs || !deps.events.isLive()) {
      const heard = newsHeard;
      const key = await findKeyByHash(deps, hash);
      if (key === null) return null;
      if (cache.size >= CACHED_KEYS) cache.clear();
      entry = { key, untilMs: nowMs + CACHED_MS, notedMs: entry?.notedMs ?? 0 };
      if (heard === newsHeard) cache.set(id, entry);
    }
    if (nowMs - entry.notedMs > USE_NOTED_EVERY_MS) {
      entry.notedMs = nowMs;
      markKeyUsed(deps, entry.key).catch((error) =>
        deps.log.warn({ err: error }, 'the use of a key was not noted'),
      );
    }
    return entry.key;
  }

  const badKeys = createBadKeys(deps.now);

  async function readKey(authorization: string): Promise<KnownKey> {
    const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const key = text !== undefined && isApiKey(text) ? await findKey(text) : null;
    if (key === null) throw unauthenticated('this API key is not valid');
    if (key.revokedAt !== null) throw unauthenticated('this API key was revoked');
    if (key.expiresAt !== null && key.expiresAt <= deps.now())
      throw unauthenticated('this API key has expired');
    return key;
  }

  async function fromKey(
    authorization: string,
    headers: IncomingHttpHeaders,
    address: string | undefined,
  ): Promise<Caller> {
    const key = await readKey(authorization).catch((error) => {
      const isBad = error instanceof AppError && error.code === 'UNAUTHENTICATED';
      throw (isBad && address !== undefined && badKeys.count(address)) || error;
    });
    const asked = toEnvironment(headers);
    if (asked !== null && asked !== key.environment)
      throw badInput('X-Environment', `is ${asked}, but this key belongs to ${key.environment}`);
    return {
      accountId: key.accountId,
      environment: key.environment,
      userId: key.userId,
      via: 'key',
      role: null,
      scopes: [...new Set(key.scopes.flatMap((scope) => IMPLIED[scope]))],
      keyId: key.keyId,
      prefix: key.prefix,
      setCookies: [],
    };
  }

  async function fromCookie(cookie: string, headers: IncomingHttpHeaders): Promise<Caller | null> {
    const session = await readSession(deps.auth, cookie);
    if (session === null) return null;
    const { user } = session;
    if (deps.now().getTime() - session.createdAt.getTime() > LONGEST_SESSION_MS) return null;
    const membership =
      (await findMembership(deps, user.id, session.activeAccountId)) ??
      (await ensureAccount(deps, user));
    return {
      accountId: membership.accountId,
      environment: toEnvironment(headers) ?? 'live',
      userId: user.id,
      via: 'session',
      role: membership.role,
      scopes: SCOPES_BY_ROLE[membership.role],
      keyId: null,
      prefix: null,
      setCookies: session.setCookies,
    };
  }

  return {
    async identify(headers, address) {
      const { authorization, cookie } = headers;
      if (authorization !== undefined) return fromKey(authorization, headers, address);
      return cookie === undefined ? null : fromCookie(cookie, headers);
    },
    dispose() {
      for (const end of endings) end();
    },
  };
}
