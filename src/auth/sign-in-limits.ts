import { type Deps, type Statement, SYSTEM } from '../deps.js';
import { type Layer, retryAfterSec } from '../domain/limits/sliding-window.js';
import { AppError } from '../errors.js';
import type { Rank } from './hash-queue.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KNOWN_MS = 30 * DAY_MS;

/** Failures allowed per network: wrong passwords, used links and addresses already taken. */
const FAILURES_FROM: readonly Layer[] = [{ limit: 30, windowMs: HOUR_MS / 4 }];
/**
 * Wrong passwords allowed per account. Each network from which the account signed in recently has its own
 * allowance, and all other networks share one: so an attacker gets few guesses and cannot lock the owner out.
 */
const FAILURES_AT: readonly Layer[] = [{ limit: 10, windowMs: HOUR_MS / 4 }];
const MAILS: readonly Layer[] = [{ limit: 3, windowMs: HOUR_MS }];

/** Ignores case, as the sign-in library does when it compares addresses. */
const toEmailDigest = ({ digest }: Pick<Deps, 'digest'>, email: string): string =>
  digest(`email ${email.toLowerCase()}`);

/** A permit that can be refunded. */
interface Taken {
  /** Whether it is the only permit in its window. */
  isFirst: boolean;
  refund(): Promise<void>;
}

/** Rejects with 429 over the limit, and with 503 while permits cannot be counted: sign-in needs the database anyway. */
export async function take(
  { windows, log }: Pick<Deps, 'windows' | 'log'>,
  key: string,
  layers: readonly Layer[],
  refusal: string,
): Promise<Taken> {
  const permit = await windows.take(key, layers, true);
  if (!permit.admitted)
    throw new AppError('RATE_LIMITED', refusal, {
      retryAfterSec: retryAfterSec(permit.freesAtMs, permit.takenAtMs),
    });
  return {
    isFirst: permit.remaining >= permit.limit - 1,
    refund: () =>
      windows
        .refund(key, layers, permit)
        .catch((error) => log.warn({ err: error }, 'a sign-in permit could not be refunded')),
  };
}

/** The account of a sign-in attempt. Addresses without a user are counted in the same way. */
export interface SignInSubject {
  emailDigest: string;
  userId: string | null;
  /** Whether the user signed in from the caller's network in the last 30 days. */
  isKnown: boolean;
}

const SUBJECT: Statement = {
  name: 'sign-in-subject',
  text: `select u.id, exists (select from auth.known_address k
      where k.user_id = u.id and k.network = :network and k.seen_at > :since) as "isKnown"
    from auth."user" u where u.email = lower(:email)`,
};

export async function findSubject(
  deps: Deps,
  email: string,
  network: string,
): Promise<SignInSubject> {
  const since = new Date(deps.now().getTime() - KNOWN_MS);
  const [user] = await deps.db.query<{ id: string; isKnown: boolean }>(SYSTEM, SUBJECT, {
    email,
    network,
    since,
  });
  return {
    emailDigest: toEmailDigest(deps, email),
    userId: user?.id ?? null,
    isKnown: user?.isKnown ?? false,
  };
}

/** One attempt of an action whose failures are limited. */
export interface Try {
  rank: Rank;
  /** Attempts count from their start, so that parallel ones cannot exceed the limit; a success is refunded here. */
  end(hasFailed: boolean): Promise<void>;
}

export async function beginTry(
  deps: Deps,
  network: string,
  subject: SignInSubject | null,
): Promise<Try> {
  const from = await take(
    deps,
    `failures-from/${network}`,
    FAILURES_FROM,
    'too many failed attempts from this address; try again later',
  );
  const own = subject?.isKnown ? `/${network}` : '';
  const at =
    subject &&
    (await take(
      deps,
      `failures-at/${subject.emailDigest}${own}`,
      FAILURES_AT,
      'too many failed attempts to sign in to this account; try again later, or reset the password',
    ).catch(async (error) => {
      await from.refund();
      throw error;
    }));
  const isClean = from.isFirst && (at?.isFirst ?? true);
  return {
    rank: isClean ? (subject?.isKnown ? 'known' : 'new') : 'suspect',
    async end(hasFailed) {
      if (!hasFailed) await Promise.all([from.refund(), at?.refund()]);
    },
  };
}

/** Takes a permit for one mail to one address; `about` separates purposes and requesters. */
export const takeMail = (deps: Deps, about: string, email: string): Promise<Taken> =>
  take(
    deps,
    `mails/${deps.digest(`${about} ${email.toLowerCase()}`)}`,
    MAILS,
    'email: at most three of these mails are sent per hour; use the newest one, or try again later',
  );
