import { spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import { ENVIRONMENT, type RunAs, toIds } from './run-as.js';
import { type Settings, toArguments } from './settings.js';

/** The script's answer when another server holds the folder's lock. */
export const LOCKED = 75;

/**
 * The server outlives whoever started it, because others may use it. So a shell stands beside it:
 * `read` ends when no process holds the pipe open any more, even if all were killed. The pipe is
 * opened by way of both its ends, because opening it to read alone would wait for ever if the last
 * user was gone by then; and who is gone before the server has said its number is waited for.
 * The lock is the kernel's and the server's own processes hold it: it cannot go stale, and it also
 * keeps out a server in another container, whose process ids mean nothing here. Only under it is a
 * killed server's `postmaster.pid` removed: its number may be another process's by now, and that
 * would keep a new server from starting.
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
  /** null while it runs */
  exitCode: number | null;
}

export interface LaunchOptions {
  postgres: string;
  runAs: RunAs;
  port: number;
  /** The first line of a `postmaster.pid` whose process is gone. */
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
