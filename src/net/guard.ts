import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isAddress, isPublicAddress } from '../domain/webhooks/public-address.js';
import type { ResolveHost } from './resolve-host.js';

/** Why nothing was dialled. The message is shown to the endpoint's owner. */
export class Refusal extends Error {}

export interface GuardOptions {
  /** `host:port` that the operator opened, whatever they lead to. */
  allowedHosts: readonly string[];
  resolveHost: ResolveHost;
  connectMs: number;
}

/** It does not say which one: names of an inner network are not to be read out through us. */
const NOT_PUBLIC = 'the host leads to an address that is not public';

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const requirePublic = (address: string): void => {
  if (!isPublicAddress(address)) throw new Refusal(NOT_PUBLIC);
};

/** All addresses of a name, once every one of them is known to be public. */
async function resolvePublic(host: string, resolveHost: ResolveHost): Promise<string[]> {
  const addresses = await resolveHost(host);
  if (addresses.length === 0) throw new Refusal('the host cannot be resolved');
  for (const address of addresses) requirePublic(address);
  return addresses;
}

/** What is looked up here is what is dialled: there is no second answer to be different. */
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

/** Opens connections to public addresses and to what the operator opened, and to nothing else. */
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
      // The lookup is never asked about an address.
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
        // Held again, at the socket itself: nothing above has to be believed.
        if (!isOpened) requirePublic(connected?.remoteAddress ?? 'nowhere');
      } catch (refusal) {
        connected?.destroy();
        return callback(refusal as Error, null);
      }
      callback(null, connected as Socket);
    }) as unknown as Socket;
  };
}
