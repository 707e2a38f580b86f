import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isAddress, isPublicAddress } from '../domain/webhooks/public-address.js';
import type { ResolveHost } from './resolve-host.js';

/** A connection was refused. The message is shown to the endpoint's owner. */
export class Refusal extends Error {}

export interface GuardOptions {
  /** `host:port` entries that the operator allows at any address. */
  allowedHosts: readonly string[];
  resolveHost: ResolveHost;
  connectMs: number;
}

/** Does not include the address, so that callers cannot resolve names of a private network. */
const NOT_PUBLIC = 'the host resolves to an address that is not public';

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const requirePublic = (address: string): void => {
  if (!isPublicAddress(address)) throw new Refusal(NOT_PUBLIC);
};

/** All addresses of a host; rejects unless all of them are public. */
async function resolvePublic(host: string, resolveHost: ResolveHost): Promise<string[]> {
  const addresses = await resolveHost(host);
  if (addresses.length === 0) throw new Refusal('the host cannot be resolved');
  for (const address of addresses) requirePublic(address);
  return addresses;
}

/** The connection uses the addresses checked here, so a second DNS answer cannot replace them. */
const guardLookup =
  (resolveHost: ResolveHost): LookupFunction =>
  (host, options, callback) => {
    resolvePublic(host, resolveHost).then(
      (addresses) => {
        const found = addresses.map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        }));
        const [first] = found;
        if (options.all) callback(null, found);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error) => callback(error, ''),
    );
  };

/** Connects only to public addresses and to hosts that the operator allows. */
export function createGuard({
  allowedHosts,
  resolveHost,
  connectMs,
}: GuardOptions): buildConnector.connector {
  const dial = { timeout: 0, allowH2: false };
  const open = buildConnector({ ...dial, lookup: systemLookup as LookupFunction });
  const guarded = buildConnector({ ...dial, lookup: guardLookup(resolveHost) });

  return (options, callback) => {
    const { hostname, port, protocol } = options;
    const place = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
    const isOpened = allowedHosts.includes(place);
    const host = bare(hostname);
    try {
      // An IP address is not looked up, so it is checked here.
      if (!isOpened && isAddress(host)) requirePublic(host);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    let socket: Socket | undefined;
    const late = new Refusal(`no connection within ${connectMs / 1_000} s`);
    const timer = setTimeout(() => socket?.destroy(late), connectMs);
    const connector = isOpened ? open : guarded;
    socket = connector({ ...options, hostname: host }, (error, connected) => {
      clearTimeout(timer);
      if (error !== null) return callback(error, null);
      try {
        // Checks the address of the open socket again, independently of the checks above.
        if (!isOpened) requirePublic(connected?.remoteAddress ?? 'nowhere');
      } catch (refusal) {
        connected?.destroy();
        return callback(refusal as Error, null);
      }
      callback(null, connected as Socket);
    }) as unknown as Socket;
  };
}
