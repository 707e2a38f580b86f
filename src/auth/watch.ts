import type { GenericEndpointContext } from 'better-auth';
import { type Db, SYSTEM } from '../database/db.js';
import { toNetwork } from '../domain/limits/network.js';
import type { Log } from '../observability/log.js';

/** Header in which the adapter passes on the caller's address. It overwrites a header of the client. */
export const ADDRESS_HEADER = 'x-answerscope-address';

/** Digest of the network of an address: known networks are stored and logged only as digests. */
export const toNetworkDigest = (digest: (text: string) => string, address: string): string =>
  digest(`network ${toNetwork(address)}`);

type Context = GenericEndpointContext | null;
interface OfUser {
  userId: string;
}

const KNOW = `insert into auth.known_address (user_id, network, seen_at) values (:userId, :network, :now)
  on conflict (user_id, network) do update set seen_at = excluded.seen_at`;
const MOST_KNOWN = 20;
const FORGET_OLDEST = `delete from auth.known_address where user_id = :userId and network in (
  select network from auth.known_address where user_id = :userId order by seen_at desc offset ${MOST_KNOWN})`;
/** Deletes all but demo links: the identifiers of password links are hashed, so they have no prefix to select. */
const FORGET_LINKS = `delete from auth."verification" where value = :userId and identifier not like 'demo-link:%'`;

const SIGN_INS = new Set(['/sign-in/email', '/demo']);

/**
 * Logs changes of sessions and passwords, and remembers the networks from which a user signs in. Failures here
 * never fail the sign-in.
 */
export function createAuthWatch({
  db,
  log,
  digest,
}: {
  db: Db;
  log: Log;
  digest(text: string): string;
}) {
  const networkOf = (headers: Headers | null | undefined): string | null => {
    const address = headers?.get(ADDRESS_HEADER);
    return address == null ? null : toNetworkDigest(digest, address);
  };
  const quietly = (work: Promise<unknown>, what: string): Promise<void> =>
    work.then(
      () => {},
      (error) => log.warn({ err: error }, what),
    );

  const remember = async (userId: string, network: string | null): Promise<void> => {
    if (network === null) return;
    const known = db.transaction(SYSTEM, async (tx) => {
      await tx.execute(KNOW, { userId, network, now: new Date() });
      await tx.execute(FORGET_OLDEST, { userId });
    });
    await quietly(known, 'the network of a sign-in could not be stored');
  };

  const tell = (security: string, userId: string, network: string | null, words: string) =>
    log.info({ security, userId, ...(network !== null && { addressDigest: network }) }, words);

  /** Invalidates links to set a password that were mailed before the change. */
  async function changed(userId: string, network: string | null): Promise<void> {
    tell('password_changed', userId, network, 'a password was changed');
    const forgotten = db.transaction(SYSTEM, (tx) => tx.execute(FORGET_LINKS, { userId }));
    await quietly(forgotten, 'older links to set a password could not be invalidated');
  }

  return {
    async userMade({ id }: { id: string }, ctx: Context): Promise<void> {
      tell('sign_up', id, networkOf(ctx?.headers), 'a user signed up');
    },
    async sessionMade({ userId }: OfUser, ctx: Context): Promise<void> {
      const network = networkOf(ctx?.headers);
      if (SIGN_INS.has(ctx?.path ?? '')) tell('sign_in', userId, network, 'a user signed in');
      await remember(userId, network);
    },
    sessionEnded({ userId }: OfUser, ctx: Context): void {
      if (ctx?.path !== '/sign-out') return;
      tell('sign_out', userId, networkOf(ctx.headers), 'a user signed out');
    },
    async accountChanged({ userId }: OfUser, ctx: Context): Promise<void> {
      if (ctx?.path === '/change-password') await changed(userId, networkOf(ctx.headers));
    },
    /** The user has read the mail, so the network of the request counts as known. */
    async passwordReset(userId: string, headers: Headers | undefined): Promise<void> {
      const network = networkOf(headers);
      await changed(userId, network);
      await remember(userId, network);
    },
  };
}
