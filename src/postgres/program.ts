import { spawn } from 'node:child_process';

/** Who a program runs as: a command put before it, or a user id to change to. */
export interface RunAs {
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

/** The server inherits neither our secrets nor variables such as PGDATA that would steer it. */
export const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/** Runs a program to its end. @returns its exit code (-1: could not run, or ran into the limit) and what it said */
export function runProgram(
  runAs: RunAs,
  argv: readonly string[],
  { limitMs, signal }: { limitMs: number; signal?: AbortSignal | undefined },
): Promise<{ code: number; output: string }> {
  const [file = '', ...args] = [...runAs.prefix, ...argv];
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, {
      // Our own folder may be closed to the user that the program runs as.
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
      ...toIds(runAs),
    });
    const hear = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-8_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

export const toIds = ({ uid, gid }: RunAs): { uid?: number; gid?: number } => ({
  ...(uid !== undefined && { uid }),
  ...(gid !== undefined && { gid }),
});
