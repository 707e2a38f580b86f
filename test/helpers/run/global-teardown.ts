import { dropDatabase, RUN_VARIABLE, toPrefix, withServer } from './database.js';
import { stop } from './global-state.js';

/** A server that outlives the run gets back none of its databases; ours goes altogether. */
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
