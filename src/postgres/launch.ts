import { spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import { ENVIRONMENT, type RunAs, toIds } from './run-as.js';
import { type Settings, toArguments } from './settings.js';

/** Exit code of the script when another server holds the folder's lock. */
export const LOCKED = 75;

/**
 * The server outlives the process that started it, because others may use it. A shell beside the server stops it:
 * `read` returns when no process holds the pipe open any more, even if all were killed. The pipe is first opened
 * for reading and writing, because opening it only for reading would block for ever if the last user had already
 * gone. The shell then waits until the server has written its process id, in case all users leave before that.
 * The lock is a kernel lock that the server's processes hold: it cannot become stale, and it also keeps out a server
 * in another container, whose process ids are not visible here. The `postmaster.pid` of a killed server is removed
 * only under this lock: its process id may belong to another process now, which would prevent a start.
 */
const WATCH = `
users=$1 lock=$2 pidfile=$3 stale=$4; shift 4
exec 9>>"$lock"
if command -v flock >/dev/null 2>&1; then flock -n 9 || exit ${LOCKED}; fi
if [ -e "$pidfile" ]; then now=; read -r now <"$pidfile"; [ "$now" = "$stale" ] && rm -f "$pidfile"; fi
exec 8<>"$users" 7<"$users" 8>&-
"$@" 7<&- & server=$!
exec 9>&-
( read -r _ <&7
  until read -r now <"$pidfile" && [ "$now" = "$server" ]; do sleep 0.1; done
  kill -INT "$server" ) 2>/dev/null &
watch=$!
exec 7<&-
wait "$server"; code=$?
kill "$watch" 2>/dev/null; wait "$watch" 2>/dev/null
exit "$code"
`;

export interface Launch {
  /** Null while the script runs. */
  exitCode: number | null;
}

export interface LaunchOptions {
  postgres: string;
  runAs: RunAs;
  port: number;
  /** First line of a `postmaster.pid` whose process has ended; empty without one. */
  stale: string;
  settings?: Settings | undefined;
}

export function launchServer(
  cluster: Cluster,
  { postgres, runAs, port, stale, settings }: LaunchOptions,
): Launch {
  const { users, lock, data, logFile } = cluster;
  const [file = '', ...args] = [
    ...runAs.prefix,
    ...['/bin/sh', '-c', WATCH, 'sh', users, lock, join(data, 'postmaster.pid'), stale],
    ...[postgres, '-D', data, ...toArguments(port, settings)],
  ];
  const log = openSync(logFile, 'a', 0o600);
  const launch: Launch = { exitCode: null };
  try {
    if (runAs.uid !== undefined) fchownSync(log, runAs.uid, runAs.gid ?? runAs.uid);
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
