import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The IPv4 and IPv6 addresses of a host; empty when it cannot be resolved. */
export type ResolveHost = (host: string) => Promise<string[]>;

const PATIENCE_MS = 1_000;
const TRIES = 2;
/** Time limit for all name servers together. */
const LIMIT_MS = 2_500;

/**
 * Queries the name servers directly. The system call occupies one of four threads until it returns, so hosts
 * whose name servers do not answer would block all others.
 */
export function createResolveHost(): ResolveHost {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: TRIES });
  const ask = async (host: string): Promise<string[]> => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
  return (host) => Promise.race([ask(host), sleep(LIMIT_MS, [], { ref: false })]);
}
