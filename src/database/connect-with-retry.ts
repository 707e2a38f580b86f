const TRIES = 5;

/**
 * A first connection, which may be slow to come: while a process starts it is busy loading itself, and its
 * machine with whatever else starts. That the server is there has been seen before. Rejects as the last try does.
 */
export async function connectWithRetry<T>(connect: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await connect();
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}
