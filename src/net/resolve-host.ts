import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The addresses that a name stands for now, of both families; none when it stands for nothing. */
export type ResolveHost = (host: string) => Promise<string[]>;

const PATIENCE_MS = 1_000;
const TRIES = 2;
/** Of all name servers together. */
const LIMIT_MS = 2_500;

/**
 * By questions to the name servers, not by the system's call: that one holds a thread of four until
 * it is done, and names whose servers are silent would then keep all others waiting.
 */
export function createResolveHost(): ResolveHost {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: TRIES });
  const ask = async (host: string): Promise<string[]> => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
  return (host) => Promise.race([ask(host), sleep(LIMIT_MS, [], { ref: false })]);
}
