import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { readSession, type Session } from '../auth/session.js';
import type { Tenant } from '../database/db.js';
import type { Deps } from '../deps.js';
import { hashApiKey, isApiKey } from '../domain/accounts/api-key.js';
import { type KeyScope, scopesOfKey, scopesOfRole } from '../domain/accounts/key-scope.js';
import type { Role } from '../domain/accounts/role.js';
import { toNetwork } from '../domain/limits/network.js';
import { AppError, badInput } from '../errors.js';
import { ensureAccount, findMembership, type Membership } from '../services/accounts/account.js';
import { findKeyByHash, type KnownKey, markKeyUsed } from '../services/accounts/known-key.js';

/** Keys that do not hold, which one place may show in a minute; then it is told to wait. */
const MOST = 30;
const WINDOW_MS = 60_000;
const MOST_KNOWN = 10_000;

interface BadKeys {
  /** Counts one more from there; what it is answered once it has shown too many. */
  count(address: string): AppError | null;
}

/** Good keys are looked up all the same, so whoever guesses beside their owner locks nobody out. */
function createBadKeys(now: () => Date): BadKeys {
  const places = new LRUCache<string, { count: number; untilMs: number }>({ max: MOST_KNOWN });
  return {
    count(address) {
      const network = toNetwork(address);
      const nowMs = now().getTime();
      let place = places.get(network);
      if (place === undefined || place.untilMs <= nowMs) {
        place = { count: 0, untilMs: nowMs + WINDOW_MS };
        places.set(network, place);
      }
      place.count += 1;
      if (place.count <= MOST) return null;
      const retryAfterSec = Math.ceil((place.untilMs - nowMs) / 1_000);
      const words = `more than ${MOST} API keys that are not valid came from this address within a minute`;
      return new AppError('RATE_LIMITED', words, { retryAfterSec });
    },
  };
}

/** Who asks: an account and environment with what they may do there. */
export interface Caller extends Tenant {
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

const unauthenticated = (message: string): AppError => new AppError('UNAUTHENTICATED', message);

function toEnvironment(headers: IncomingHttpHeaders): Tenant['environment'] | null {
  const asked = headers['x-environment'];
  if (asked === undefined) return null;
  if (asked === 'live' || asked === 'test') return asked;
  throw badInput('X-Environment', 'must be live or test');
}

/** Where sign-up is not open, nobody gets an account of their own by asking. */
async function ensureMembership(deps: Deps, session: Session): Promise<Membership> {
  const { user } = session;
  const found =
    (await findMembership(deps, user.id, session.activeAccountId)) ??
    (deps.config.signup === 'open'
      ? await ensureAccount(deps, user, session)
      : await findMembership(deps, user.id, null));
  if (found === null)
    throw new AppError('FORBIDDEN', 'you are in no team; somebody in one has to invite you');
  return found;
}

export function createCallers(deps: Deps): Callers {
  /** Keys that were lately shown; what changes them on any process empties the place at once. */
  const cache = new LRUCache<string, { key: KnownKey; untilMs: number; notedMs: number }>({
    max: CACHED_KEYS,
  });
  /** Grows with the news: what was read before it may be what the news has ended. */
  let newsHeard = 0;
  const forget = (isStale: (key: KnownKey) => boolean) => {
    newsHeard += 1;
    for (const [hash, entry] of cache) if (isStale(entry.key)) cache.delete(hash);
  };
  const endings = [
    deps.events.on('key', ({ keyId }) => forget((key) => key.keyId === keyId)),
    deps.events.on('member', ({ accountId, userId }) =>
      forget((key) => key.accountId === accountId && key.userId === userId),
    ),
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

  async function readKey(authorization: string): Promise<KnownKey & { role: Role }> {
    const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const key = text !== undefined && isApiKey(text) ? await findKey(text) : null;
    if (key === null) throw unauthenticated('this API key is not valid');
    if (key.revokedAt !== null) throw unauthenticated('this API key was revoked');
    if (key.expiresAt !== null && key.expiresAt <= deps.now())
      throw unauthenticated('this API key has expired');
    const { role } = key;
    if (role === null) throw unauthenticated('this API key ended when its maker left the account');
    return { ...key, role };
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
      scopes: scopesOfKey(key.scopes, key.role),
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
    const membership = await ensureMembership(deps, session);
    return {
      accountId: membership.accountId,
      environment: toEnvironment(headers) ?? 'live',
      userId: user.id,
      via: 'session',
      role: membership.role,
      scopes: scopesOfRole(membership.role),
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
