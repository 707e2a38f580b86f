import { retry } from '../async/retry.js';

const TRIES = 5;

/**
 * Opens a first connection to a server that is known to run. It may be slow to answer while the machine starts other
 * processes. Rejects as the last try does.
 */
export const connectWithRetry = <T>(connect: () => Promise<T>): Promise<T> =>
  retry(connect, { isWorthwhile: (_error, tries) => tries < TRIES });
