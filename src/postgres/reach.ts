import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { PostgresFault } from './fault.js';
import { type Launch, LOCKED, launchServer } from './launch.js';
import { lastFault, sizeOf, trimLog } from './log-file.js';
import { isPortFree, pickPort, readPort, writePort } from './port.js';
import {
  findOrphans,
  findPostmaster,
  readPostmaster,
  signalProcess,
  stopPostmaster,
} from './postmaster.js';
import { chooseRunAs } from './run-as.js';
import { openSession, type ServerSession } from './session.js';
import type { Settings } from './settings.js';

export interface ReachOptions {
  postgres: string;
  settings?: Settings | undefined;
  /** Port in connection strings that are already in use; any port if undefined. */
  port?: number | undefined;
  limitMs: number;
  signal?: AbortSignal | undefined;
}

const RETRY_MS = 20;
/** A server that does not respond for this long is stopped. */
const SILENT_MS = 15_000;
/** A lock held this long without a visible server belongs to another container. */
const LOCKED_MS = 15_000;
/** Processes of a killed server usually end within this time without a signal. */
const ORPHANS_MS = 300;
const MAX_FAILURES = 7;

/**
 * Attaches to the folder's server, or starts it. Any number of processes may do this together: the folder's lock
 * allows one server, and all processes attach to it.
 */
export async function reachServer(cluster: Cluster, options: ReachOptions): Promise<ServerSession> {
  const { limitMs, signal } = options;
  const logged = await sizeOf(cluster.logFile);
  let until = Date.now() + limitMs;
  let launch: Launch | null = null;
  let launchedAt = 0;
  let failures = 0;
  let silentSince = 0;
  let said: string | null = null;

  while (Date.now() < until && failures < MAX_FAILURES) {
    signal?.throwIfAborted();
    const running = await findPostmaster(cluster.data);
    if (running) {
      launchedAt = 0;
      const attempt = await openSession(cluster, running.port);
      if (attempt.session) {
        if ((await readPort(cluster.portFile)) !== running.port)
          await writePort(cluster.portFile, running.port, cluster.folder);
        return attempt.session;
      }
      const { message, code } = attempt;
      said = message;
      // Recovery after a crash may take minutes, and killing the server would start it again.
      if (code === '57P03') until = Math.max(until, Date.now() + limitMs);
      if (/^[0-9][0-9A-Z]{4}$|^XX/.test(code)) silentSince = 0;
      else silentSince ||= Date.now();
      if (silentSince && Date.now() - silentSince > SILENT_MS)
        await stopPostmaster(cluster.data, running, 10_000);
    } else if (!launch || launch.exitCode !== null) {
      launchedAt ||= Date.now();
      const triedMs = Date.now() - launchedAt;
      if (launch?.exitCode === LOCKED && triedMs > LOCKED_MS) break;
      if (launch && launch.exitCode !== LOCKED) failures++;
      if (triedMs > ORPHANS_MS) await stopOrphans(cluster);
      if (launch) await sleep(Math.min(RETRY_MS * 2 ** failures, 1_000));
      launch = await launchOn(cluster, options);
    }
    await sleep(RETRY_MS);
  }
  const reason =
    launch?.exitCode === LOCKED
      ? 'another server, perhaps in another container, holds the lock of the folder'
      : ((await lastFault(cluster.logFile, logged)) ?? said ?? 'it does not respond');
  throw new PostgresFault(
    `The embedded PostgreSQL in ${cluster.folder} does not start: ${reason} (log: ${cluster.logFile}); fix the cause, or set DATABASE_URL to your own PostgreSQL`,
  );
}

/** @returns null if another process has started the server */
async function launchOn(
  cluster: Cluster,
  { postgres, settings, port: fixed }: ReachOptions,
): Promise<Launch | null> {
  const stale = await readPostmaster(cluster.data);
  let port = fixed ?? (await readPort(cluster.portFile)) ?? (await pickPort());
  const isFree = await isPortFree(port);
  // A server writes `postmaster.pid` before it listens. Without one, another program has the port.
  if (await findPostmaster(cluster.data)) return null;
  if (!isFree) {
    if (fixed !== undefined)
      throw new PostgresFault(`Port ${port} on 127.0.0.1 is in use by another program`);
    port = await pickPort();
  }
  await trimLog(cluster.logFile);
  const runAs = await chooseRunAs(postgres, cluster.folder);
  return launchServer(cluster, {
    postgres,
    runAs,
    port,
    stale: stale ? String(stale.pid) : '',
    settings,
  });
}

async function stopOrphans({ data }: Cluster): Promise<void> {
  if (await findPostmaster(data)) return;
  for (const pid of await findOrphans(data)) signalProcess(pid, 'SIGQUIT');
}
