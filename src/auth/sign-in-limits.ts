import { type Deps, type Statement, SYSTEM } from '../deps.js';
import { type Layer, retryAfterSec } from '../domain/limits/sliding-window.js';
import { AppError } from '../errors.js';
import type { Rank } from './hash-queue.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KNOWN_MS = 30 * DAY_MS;

/** Wrong passwords, spent links and taken addresses that one network may come with. */
const FAILURES_FROM: readonly Layer[] = [{ limit: 30, windowMs: HOUR_MS / 4 }];
/**
 * Wrong passwords for one account. A network from which the account signed in lately has an allowance of its own,
 * and all others share one: so guesses are few, and whoever makes them does not shut the owner out.
 */
const FAILURES_AT: readonly Layer[] = [{ limit: 10, windowMs: HOUR_MS / 4 }];
const MAILS: readonly Layer[] = [{ limit: 3, windowMs: HOUR_MS }];

/** In any case of letters, as the sign-in library compares addresses. */
const toEmailDigest = ({ digest }: Pick<Deps, 'digest'>, email: string): string =>
  digest(`email ${email.toLowerCase()}`);

/** A permit that was taken, and is refunded for what is not counted after all. */
interface Taken {
  /** Whether others are counted beside it. */
  isFirst: boolean;
  refund(): Promise<void>;
}

/** Rejects with 429, and with 503 while nothing can be counted: no path of sign-in works without the database. */
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
        .catch((error) => log.warn({ err: error }, 'a permit at sign-in was not refunded')),
  };
}

/** Whose password is tried. Nobody has to have the e-mail address: one without a user is counted alike. */
export interface SignInSubject {
  emailDigest: string;
  userId: string | null;
  /** Whether the user has signed in from the caller's network lately. */
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

/** One try of something that may fail and must not be tried without end. */
export interface Try {
  rank: Rank;
  /** Counted from the beginning, so that many at once are no way around; only a failure stays counted. */
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
    'too many attempts from this address have failed; try again later',
  );
  const own = subject?.isKnown ? `/${network}` : '';
  const at =
    subject &&
    (await take(
      deps,
      `failures-at/${subject.emailDigest}${own}`,
      FAILURES_AT,
      'too many attempts to sign in to this account have failed; try again later, or reset the password',
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

/** One mail to one address; `about` keeps apart what it is for and on whose behalf. */
export const takeMail = (deps: Deps, about: string, email: string): Promise<Taken> =>
  take(
    deps,
    `mails/${deps.digest(`${about} ${email.toLowerCase()}`)}`,
    MAILS,
    'email: three such mails were asked for within an hour; use the newest, or try again later',
  );
