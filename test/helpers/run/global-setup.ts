import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../src/postgres/server.js';
import { RUN_VARIABLE, URL_VARIABLE } from './database.js';
import { setStop } from './global-state.js';

/** Starts one PostgreSQL for the whole run, unless TEST_DATABASE_URL is set; workers inherit its URL. */
export default async function globalSetup(): Promise<void> {
  process.env[RUN_VARIABLE] = randomBytes(6).toString('hex');
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    process.env[URL_VARIABLE] = given;
    return;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'answerscope-test-'));
  const server = await startPostgres({
    dataDir,
    log: { info: () => {}, warn: (obj, msg) => console.warn(msg, obj) },
    // Test data need not survive a power failure.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // A clone is written to the WAL in full: keep it small, without checkpoints.
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '1GB',
      max_connections: '300',
    },
  });
  process.env[URL_VARIABLE] = server.connectionString;
  setStop(async () => {
    await server.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });
}
