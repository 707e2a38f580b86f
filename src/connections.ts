import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** How long after its loss whoever was lent a connection may still give it back. */
const RETURN_MS = 1_000;

/**
 * A connection on which an answer did not come in time is broken off at once: behind a wire that is
 * dead, a rollback would wait as long again, and so would whoever got the connection next.
 */
function breakOffWhenSilent(client: PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  const driver = Object.getPrototypeOf(client) as PoolClient;
  client.query = ((...args: unknown[]) => {
    const answer: Promise<unknown> | undefined = Reflect.apply(driver.query, client, args);
    answer?.catch?.((error: Error) => {
      if (error.message === 'Query read timeout') connection.stream.destroy();
    });
    return answer;
  }) as typeof client.query;
}

/**
 * Keeps lost connections from taking places in the pool. The query builder beneath the ORM does not
 * give a connection back on which a transaction could not be begun or rolled back; ten such losses
 * would leave the process without a database until its restart.
 */
export function watchConnections(pool: Pool): void {
  const lent = new Set<PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    // The statement under way tells of a loss; one between statements would end the process.
    client.on('error', () => {});
    client.once('end', () => {
      if (!lent.has(client)) return;
      const giveBack = setTimeout(() => {
        if (lent.delete(client)) client.release(true);
      }, RETURN_MS);
      // With the process ends the pool.
      giveBack.unref();
    });
    breakOffWhenSilent(client);
  });
}
