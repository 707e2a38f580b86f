import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Cluster } from './cluster.js';
import { ENVIRONMENT, toIds } from './program.js';
import { type Settings, toArguments } from './settings.js';

/** The script's answer when another server holds the folder's lock. */
export const LOCKED = 75;

/**
 * The server outlives whoever started it, because others may use it. So a shell stands beside it:
 * `read` ends when no process holds the pipe open any more, even if all were killed.
 * The lock is the kernel's and the server's own processes hold it: it cannot go stale, and it also
 * keeps out a server in another container, whose process ids mean nothing here.
 */
const WATCH = `
users=$1 lock=$2 data=$3; shift 3
exec 9>>"$lock"
if command -v flock >/dev/null 2>&1; then flock -n 9 || exit ${LOCKED}; fi
"$@" & server=$!
exec 9>&-
( read -r _ <"$users"
  read -r now <"$data/postmaster.pid" && [ "$now" = "$server" ] && kill -INT "$server" ) 2>/dev/null &
watch=$!
wait "$server"; code=$?
kill "$watch" 2>/dev/null; wait "$watch" 2>/dev/null
exit "$code"
`;

export interface Launch {
  /** null while it runs */
  exitCode: number | null;
}

export function launchServer(cluster: Cluster, postgres: string, port: number, settings?: Settings): Launch {
  const { runAs, users, lock, data, logFile } = cluster;
  const [file = '', ...args] = [
    ...runAs.prefix,
    ...['/bin/sh', '-c', WATCH, 'sh', users, lock, data],
    ...[postgres, '-D', data, ...toArguments(port, settings)],
  ];
  const log = openSync(logFile, 'a', 0o600);
  const launch: Launch = { exitCode: null };
  try {
    const child = spawn(file, args, {
      cwd: '/',
      detached: true,
      env: ENVIRONMENT,
      stdio: ['ignore', log, log],
      ...toIds(runAs),
    });
    child.once('exit', (code) => {
      launch.exitCode = code ?? -1;
    });
    child.once('error', () => {
      launch.exitCode = -1;
    });
    child.unref();
  } finally {
    closeSync(log);
  }
  return launch;
}
