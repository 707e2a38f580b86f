import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';
import { type EnvironmentVariables, readEnvironment } from '../config/config.js';

/** Settings, input, output and exit code of a command. */
export interface Shell {
  readSettings(): EnvironmentVariables;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
  exitCode: number;
}

/** The process's own, for commands that are not run inside another program. */
const own: Shell = {
  readSettings: readEnvironment,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  exitCode: 0,
};
const given = new AsyncLocalStorage<Shell>();

export const currentShell = (): Shell => given.getStore() ?? own;
export const withShell = <T>(shell: Shell, work: () => Promise<T>): Promise<T> =>
  given.run(shell, work);
