import { dropDatabase, RUN_VARIABLE, toPrefix, withServer } from './database.js';
import { stop } from './global-state.js';

/** Drops the test databases on an external server, or stops and removes the suite's own server. */
export default async function globalTeardown(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) await dropDatabases(toPrefix(process.env[RUN_VARIABLE] ?? ''));
  await stop();
}

const dropDatabases = (prefix: string): Promise<void> =>
  withServer(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await dropDatabase(client, datname);
  });
