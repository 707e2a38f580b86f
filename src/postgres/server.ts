import { prepareBinaries } from './binaries.js';
import { openCluster } from './cluster.js';
import { toDiskFault } from './fault.js';
import { keepServer, type PostgresLog, takeShare } from './keep.js';
import { reachServer } from './reach.js';
import { DATABASE } from './session.js';
import type { Settings } from './settings.js';

export interface PostgresServer {
  connectionString: string;
  /** Stops the server if no other process uses it. */
  dispose(): Promise<void>;
}

export interface PostgresOptions {
  /** The server's files are in its subfolder `postgres`. Any number of processes may share it. */
  dataDir: string;
  log: PostgresLog;
  /** Aborts the start. */
  signal?: AbortSignal;
  /** PostgreSQL settings that override our defaults. */
  settings?: Settings;
  /** Overrides the installed package with the binaries. */
  packageDir?: string;
}

const START_LIMIT_MS = 60_000;

/** Starts the embedded server or attaches to it, and keeps it running until `dispose`. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { dataDir, log, signal, settings } = options;
  const startedAt = performance.now();
  try {
    const binaries = await prepareBinaries(dataDir, options.packageDir);
    const cluster = await openCluster({
      dataDir,
      binaries,
      sync: settings?.fsync !== 'off',
      signal,
    });
    // Taken before the server starts, so that the server is never unused meanwhile.
    const share = takeShare(cluster);
    try {
      const reach = { postgres: binaries.postgres, settings, limitMs: START_LIMIT_MS, signal };
      const session = await reachServer(cluster, reach);
      const ms = Math.round(performance.now() - startedAt);
      log.info({ folder: cluster.folder, port: session.port, ms }, 'embedded PostgreSQL is up');
      const keeper = keepServer(
        { cluster, session, share, log },
        { ...reach, port: session.port, signal: undefined },
      );
      let ended: Promise<void> | undefined;
      return {
        connectionString: `postgresql://postgres:${cluster.password}@127.0.0.1:${session.port}/${DATABASE}`,
        dispose: () => (ended ??= keeper.dispose()),
      };
    } catch (error) {
      share.dispose();
      throw error;
    }
  } catch (error) {
    throw toDiskFault(dataDir, error);
  }
}
