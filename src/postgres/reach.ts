import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { PostgresFault } from './fault.js';
import { type Launch, LOCKED, launchServer } from './launch.js';
import { lastFault, trimLog } from './log-file.js';
import { isPortFree, pickPort, readPort, writePort } from './port.js';
import { findOrphans, findPostmaster, signalProcess, stopPostmaster } from './postmaster.js';
import { openSession, type Session } from './session.js';
import type { Settings } from './settings.js';

export interface ReachOptions {
  postgres: string;
  settings?: Settings | undefined;
  /** The port that connection strings already handed out name; without it any port will do. */
  port?: number | undefined;
  limitMs: number;
  signal?: AbortSignal | undefined;
}

const RETRY_MS = 20;
/** A server that runs but lets nobody in for so long is of no use. */
const DEAF_MS = 20_000;
const ORPHANS_MS = 300;

/**
 * Attaches to the folder's server, and starts it if there is none. Any number of processes may do
 * this at once: the folder's lock lets one server through, and the others attach to it.
 */
export async function reachServer(cluster: Cluster, options: ReachOptions): Promise<Session> {
  const { postgres, settings, limitMs, signal } = options;
  const startedAt = Date.now();
  let launch: Launch | null = null;
  let failures = 0;
  let deafSince: number | null = null;
  while (Date.now() - startedAt < limitMs) {
    signal?.throwIfAborted();
    const running = await findPostmaster(cluster.data);
    const session = running && (await openSession(cluster, running.port));
    if (session) {
      await rememberPort(cluster, session.port);
      return session;
    }
    if (running) {
      deafSince ??= Date.now();
      if (Date.now() - deafSince > DEAF_MS) await stopPostmaster(cluster.data, running, 10_000);
    } else if (!launch || launch.exitCode !== null) {
      deafSince = null;
      if (launch && launch.exitCode !== LOCKED) failures++;
      if (failures >= 10) break;
      if (launch && Date.now() - startedAt > ORPHANS_MS) await stopOrphans(cluster);
      if (launch) await sleep(RETRY_MS * 3);
      launch = await launchOn(cluster, postgres, options.port, settings);
    }
    await sleep(RETRY_MS);
  }
  throw await toFault(cluster, launch);
}

async function launchOn(cluster: Cluster, postgres: string, fixed: number | undefined, settings?: Settings): Promise<Launch | null> {
  let port = fixed ?? (await readPort(cluster.portFile)) ?? (await pickPort());
  if (!(await isPortFree(port))) {
    // A server writes its file before it listens: only without one is it a stranger who listens.
    if (fixed !== undefined || (await findPostmaster(cluster.data))) return null;
    port = await pickPort();
  }
  // Left by a server that was killed; its number may be another process's by now, which would stop a new server.
  if (!(await findPostmaster(cluster.data))) await rm(join(cluster.data, 'postmaster.pid'), { force: true });
  await trimLog(cluster.logFile);
  return launchServer(cluster, postgres, port, settings);
}

async function rememberPort({ portFile, folder }: Cluster, port: number): Promise<void> {
  if ((await readPort(portFile)) !== port) await writePort(portFile, port, folder);
}

async function stopOrphans({ data }: Cluster): Promise<void> {
  if (await findPostmaster(data)) return;
  for (const pid of await findOrphans(data)) signalProcess(pid, 'SIGQUIT');
}

async function toFault(cluster: Cluster, launch: Launch | null): Promise<PostgresFault> {
  const reason =
    launch?.exitCode === LOCKED
      ? 'another server, perhaps in another container, holds its lock'
      : ((await lastFault(cluster.logFile)) ?? 'it does not answer');
  return new PostgresFault(
    `The embedded PostgreSQL in ${cluster.folder} does not start: ${reason} (log: ${cluster.logFile}); mend that, or set DATABASE_URL to a PostgreSQL of your own`,
  );
}
