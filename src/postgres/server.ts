import { prepareBinaries } from './binaries.js';
import { openCluster } from './cluster.js';
import { toDiskFault } from './fault.js';
import { keepServer, type PostgresLog, takeShare } from './keep.js';
import { reachServer } from './reach.js';
import { DATABASE } from './session.js';
import type { Settings } from './settings.js';

export interface PostgresServer {
  connectionString: string;
  /** Stops the server if nobody else uses it. */
  dispose(): Promise<void>;
}

export interface PostgresOptions {
  /** The server's files go into its folder `postgres`; any number of processes may share it. */
  dataDir: string;
  log: PostgresLog;
  /** Gives up a start under way. */
  signal?: AbortSignal;
  /** On top of our own, by their PostgreSQL names. */
  settings?: Settings;
  /** Another copy of the binaries' package than the installed one. */
  packageDir?: string;
}

const START_LIMIT_MS = 60_000;

/** Starts the embedded server, or attaches to it, and keeps it running until `dispose`. */
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
    // Before the server is there, so that it never sees itself unused while we are coming.
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
