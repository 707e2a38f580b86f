import { retry } from '../async/retry.js';

const TRIES = 5;

/**
 * Opens the first connection to a running server. The server may respond slowly while the machine starts other
 * processes. Rejects with the last error.
 */
export const connectWithRetry = <T>(connect: () => Promise<T>): Promise<T> =>
  retry(connect, { isWorthwhile: (_error, tries) => tries < TRIES });
